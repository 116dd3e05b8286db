import { isHarmlessTwice } from '../../../server/game/harmlessTwice.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import type { Evidence } from './evidence.ts'
import type { Replay } from './replay.ts'

/** What text marks a delivery with, so that it is known again in the game. */
export const markIn = (text: string): string | null => /mark-\d+-end/.exec(text)?.[0] ?? null

const notDone: readonly Delivery['state'][] = ['failed', 'byHand', 'cancelled']

/** Of what staff wanted of the game: what it truly was told, against what the hub tells of it. */
export function judgeDeliveries({ asked, deeds }: Pick<Evidence, 'asked' | 'deeds'>, { values }: Replay): string[] {
  const told = values.get('deliveries/main')?.at(-1) as { entries: Record<string, Delivery> } | undefined
  const all = Object.values(told?.entries ?? {})
  const times = new Map<string, number>()
  for (const deed of deeds) {
    const mark = markIn(deed)
    if (mark) times.set(mark, (times.get(mark) ?? 0) + 1)
  }
  const lost = asked.flatMap(({ name, answer }) => {
    const id = answer?.ok && name.startsWith('deliveries.') ? (answer.output as { id: string }).id : null
    return id === null || told?.entries[id] ? [] : [`delivery ${id} was acknowledged, and there is none`]
  })
  const marks = new Set(all.flatMap(({ detail }) => markIn(detail.text ?? '') ?? []))
  const invented = [...times.keys()]
    .filter((mark) => !marks.has(mark))
    .map((mark) => `the game was told ${mark}, of which nothing is kept`)
  return [
    ...lost,
    ...invented,
    ...all.flatMap((one) => wrongOf(one, times.get(markIn(one.detail.text ?? '') ?? '') ?? 0) ?? []),
  ]
}

function wrongOf({ id, kind, state, attempts, detail }: Delivery, times: number): string | null {
  const tells = `delivery ${id} (${kind}, ${state} after ${attempts} attempts)`
  if (state === 'queued' || state === 'sending') return `${tells} has not ended`
  // Without a mark it cannot be known again in the game.
  if (isHarmlessTwice(kind) || markIn(detail.text ?? '') === null) return null
  if (times > 1) return `${tells} was done ${times} times`
  if (state === 'confirmed' && times === 0) return `${tells} was never done`
  return notDone.includes(state) && times > 0 ? `${tells} was done all the same` : null
}
