import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import type { Patch } from '../../../shared/protocol/down.ts'

/**
 * The same segment with neither name nor id of those who are meant: where they were stays to be seen, as of somebody without a
 * name. A segment in which nobody is meant is given back as it is.
 * @param text a ReplaySegment as JSON
 */
export function anonymize(text: string, isMeant: (id: string) => boolean): string {
  const blanking = createBlanking(isMeant)
  const segment = JSON.parse(text) as ReplaySegment
  const players = blanking.whole(segment.players)
  const steps = segment.steps.map((step) => ({
    ...step,
    patches: step.patches.map((patch) => blankPatch(blanking, patch)),
  }))
  return blanking.count() === 0 ? text : JSON.stringify({ ...segment, players, steps })
}

type Blanking = ReturnType<typeof createBlanking>

function blankPatch({ whole, isOne }: Blanking, patch: Patch): Patch {
  const isName = patch.path.at(-1) === 'name' && patch.path.some(isOne)
  return { ...(whole(patch) as Patch), ...(isName && { value: '' }) }
}

/** Each of those who are meant gets a number in place of the id, the same throughout the segment. */
function createBlanking(isMeant: (id: string) => boolean) {
  const asked = new Map<string, string | null>()
  let count = 0
  const numberFor = (id: string): string | null => {
    if (!isMeant(id)) return null
    count += 1
    return `erased-${count}`
  }
  const instead = (id: string) => {
    if (!asked.has(id)) asked.set(id, numberFor(id))
    return asked.get(id) ?? null
  }
  const isOne = (value: unknown) => typeof value === 'string' && instead(value) !== null
  const whole = (value: unknown): unknown => {
    if (typeof value === 'string') return instead(value) ?? value
    if (Array.isArray(value)) return value.map(whole)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([field, inner]) => [instead(field) ?? field, whole(inner)])
    return { ...Object.fromEntries(entries), ...('id' in value && 'name' in value && isOne(value.id) && { name: '' }) }
  }
  return { whole, isOne, count: () => count }
}
