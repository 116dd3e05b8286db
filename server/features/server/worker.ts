import { reportLink, reportServer, type ServerReading } from '../../../shared/features/server/commands.ts'
import type { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

/** The part of a game link that this worker uses; see `server/game/link.ts`. */
interface StatusSource {
  state(): {
    readonly name: 'connecting' | 'up' | 'refused' | 'down'
    readonly since: number
    readonly why: string | null
  }
  onState(listener: () => void): () => void
  details(): Promise<{
    readonly name: string | null
    readonly map: string | null
    readonly maxPlayers: number | null
    readonly currentPlayers: number | null
    readonly dayLengthMinutes: number | null
    readonly nightLengthMinutes: number | null
    readonly hasPassword: boolean | null
    readonly flags: Readonly<Record<'whitelist' | 'globalChat' | 'humans' | 'spawnAI', boolean | null>>
    readonly timeOfDayMinutes: number | null
    readonly uptimeSeconds: number | null
    readonly version: string | null
  }>
  counters(): { readonly latencyMs: number | null }
}
type Details = Awaited<ReturnType<StatusSource['details']>>

interface StatusWorkerOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly source: StatusSource
  readonly server: string
  readonly simulated: boolean
  /** The current size of a map unit. */
  metresPerUnit(): number
  /** From the configuration. */
  readonly frame?: Frame
  /** With the server status switched off the link is reported, and the status is not read. */
  readonly features?: HubFeatures
  /** The address of the owner's own map image; null without one. */
  readonly mapImage: string | null
  readonly clock: Clock
  readonly everyMs: number
  /** Called once per reading with the game's response time in ms. */
  readonly onLatency?: (ms: number) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Time servers adjust the clock by less, all the time. */
const clockJitterMs = 5_000

/** Reads the status of the game at an interval, whether a client watches or not, and reports each change of the link at once. */
export function startStatusWorker(options: StatusWorkerOptions) {
  const { hub, source, server, simulated, frame, mapImage, features, clock, everyMs, onFault } = options

  /** Resolves to whether the hub accepted the report. */
  const report = (name: string, input: unknown) =>
    hub.execute('game link', name, input).then(
      () => true,
      (error: unknown) => {
        onFault(name, error)
        return false
      },
    )
  const linkReports = createLinkReports((link) => {
    const metresPerUnit = options.metresPerUnit()
    return report(reportLink.name, { server, link, simulated, metresPerUnit, frame, mapImage, features })
  })
  const reportState = () => {
    const { name, since, why } = source.state()
    void linkReports.add({ name, since, why })
  }
  let last: { reading: ServerReading; switches: object; monotonic: number } | null = null
  /** After the machine's clock was set the time of the last reading would be too young, or too old. */
  const correctAge = async () => {
    if (last === null) return
    const ageMs = clock.monotonic() - last.monotonic
    const now = clock.now()
    const readAt = now - ageMs
    if (Math.abs(readAt - last.reading.readAt) < clockJitterMs) return
    last = { ...last, reading: { ...last.reading, readAt } }
    await report(reportServer.name, { server, reading: last.reading, switches: last.switches })
  }
  const readStatus = async () => {
    if (source.state().name !== 'up' || features?.realServerStatus === false) return
    const askedAt = clock.now()
    // The state and the counters of the link show a failure; the last known status stays, with its age.
    const details = await source.details().catch(() => null)
    if (!details || !isLegible(details)) return correctAge()
    const { latencyMs } = source.counters()
    if (latencyMs !== null) options.onLatency?.(latencyMs)
    const reading = readingOf(details, clock.now(), latencyMs)
    const { whitelist, globalChat, humans, spawnAI } = details.flags
    const switches = { askedAt, whitelist, globalChat, humans, spawnAI }
    last = { reading, switches, monotonic: clock.monotonic() }
    await report(reportServer.name, { server, reading, switches })
  }
  const onLinkChange = () => {
    reportState()
    if (source.state().name === 'up') void readStatus()
  }
  const stopListening = source.onState(onLinkChange)
  const stopReading = every(
    clock,
    () => everyMs,
    async () => {
      await linkReports.retry()
      await readStatus()
    },
  )
  onLinkChange()
  return {
    /** Call when the position of the map over the world has changed. */
    mapChanged: reportState,
    stop() {
      stopListening()
      stopReading()
    },
  }
}

const readingOf = (details: Details, now: number, latencyMs: number | null): ServerReading => ({
  readAt: now,
  latencyMs,
  name: details.name || null,
  map: details.map || null,
  version: details.version,
  playerCount: details.currentPlayers,
  maxPlayers: details.maxPlayers,
  hasPassword: details.hasPassword,
  dayLengthMinutes: details.dayLengthMinutes || null,
  nightLengthMinutes: details.nightLengthMinutes || null,
  startedAt: details.uptimeSeconds === null ? null : now - details.uptimeSeconds * 1_000,
  clock: clockOf(details, now),
})

/** A reply in which no value could be read is not a reading, however it is framed. */
const isLegible = ({ flags, ...values }: Details) =>
  [...Object.values(values), ...Object.values(flags)].some((value) => value !== null && value !== '')

const clockOf = ({ timeOfDayMinutes, dayLengthMinutes, nightLengthMinutes }: Details, now: number) =>
  timeOfDayMinutes !== null && dayLengthMinutes && nightLengthMinutes
    ? { minutes: timeOfDayMinutes, at: now, dayLengthMinutes, nightLengthMinutes }
    : null

/**
 * Reports the states of a link one after the other, in order. A refused report is repeated before the next one, or by `retry`. If
 * several states are waiting then, all but the last are outdated and dropped.
 * @param report resolves to whether the state was accepted
 */
export function createLinkReports<State>(report: (state: State) => Promise<boolean>) {
  let pending: State[] = []
  let isReporting = false

  const retry = async () => {
    if (isReporting) return
    isReporting = true
    for (let [next] = pending; next !== undefined; [next] = pending) {
      if (await report(next)) pending.shift()
      else {
        pending = pending.slice(-1)
        break
      }
    }
    isReporting = false
  }
  return {
    add(state: State): Promise<void> {
      pending.push(state)
      return retry()
    },
    retry,
  }
}
