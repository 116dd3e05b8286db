import { Link, useLocation } from 'wouter'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import styles from './Navigation.module.css'
import { useFolded } from './useFolded.ts'

export interface Destination {
  readonly path: string
  readonly name: string
}

interface NavigationProps {
  readonly destinations: readonly Destination[]
  /** All that have a name, for the one where one is. */
  readonly pages: readonly Destination[]
}

/** Where one can go: side by side, or folded away under the name of the page where there is no room for all. */
export function Navigation({ destinations, pages }: NavigationProps) {
  const [here] = useLocation()
  const { place, isFolded } = useFolded()
  const links = (onGo?: () => void) =>
    destinations.map(({ path, name }) => (
      <li key={path}>
        <Link
          href={path}
          className={styles.link}
          aria-current={here === path ? 'page' : undefined}
          {...(onGo ? { onClick: onGo } : {})}
        >
          {name}
        </Link>
      </li>
    ))
  return (
    <nav ref={place} className={styles.nav} aria-label="Main" data-folded={isFolded || undefined}>
      {isFolded ? (
        <Disclosure
          from="start"
          title="Pages"
          face={<Face name={pages.find(({ path }) => path === here)?.name ?? 'Pages'} />}
        >
          {(close) => <ul className={styles.list}>{links(close)}</ul>}
        </Disclosure>
      ) : (
        <ul className={styles.row}>{links()}</ul>
      )}
    </nav>
  )
}

function Face({ name }: { readonly name: string }) {
  return (
    <span className={styles.face}>
      <span className="unseen">Pages: </span>
      {name}
      <Stroke size={16}>
        <path d="M5 8l5 5 5-5" />
      </Stroke>
    </span>
  )
}
