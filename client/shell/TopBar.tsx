import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { helloAtom } from '../connection/meAtom.ts'
import { MoodMenu } from '../themes/MoodMenu.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ConnectionSign } from './ConnectionSign.tsx'
import { type Destination, Navigation } from './Navigation.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  readonly destinations: readonly Destination[]
  /** All that have a name: one may stand where nothing in the bar leads to. */
  readonly pages: readonly Destination[]
  /** What is at hand on every page, beside the light. */
  readonly tools: ReactNode
  /** Who one is, and the way in or out. */
  readonly account: ReactNode
}

/** Whose house this is, where one can go, whether it is live, and who one is. */
export function TopBar({ destinations, pages, tools, account }: TopBarProps) {
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.home}>
        <Logo />
        <span className={styles.community}>{community}</span>
      </Link>
      <div className={styles.pages}>
        <Navigation key={destinations.map(({ name }) => name).join()} destinations={destinations} pages={pages} />
      </div>
      <div className={styles.signs}>
        <ConnectionSign />
        {tools}
        <MoodMenu />
      </div>
      <div className={styles.account} data-focus-rest>
        {account}
      </div>
    </header>
  )
}
