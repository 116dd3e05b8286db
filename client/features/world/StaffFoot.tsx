import { useAtomValue } from 'jotai'
import { Link, useSearchParams } from 'wouter'
import { meAtom } from '../../connection/meAtom.ts'
import { filterQuery } from '../roster/useRosterFilter.ts'
import styles from './StaffFoot.module.css'

/** Under the list of staff: what is kept of their looking, and where else they can go from here. */
export function StaffFoot() {
  const { may } = useAtomValue(meAtom)
  const [query] = useSearchParams()
  const filter = filterQuery(query)
  return (
    <footer className={styles.foot}>
      <p>Looking at all positions is written down: who, from when, to when.</p>
      <nav aria-label="Staff pages of the map">
        <Link href={filter === '' ? '/replay' : `/replay?${filter}`}>Replay the last hour</Link>
        {may.includes('ownerPanel') ? (
          <>
            <Link href="/map-settings">Map settings</Link>
            <Link href="/map-settings#looks">Who has looked</Link>
          </>
        ) : null}
      </nav>
    </footer>
  )
}
