import { mainServer } from '../../shared/engine/ids.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { server } from '../../shared/features/server/server.ts'
import type { Change, Down } from '../../shared/protocol/down.ts'

/** What a `down` holds, as far as a viewer that only measures wants to know it. */
export interface DownSummary {
  readonly patches: number
  /** What is now held whole. */
  readonly whole: readonly string[]
  /** Values that patches gave to `zoomLevel`: our own commands write down there when they were given. */
  readonly stamps: readonly number[]
  /** Epoch ms by the hub's clock at which it read what patches tell of. */
  readonly readAts: readonly number[]
}

/** 42["down", */
const headLength = 10
const readHere: readonly string[] = [`${server.kind}/${mainServer}`, `${roster.kind}/${mainServer}`]

/** Of a field, as patches set it by itself or with its whole document. */
const settingsOf = (change: Change, field: string): number[] =>
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
    stamps: changes.flatMap((change) => settingsOf(change, 'zoomLevel')),
    readAts: changes.flatMap((change) => (readHere.includes(change.id) ? settingsOf(change, 'readAt') : [])),
  }
}

const kept = 4

/** Thousands of viewers are sent the same bytes: they are read once. */
export function createDownReader() {
  let recent: { readonly bytes: Buffer; readonly summary: DownSummary }[] = []
  return (bytes: Buffer): DownSummary => {
    const known = recent.find((one) => one.bytes.equals(bytes))
    if (known) return known.summary
    const summary = read(bytes)
    recent = [{ bytes, summary }, ...recent.slice(0, kept - 1)]
    return summary
  }
}
export type DownReader = ReturnType<typeof createDownReader>
