import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { helloAtom } from '../connection/meAtom.ts'
import { MoodMenu } from '../themes/MoodMenu.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ConnectionSign } from './ConnectionSign.tsx'
import styles from './TopBar.module.css'

export interface Destination {
  readonly path: string
  readonly name: string
}

interface TopBarProps {
  readonly destinations: readonly Destination[]
  /** Who one is, and the way in or out. */
  readonly account: ReactNode
}

/** Whose house this is, where one can go, whether it is live, and who one is. */
export function TopBar({ destinations, account }: TopBarProps) {
  const [here] = useLocation()
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.home}>
        <Logo />
        <span className={styles.community}>{community}</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <ul>
          {destinations.map(({ path, name }) => (
            <li key={path}>
              <Link href={path} className={styles.link} aria-current={here === path ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.signs}>
        <ConnectionSign />
        <MoodMenu />
      </div>
      <div className={styles.account}>{account}</div>
    </header>
  )
}
