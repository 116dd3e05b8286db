import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { helloAtom } from '../connection/connectionState.ts'
import { HealthPill } from '../features/server/HealthPill.tsx'
import { ServerFigures } from '../features/server/ServerFigures.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  /** The countdown of the next event; nothing where none is near. */
  readonly event: ReactNode
  /** The button that opens the palette. */
  readonly search: ReactNode
  /** The own balances, or any element to keep their room; nothing for guests. */
  readonly balances: ReactNode
  /** The bell with its notifications; nothing for guests. */
  readonly bell: ReactNode
  /** The account menu, or the sign-in menu. */
  readonly account: ReactNode
}

/** The head of every page. It stays while the page scrolls. */
export function TopBar({ event, search, balances, bell, account }: TopBarProps) {
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  return (
    <header className={styles.bar} data-frame="bar">
      <Link href="/" className={styles.home}>
        <Logo />
        <span className={styles.community}>{community}</span>
      </Link>
      <DemoSign />
      <div className={styles.event}>{event}</div>
      <div className={styles.figures}>
        <ServerFigures />
      </div>
      <HealthPill />
      {search}
      <div className={styles.balances}>{balances}</div>
      {bell ? <div className={styles.bell}>{bell}</div> : null}
      <div className={styles.account} data-focus-rest>
        {account}
      </div>
    </header>
  )
}

/** A track at the edge of the water. */
function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M16 17.5c-2.2-1.2-3.4-3-3.2-4.6.2-1.5 1.6-2.3 3.2-2.3s3 .8 3.2 2.3c.2 1.6-1 3.4-3.2 4.6z" />
      <path d="M16 10.6V4M12.9 12 8 7.2M19.1 12 24 7.2" />
      <path d="M9 19.4c-3 .6-5 1.7-5 3 0 2.2 5.4 4 12 4s12-1.8 12-4c0-1.3-2-2.4-5-3" />
      <path d="M10.5 22.2c1.4.6 3.3.9 5.5.9s4.1-.3 5.5-.9" />
    </svg>
  )
}

const demoText = 'Sign in as anyone; the animals are simulated.'

/** On every page of a demo, so that it is not mistaken for a real hub. */
function DemoSign() {
  const hello = useAtomValue(helloAtom)
  if (!hello?.demo) return null
  return (
    <Tooltip text={demoText}>
      <span className={styles.demo} data-testid="demo-sign">
        Demo<span className="unseen">. {demoText}</span>
      </span>
    </Tooltip>
  )
}
