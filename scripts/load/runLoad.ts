import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { mainServer } from '../../shared/engine/ids.ts'
import { mapImage } from '../../shared/features/mapImage/mapImage.ts'
import { mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { positionsStream, roster } from '../../shared/features/roster/roster.ts'
import { server } from '../../shared/features/server/server.ts'
import { startChild } from '../bench/childProcess.ts'
import { authorizeLoad, type LoadPermit, saveSettings } from './authorize.ts'
import { localNow } from './clock.ts'
import type { CrowdAnswers, CrowdSettings } from './crowd.ts'
import { combined, type Measurements } from './measurements.ts'
import type { LoadSettings } from './options.ts'

/** One reading of all processes. */
export interface Moment {
  /** Since the start, s. */
  readonly at: number
  /** Since the previous reading, s. */
  readonly seconds: number
  readonly phase: 'coming' | 'all there'
  readonly measurements: Measurements
}

export interface Load {
  readonly community: string
  readonly startedAt: number
  readonly moments: readonly Moment[]
}

interface LoadListener {
  readonly stop: AbortSignal
  readonly onMoment?: (moment: Moment) => void
}

const viewersPerProcess = 2_000
const tickMs = 250
const momentMs = 1_000
const publicIds = [server, mapImage, regionCounts].map(({ kind }) => `${kind}/${mainServer}`)
const positions = positionsStream(mainServer)

type Crowd = ReturnType<typeof startChild<CrowdAnswers>>

/** @throws NotPermitted, or an error that says why the hub cannot be reached */
export async function runLoad(settings: LoadSettings, listener: LoadListener): Promise<Load> {
  const { community, player } = await authorizeLoad(settings)
  const restoreSettings = player && settings.commandEverySeconds > 0 ? await saveSettings(settings.url, player) : null
  const processes = Math.min(
    availableParallelism(),
    Math.ceil((settings.viewers + settings.players) / viewersPerProcess),
  )
  const crowds = Array.from({ length: processes }, () =>
    startChild<CrowdAnswers>(new URL('./crowd.ts', import.meta.url)),
  )
  const startedAt = localNow()
  try {
    const crowdSettings = crowdSettingsOf(settings, player, startedAt)
    await Promise.all(crowds.map((crowd) => crowd.ask('start', crowdSettings)))
    const moments = await keepLoad(settings, crowds, listener)
    await Promise.all(crowds.map((crowd) => crowd.ask('leave')))
    return { community, startedAt, moments }
  } finally {
    for (const crowd of crowds) crowd.end()
    await restoreSettings?.()
  }
}

function crowdSettingsOf(settings: LoadSettings, player: LoadPermit['player'], stampedFrom: number): CrowdSettings {
  const { url, commandEverySeconds, playersSee } = settings
  const own = player ? [`${mapSettings.kind}/${player.account}`] : []
  // With thousands of players on one account, each command would be sent to all of them.
  const staffIds = playersSee === 'map' ? [`${roster.kind}/${mainServer}`, ...own] : []
  return {
    url,
    stampedFrom,
    commandEveryMs: commandEverySeconds * 1_000,
    viewers: { headers: { origin: url }, watch: publicIds, stream: null },
    players: {
      headers: { origin: url, ...player?.headers },
      watch: [...publicIds, ...staffIds, positions],
      stream: positions,
    },
  }
}

/** Ramps up, and keeps the load for its time. */
async function keepLoad(settings: LoadSettings, crowds: readonly Crowd[], { stop, onMoment }: LoadListener) {
  const moments: Moment[] = []
  const ramp = createRamp(settings)
  const startedAt = performance.now()
  let allThereAt: number | null = null
  let readAt = startedAt
  const isOver = () => allThereAt !== null && performance.now() - allThereAt >= settings.seconds * 1_000
  const read = async () => {
    const measurements = combined(await Promise.all(crowds.map((crowd) => crowd.ask('take'))))
    const at = (performance.now() - startedAt) / 1_000
    const phase = allThereAt === null ? 'coming' : 'all there'
    const moment: Moment = { at, seconds: at - (moments.at(-1)?.at ?? 0), phase, measurements }
    moments.push(moment)
    onMoment?.(moment)
    ramp.update(measurements)
  }
  while (!isOver() && !stop.aborted) {
    await sleep(tickMs)
    const now = performance.now()
    if (allThereAt === null) {
      const full = (await Promise.all(crowds.map((crowd) => crowd.ask('isHubFull')))).some(Boolean)
      if (full || ramp.isOver(now - startedAt)) {
        allThereAt = now
        await Promise.all(crowds.map((crowd) => crowd.ask('sendCommands', true)))
      } else await grow(crowds, ramp.due(now - startedAt))
    }
    if (now - readAt >= momentMs) {
      readAt = now
      await read()
    }
  }
  await Promise.all(crowds.map((crowd) => crowd.ask('sendCommands', false)))
  await read()
  return moments
}

const grow = (crowds: readonly Crowd[], due: { readonly viewers: number; readonly players: number }) =>
  Promise.all(
    crowds.map((crowd, at) => {
      const share = (count: number) => Math.floor((count + at) / crowds.length)
      return crowd.ask('grow', { viewers: share(due.viewers), players: share(due.players) })
    }),
  )

/** Maximum of connections being opened, or those of two seconds: a hub that does not keep up gets no more. */
const minOpening = 300
/** How long the ramp waits for connections that did not open in time. */
const waitMs = 20_000

/** When viewers and players connect: evenly, mixed, and slower if the hub is slow to admit them. */
export function createRamp({
  viewers,
  players,
  rampPerSecond,
}: Pick<LoadSettings, 'viewers' | 'players' | 'rampPerSecond'>) {
  const total = viewers + players
  const maxOpening = Math.max(minOpening, 2 * rampPerSecond)
  const plannedMs = (total / rampPerSecond) * 1_000
  let sent = 0
  let sentPlayers = 0
  let open = 0
  return {
    update(measurements: Pick<Measurements, 'viewers' | 'players'>) {
      open = measurements.viewers + measurements.players
    },
    /** @param ms since the start */
    due(ms: number) {
      const planned = Math.min(total, Math.ceil((total * ms) / plannedMs))
      const count = Math.max(0, Math.min(planned - sent, maxOpening - (sent - open)))
      sent += count
      const playersNow = Math.round((players * sent) / total) - sentPlayers
      sentPlayers += playersNow
      return { viewers: count - playersNow, players: playersNow }
    },
    isOver: (ms: number) => (sent === total && open >= total) || ms > plannedMs * 2 + waitMs,
  }
}

/** Ctrl+C ends the load early with a report; twice ends it at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
