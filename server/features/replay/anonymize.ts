import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import type { Patch } from '../../../shared/protocol/down.ts'

/**
 * Removes names and ids of the matching players from a segment; their positions stay. Without a match the text is returned unchanged.
 * @param text a ReplaySegment as JSON
 */
export function anonymize(text: string, isErased: (id: string) => boolean): string {
  const anonymizer = createAnonymizer(isErased)
  const segment = JSON.parse(text) as ReplaySegment
  const players = anonymizer.whole(segment.players)
  const steps = segment.steps.map((step) => ({
    ...step,
    patches: step.patches.map((patch) => anonymizePatch(anonymizer, patch)),
  }))
  return anonymizer.count() === 0 ? text : JSON.stringify({ ...segment, players, steps })
}

type Anonymizer = ReturnType<typeof createAnonymizer>

function anonymizePatch({ whole, isOne }: Anonymizer, patch: Patch): Patch {
  const isName = patch.path.at(-1) === 'name' && patch.path.some(isOne)
  return { ...(whole(patch) as Patch), ...(isName && { value: '' }) }
}

/** Replaces each matching id with a number, the same throughout the segment. */
function createAnonymizer(isErased: (id: string) => boolean) {
  const asked = new Map<string, string | null>()
  let count = 0
  const numberFor = (id: string): string | null => {
    if (!isErased(id)) return null
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
