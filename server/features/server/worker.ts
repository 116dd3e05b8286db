import { reportLink, reportServer, type ServerReading } from '../../../shared/features/server/commands.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

/** What this worker wants of a game link; `server/game/link.ts` has it. */
interface StatusSource {
  state(): {
    readonly name: 'connecting' | 'up' | 'refused' | 'down'
    readonly since: number
    readonly why: string | null
  }
  onState(listener: () => void): () => void
  details(): Promise<{
    readonly name: string
    readonly map: string
    readonly maxPlayers: number
    readonly currentPlayers: number
    readonly dayLengthMinutes: number | null
    readonly nightLengthMinutes: number | null
    readonly hasPassword: boolean
    readonly flags: Readonly<Record<'whitelist' | 'globalChat' | 'humans' | 'spawnAI', boolean | null>>
    readonly timeOfDayMinutes: number | null
    readonly uptimeSeconds: number | null
    readonly version: string | null
  }>
  counters(): { readonly latencyMs: number | null }
}
type Details = Awaited<ReturnType<StatusSource['details']>>

interface StatusWorkerParts {
  readonly hub: Pick<Hub, 'execute'>
  readonly source: StatusSource
  readonly server: string
  readonly simulated: boolean
  /** How large a unit of the map is now. */
  metresPerUnit(): number
  /** By the configuration. */
  readonly frame?: Frame
  /** Where the owner's own picture of the map is found. */
  readonly mapImage: string | null
  readonly clock: Clock
  readonly everyMs: number
  /** How long the game took to answer, ms; told once a reading. */
  readonly onLatency?: (ms: number) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Asks the game how it is, whether anybody watches or not, and tells at once when the link comes or goes. */
export function startStatusWorker(parts: StatusWorkerParts) {
  const { hub, source, server, simulated, frame, mapImage, clock, everyMs, onFault } = parts
  /** @returns whether the hub took it */
  const report = (name: string, input: unknown) =>
    hub.execute('game link', name, input).then(
      () => true,
      (error: unknown) => {
        onFault(name, error)
        return false
      },
    )
  const links = createLinkReports((link) => {
    const told = { simulated, metresPerUnit: parts.metresPerUnit(), frame, mapImage }
    return report(reportLink.name, { server, link, ...told })
  })

  const read = () => readOnce(parts, report)
  const tellState = () => {
    const { name, since, why } = source.state()
    void links.tell({ name, since, why })
  }
  const tellLink = () => {
    tellState()
    if (source.state().name === 'up') void read()
  }
  const stopListening = source.onState(tellLink)
  const stopReading = every(
    clock,
    () => everyMs,
    async () => {
      await links.again()
      await read()
    },
  )
  tellLink()
  return {
    /** The map lies otherwise over the world than it did. */
    mapChanged: tellState,
    stop() {
      stopListening()
      stopReading()
    },
  }
}

async function readOnce(
  { source, server, clock, onLatency }: StatusWorkerParts,
  report: (name: string, input: unknown) => Promise<unknown>,
) {
  if (source.state().name !== 'up') return
  const askedAt = clock.now()
  // A game that does not answer or answers nonsense is told by the link's state and counters: what is known stays.
  const details = await source.details().catch(() => null)
  if (!details) return
  const { latencyMs } = source.counters()
  if (latencyMs !== null) onLatency?.(latencyMs)
  const reading = readingOf(details, clock.now(), latencyMs)
  const { whitelist, globalChat, humans, spawnAI } = details.flags
  await report(reportServer.name, { server, reading, switches: { askedAt, whitelist, globalChat, humans, spawnAI } })
}

const readingOf = (details: Details, now: number, latencyMs: number | null): ServerReading => ({
  readAt: now,
  latencyMs,
  name: details.name,
  map: details.map,
  version: details.version,
  playerCount: details.currentPlayers,
  maxPlayers: details.maxPlayers,
  hasPassword: details.hasPassword,
  startedAt: details.uptimeSeconds === null ? null : now - details.uptimeSeconds * 1_000,
  clock: clockOf(details, now),
})

const clockOf = ({ timeOfDayMinutes, dayLengthMinutes, nightLengthMinutes }: Details, now: number) =>
  timeOfDayMinutes !== null && dayLengthMinutes && nightLengthMinutes
    ? { minutes: timeOfDayMinutes, at: now, dayLengthMinutes, nightLengthMinutes }
    : null

/**
 * Tells the states of a link one after the other, in the order in which they came. One that is refused is kept and told
 * before the next, or by `again`; when several wait by then, only the last is still true and the others are dropped.
 * @param report resolves to whether the state was taken
 */
export function createLinkReports<State>(report: (state: State) => Promise<boolean>) {
  let untold: State[] = []
  let isTelling = false

  const again = async () => {
    if (isTelling) return
    isTelling = true
    for (let [next] = untold; next !== undefined; [next] = untold) {
      if (await report(next)) untold.shift()
      else {
        untold = untold.slice(-1)
        break
      }
    }
    isTelling = false
  }
  return {
    tell(state: State): Promise<void> {
      untold.push(state)
      return again()
    },
    again,
  }
}
