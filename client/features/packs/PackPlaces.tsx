import { useAtomValue, useSetAtom } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { setWaypoint } from '../../../shared/features/packs/commands.ts'
import type { Pack } from '../../../shared/features/packs/pack.ts'
import { type PackLife, type Ping, pingKeptMs } from '../../../shared/features/packs/packLife.ts'
import { server } from '../../../shared/features/server/server.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { placeInWords } from '../../../shared/features/world/placeInWords.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { courseLabel, courseOf } from '../../map/distances.ts'
import { pingFaces } from '../../map/pingKinds.ts'
import { Button } from '../../ui/Button.tsx'
import { waitOf } from '../../ui/durations.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './PackPanel.module.css'
import type { MapNavigation } from './useMapNavigation.ts'
import { toolAtom } from './useMapTools.ts'

interface WaypointSectionProps {
  readonly waypoint: Pack['waypoint']
  readonly isLeader: boolean
  readonly navigation: MapNavigation
}

/** The pack's waypoint and the course to it. */
export function WaypointSection({ waypoint, isLeader, navigation }: WaypointSectionProps) {
  const { run, busy, refusal, dismiss } = useCommand(setWaypoint)
  const showToast = useSetAtom(showToastAtom)
  const [tool, setTool] = [useAtomValue(toolAtom), useSetAtom(toolAtom)]
  // The panel may be folded away or closed by then: the refusal of an undo is shown where the undo was.
  const restore = useCommand(setWaypoint)
  const undo = async ({ x, y }: Point) => {
    const outcome = await restore.run({ place: { x, y } })
    if (!outcome.ok) showToast(outcome.message)
  }
  const clear = async (last: Point) => {
    const outcome = await run({ place: null })
    if (outcome.ok) showToast('Waypoint cleared.', () => void undo(last))
  }
  return (
    <section className={styles.section} aria-label="Waypoint">
      <h3>Waypoint</h3>
      {waypoint ? (
        <div className={styles.row}>
          <button type="button" className={styles.place} onClick={() => navigation.goTo(waypoint)}>
            <Flag />
            <span>
              <b>{placeInWords(waypoint)}</b>
              <br />
              <span className={styles.age}>
                <CourseTo to={waypoint} navigation={navigation} />
              </span>
            </span>
          </button>
          {isLeader ? (
            <Button tone="quiet" busyLabel={busy ? 'Clearing…' : null} onClick={() => void clear(waypoint)}>
              Clear
            </Button>
          ) : null}
        </div>
      ) : (
        <p className={styles.hint}>
          {isLeader
            ? 'No waypoint. Set one to show your pack where to go.'
            : 'No waypoint yet. Your leader can set one.'}
        </p>
      )}
      {isLeader ? (
        <Button aria-pressed={tool === 'waypoint'} onClick={() => setTool(tool === 'waypoint' ? 'none' : 'waypoint')}>
          {tool === 'waypoint' ? 'Choose a place on the map' : waypoint ? 'Move the waypoint' : 'Set a waypoint'}
        </Button>
      ) : null}
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </section>
  )
}

function Flag() {
  return (
    <Stroke>
      <path d="M5 18V3M5 4h10l-3 3.5 3 3.5H5" />
    </Stroke>
  )
}

/** Distance and bearing from the user's animal, updated every second. */
function CourseTo({ to, navigation }: { readonly to: Point; readonly navigation: MapNavigation }) {
  useNow()
  const scale = useDocument(server, mainServer).value?.metresPerUnit
  const own = navigation.ownPlace()
  if (!own || !scale) return 'Distance shows when your dinosaur is on the map'
  return courseLabel(courseOf(own, to, scale))
}

interface PingsSectionProps {
  readonly pings: PackLife['pings']
  readonly navigation: MapNavigation
}

const inOrder = (pings: PackLife['pings'], now: number) =>
  Object.entries(pings)
    .filter(([, { at }]) => at > now - pingKeptMs)
    .sort(([, a], [, b]) => b.at - a.at)

/** The pings of the last minutes. */
export function PingsSection({ pings, navigation }: PingsSectionProps) {
  const now = useNow()
  const recent = inOrder(pings, now)
  return (
    <section className={styles.section} aria-label="Pings">
      <h3>Pings</h3>
      {recent.length === 0 ? (
        <p className={styles.hint}>No pings in the last 5 minutes. Right-click or long-press the map to ping.</p>
      ) : (
        <ul className={styles.list} aria-label="Pings of the last five minutes">
          {recent.map(([id, ping]) => (
            <li key={id}>
              <PingRow ping={ping} age={now - ping.at} navigation={navigation} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface PingRowProps {
  readonly ping: Ping
  readonly age: number
  readonly navigation: MapNavigation
}

function PingRow({ ping, age, navigation }: PingRowProps) {
  return (
    <button type="button" className={styles.place} onClick={() => navigation.goTo(ping)}>
      <Stroke>
        <path d={pingFaces[ping.kind].path} />
      </Stroke>
      <span>
        <b>{pingFaces[ping.kind].name}</b> {placeInWords(ping)}
        <br />
        <span className={styles.age}>
          {ping.name}, {waitOf(age)} ago
        </span>
      </span>
    </button>
  )
}
