import type { ReplayStep } from '../../../shared/features/replay/queries.ts'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'

export interface SegmentStart {
  readonly from: number
  readonly everyMs: number
  readonly players: Readonly<Record<string, RosterEntry>>
  /** Key frame of the stream as of `from`. */
  readonly key: Uint8Array
}

/** The segment that is being recorded: every reading written out once, as it comes, so that the whole is only put together. */
export interface OpenSegment {
  readonly from: number
  until(): number
  /** Of the whole text, and of its steps alone. */
  bytes(): number
  stepBytes(): number
  add(step: Pick<ReplayStep, 'at' | 'patches'> & { readonly frame: Uint8Array }): void
  /** A ReplaySegment as JSON. */
  text(): string
}

export function createOpenSegment({ from, everyMs, players, key }: SegmentStart): OpenSegment {
  const head = `{"from":${from},"everyMs":${everyMs},"players":${JSON.stringify(players)},"key":"${base64(key)}"`
  const steps: string[] = []
  let until = from
  let stepBytes = 0
  return {
    from,
    until: () => until,
    bytes: () => head.length + stepBytes,
    stepBytes: () => stepBytes,
    add({ at, patches, frame }) {
      const step = `{"at":${at},"patches":${JSON.stringify(patches)},"frame":"${base64(frame)}"}`
      steps.push(step)
      stepBytes += step.length
      until = at
    },
    text: () => `${head},"until":${until},"steps":[${steps.join(',')}]}`,
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
