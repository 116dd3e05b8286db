import { mainServer } from '../../shared/engine/ids.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { server } from '../../shared/features/server/server.ts'
import type { Change, Down } from '../../shared/protocol/down.ts'
import { isKey, nextSequence, sequenceOf } from '../../shared/protocol/positions/frameHeader.ts'
import { type HubClock, localNow, stampedAt } from './clock.ts'
import type { Recorder } from './measurements.ts'

export interface ReceiverDeps {
  readonly watch: readonly string[]
  /** The watched stream, if any. */
  readonly stream: string | null
  /** Epoch ms from which the stamps of commands count. */
  readonly stampedFrom: number
  readonly recorder: Recorder
  readonly clock: HubClock
  readonly readDown: DownReader
}

/** Measures what one viewer receives. */
export function createReceiver({ watch, stream, stampedFrom, recorder, clock, readDown }: ReceiverDeps) {
  const missing = new Set(watch)
  let startedAt = 0
  let frameAt = 0
  let sequence = 0

  const arrived = (ids: readonly string[]) => {
    if (missing.size === 0) return
    for (const id of ids) missing.delete(id)
    if (missing.size === 0) recorder.took('snapshot', localNow() - startedAt)
  }
  return {
    start() {
      startedAt = localNow()
    },
    refused(ids: readonly string[]) {
      if (ids.length > 0) recorder.fault('refused')
      arrived(ids)
    },
    down(bytes: Buffer) {
      const { patches, whole, stamps, readAts } = readDown(bytes)
      const now = localNow()
      recorder.count('patches', patches)
      recorder.count('snapshots', whole.length)
      arrived(whole)
      for (const stamp of stamps) {
        const sentAt = stampedAt(stamp, stampedFrom)
        if (sentAt !== null) recorder.took('patch', now - sentAt)
      }
      for (const readAt of readAts) recorder.took('status', clock.now() - readAt)
    },
    frame(frame: Uint8Array) {
      const now = localNow()
      recorder.count('frames')
      if (frameAt > 0) recorder.took('frameGap', now - frameAt)
      if (frameAt > 0 && !isKey(frame) && sequenceOf(frame) !== nextSequence(sequence)) recorder.count('missedFrames')
      frameAt = now
      sequence = sequenceOf(frame)
      if (stream !== null) arrived([stream])
    },
  }
}

/** The measured parts of a `down` message. */
interface DownSummary {
  readonly patches: number
  /** Ids of snapshots and confirmed copies. */
  readonly whole: readonly string[]
  /** Values that patches gave to `zoomLevel`, in which the commands of the load store their time. */
  readonly stamps: readonly number[]
  /** Times at which the hub read the patched data from the game, epoch ms by the hub's clock. */
  readonly readAts: readonly number[]
}

/** 42["down", */
const headLength = 10
const timedDocuments: readonly string[] = [`${server.kind}/${mainServer}`, `${roster.kind}/${mainServer}`]

/** Values of a field, set by itself or with its whole document. */
const valuesOf = (change: Change, field: string): number[] =>
  change.type !== 'patch'
    ? []
    : change.patches.flatMap(({ path, value }) => {
        const at = path.join('/')
        const set = at === field ? value : at === '' ? (value as Record<string, unknown> | undefined)?.[field] : null
        return typeof set === 'number' ? [set] : []
      })

function read(bytes: Buffer): DownSummary {
  const { changes } = JSON.parse(bytes.toString('utf8', headLength, bytes.length - 1)) as Down
  return {
    patches: changes.filter(({ type }) => type === 'patch').length,
    whole: changes.flatMap(({ type, id }) => (type === 'snapshot' || type === 'current' ? [id] : [])),
    stamps: changes.flatMap((change) => valuesOf(change, 'zoomLevel')),
    readAts: changes.flatMap((change) => (timedDocuments.includes(change.id) ? valuesOf(change, 'readAt') : [])),
  }
}

const cacheSize = 4

/** Parses messages. Thousands of viewers get the same bytes, which are parsed once. */
export function createDownReader() {
  let recent: { readonly bytes: Buffer; readonly summary: DownSummary }[] = []
  return (bytes: Buffer): DownSummary => {
    const known = recent.find((one) => one.bytes.equals(bytes))
    if (known) return known.summary
    const summary = read(bytes)
    recent = [{ bytes, summary }, ...recent.slice(0, cacheSize - 1)]
    return summary
  }
}
type DownReader = ReturnType<typeof createDownReader>
