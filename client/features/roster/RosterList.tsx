import { mainServer } from '../../../shared/engine/ids.ts'
import { type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from './RosterList.module.css'
import { RosterTable } from './RosterTable.tsx'
import { useRosterOrder } from './useRosterOrder.ts'

/** Everyone on the server, for whoever may see them: the map as a list. */
export function RosterList() {
  const { state, value } = useDocument(roster, mainServer)
  if (state === 'refused')
    return (
      <Blank picture="gate" title="Not open to you">
        <p>Only staff who may see all positions can read this list.</p>
      </Blank>
    )
  if (!value || value.readAt === null)
    return (
      <Blank picture="lantern" title="Taking the first count">
        <p>The hub reads the island while somebody watches. The first reading is on its way.</p>
      </Blank>
    )
  return <Present reading={value} />
}

function Present({ reading }: { readonly reading: Roster }) {
  const entries = Object.values(reading.players)
  const { rows, order, search, sortBy, seek, hold } = useRosterOrder(entries)
  const animals = entries.filter(({ animal }) => animal !== null).length
  return (
    <>
      <header className={styles.head}>
        <h2>{animals === 1 ? '1 dinosaur' : `${animals} dinosaurs`}</h2>
        <ReadingAge readAt={reading.readAt ?? 0} />
        <label className={styles.search}>
          <span className="unseen">Find a player, species or region</span>
          <input
            type="search"
            placeholder="Find a player, species or region"
            value={search}
            onChange={({ target }) => seek(target.value)}
          />
        </label>
      </header>
      {entries.length === 0 ? (
        <Blank picture="tracks" title="Nobody is on the island">
          <p>Only tracks. Whoever joins will appear here.</p>
        </Blank>
      ) : rows.length === 0 ? (
        <Blank picture="tracks" title="No trace of that">
          <p>Nobody on the server matches “{search.trim()}”.</p>
        </Blank>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={styles.rows} tabIndex={0} aria-label="Table of players">
          <RosterTable rows={rows} order={order} onSort={sortBy} hold={hold} />
        </section>
      )}
    </>
  )
}

function ReadingAge({ readAt }: { readonly readAt: number }) {
  const now = useNow()
  return <p className={styles.age}>read {lengthOf(now - readAt)} ago</p>
}
