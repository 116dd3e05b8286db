import { isHarmlessTwice } from '../../../server/game/actionLink.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import type { Evidence } from './evidence.ts'
import type { Replay } from './replay.ts'

/** What text marks a delivery with, so that it is known again in the game. */
export const markIn = (text: string): string | null => /mark-\d+-end/.exec(text)?.[0] ?? null

const notDone: readonly Delivery['state'][] = ['failed', 'manual', 'cancelled']

type Given = Pick<Evidence, 'asked' | 'deeds' | 'entries'>

/** By delivery: the mark of what was wanted. Words of messages are kept apart, so that it is known from who asked for it. */
function marksByDelivery({ asked, entries }: Given): ReadonlyMap<string, string> {
  const wanted = new Map(asked.map(({ commandId, input }) => [commandId, markIn(JSON.stringify(input))]))
  return new Map(
    entries.flatMap(({ commandId, output, refused }) => {
      const mark = refused ? undefined : wanted.get(commandId ?? '')
      return mark ? [[(output as { id: string }).id, mark] as const] : []
    }),
  )
}

const timesOf = (deeds: readonly string[]) => {
  const times = new Map<string, number>()
  for (const deed of deeds) {
    const mark = markIn(deed)
    if (mark) times.set(mark, (times.get(mark) ?? 0) + 1)
  }
  return times
}

/** Of what staff wanted of the game: what it truly was told, against what the hub tells of it. */
export function judgeDeliveries(given: Given, { values }: Replay): string[] {
  const told = values.get('deliveries/main')?.at(-1) as { entries: Record<string, Delivery> } | undefined
  const marks = marksByDelivery(given)
  const times = timesOf(given.deeds)
  const lost = given.asked.flatMap(({ name, answer }) => {
    const id = answer?.ok && name.startsWith('deliveries.') ? (answer.output as { id: string }).id : null
    return id === null || told?.entries[id] ? [] : [`delivery ${id} was acknowledged, and there is none`]
  })
  const known = new Set(marks.values())
  const invented = [...times.keys()]
    .filter((mark) => !known.has(mark))
    .map((mark) => `the game was told ${mark}, of which nothing is kept`)
  const wrongs = Object.values(told?.entries ?? {}).flatMap((one) => {
    const mark = marks.get(one.id)
    return wrongOf(one, mark === undefined ? null : (times.get(mark) ?? 0)) ?? []
  })
  return [...lost, ...invented, ...wrongs]
}

/** @param times null where it cannot be known again in the game */
function wrongOf({ id, kind, state, attempts }: Delivery, times: number | null): string | null {
  const tells = `delivery ${id} (${kind}, ${state} after ${attempts} attempts)`
  if (state === 'queued' || state === 'sending') return `${tells} has not ended`
  if (isHarmlessTwice(kind) || times === null) return null
  if (times > 1) return `${tells} was done ${times} times`
  if (state === 'confirmed' && times === 0) return `${tells} was never done`
  return notDone.includes(state) && times > 0 ? `${tells} was done all the same` : null
}
