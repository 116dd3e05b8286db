import { reportHost } from '../../../shared/features/gameHost/commands.ts'
import {
  gameHost,
  type HostAdapterName,
  type HostCapabilities,
  type HostReading,
} from '../../../shared/features/gameHost/gameHost.ts'
import type { Hub } from '../../engine/hub.ts'

/** The part of a host link that this worker uses; see `server/game/host/hostLink.ts`. */
interface HostSource {
  readonly adapter: HostAdapterName
  readonly place: string
  readonly can: HostCapabilities
  status(): {
    readonly link: { readonly name: 'connecting' | 'up' | 'refused' | 'down'; readonly why: string | null }
    readonly reading: HostReading | null
  }
  onStatus(listener: () => void): () => void
  lookEvery(ms: number): void
}

/** Between two looks at the host while an owner watches, and while none does, ms. A panel answers 256 requests a minute. */
export const watchedEveryMs = 12_000
export const unwatchedEveryMs = 60_000

interface HostWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute'>
  readonly server: string
  /** Null: no host is connected. */
  readonly source: HostSource | null
  isWatched(): boolean
  /** Calls the listener when `isWatched` may have changed. Returns the unsubscribe. */
  onWatched(listener: () => void): () => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Reports what the host says of the game server: often while an owner watches it. Returns the way to stop. */
export function startHostWorker({ hub, server, source, isWatched, onWatched, onFault }: HostWorkerDeps): () => void {
  const report = createReports((input) => hub.execute('game host', reportHost.name, { server, ...input }), onFault)
  // What an earlier leader reported ends with the host that is not configured any more.
  if (!source) {
    if (hub.read(gameHost, server).adapter !== null)
      report({ adapter: null, place: null, can: null, link: 'connecting', why: null, reading: null })
    return () => {}
  }
  const { adapter, place, can } = source
  const reportStatus = () => {
    const { link, reading } = source.status()
    report({ adapter, place, can, link: link.name, why: link.why?.slice(0, 1_000) ?? null, reading })
  }
  const pace = () => source.lookEvery(isWatched() ? watchedEveryMs : unwatchedEveryMs)
  const stops = [source.onStatus(reportStatus), onWatched(pace)]
  pace()
  reportStatus()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Makes the function that reports one after the other; of several that wait only the last. */
function createReports(execute: (input: object) => Promise<unknown>, onFault: HostWorkerDeps['onFault']) {
  let next: object | null = null
  let isReporting = false
  const work = async () => {
    if (isReporting) return
    isReporting = true
    for (let input = next; input; input = next) {
      next = null
      await execute(input).catch((error: unknown) => onFault(reportHost.name, error))
    }
    isReporting = false
  }
  return (input: object) => {
    next = input
    void work()
  }
}
