import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { GameAnimal, GamePoint } from '../link.ts'
import { type Baseline, livingOf, type Reading } from './readings.ts'

const isDead = ({ animals }: Reading, id: string) => animals.some((one) => one.id === id && one.health === 0)

interface Seen {
  readonly action: GameAction
  readonly id: string
  /** Null: not known any more, as after a restart of the hub. */
  readonly before: Baseline | null
  readonly now: Reading
  /** The mod says that it did it. It counts only where the game already showed what was wanted. */
  readonly isAnswered: boolean
}
/** Whether the game shows it; `changed` false where it was so before. */
type Judge = (seen: Seen) => { readonly changed: boolean } | null

const done = { changed: true }
const alreadySo = { changed: false }

/** Readings have two decimals. */
const sameGrowth = 0.011
const fullHealth = 0.97
/** Game centimetres: as far as a dinosaur runs between its arrival and a reading. */
const nearCm = 10_000

const byAnimal =
  (judge: (animal: GameAnimal, seen: Seen) => ReturnType<Judge>): Judge =>
  (seen) => {
    const animal = livingOf(seen.now, seen.id)
    return typeof animal === 'string' ? null : judge(animal, seen)
  }

const isOther = (before: GameAnimal, now: GameAnimal) =>
  before.species !== now.species ||
  (before.gender !== null && now.gender !== null && before.gender !== now.gender) ||
  now.growth < before.growth - 0.03

const gone: Judge = ({ id, before, now }) => {
  const animal = livingOf(now, id)
  if (animal === 'unclear') return null
  if (animal !== 'none') return before?.animal && isOther(before.animal, animal) ? done : null
  if (isDead(now, id)) return done
  // Who has left took a living dinosaur along.
  return before?.animal && now.listed.has(id) ? done : null
}

/** What the game shows of each kind. */
const judges: Readonly<Partial<Record<DeliveryKind, Judge>>> = {
  slay: gone,
  park: gone,
  kick: ({ id, now }) => (now.listed.has(id) ? null : done),
  heal: byAnimal(({ health }, { before, isAnswered }) => {
    const was = before?.animal?.health ?? null
    if (was !== null && was >= fullHealth) return isAnswered && health >= fullHealth ? alreadySo : null
    // Dinosaurs heal by themselves, though never half of what they lack within seconds.
    return health >= fullHealth || (was !== null && health - was >= Math.max(0.05, (1 - was) / 2)) ? done : null
  }),
  grow: byAnimal(({ growth }, { action, before, isAnswered }) => {
    const wanted = Number(action.detail.text)
    const isThere = (value: number) => Math.abs(value - wanted) <= sameGrowth
    if (!isThere(growth)) return null
    if (before?.animal && isThere(before.animal.growth)) return isAnswered ? alreadySo : null
    return done
  }),
  teleport: byAnimal(({ location }, { before, isAnswered }) => {
    const [place, was] = [before?.place, before?.animal?.location]
    if (!place || !location || distanceCm(location, place) > nearCm) return null
    if (was && distanceCm(was, place) > 2 * nearCm) return done
    return isAnswered ? alreadySo : null
  }),
  mutate: byAnimal(({ mutations }, { action, before, isAnswered }) => {
    const wanted = action.detail.text ?? ''
    if (!mutations.includes(wanted)) return null
    if (before?.animal?.mutations.includes(wanted)) return isAnswered ? alreadySo : null
    return done
  }),
  /** A juvenile becomes what was stored: the same species, grown. */
  redeem: byAnimal((animal, { before }) => {
    if (!before?.animal || animal.species !== before.animal.species) return null
    const isGrown = animal.growth >= before.animal.growth + 0.02
    return isGrown || animal.mutations.join() !== before.animal.mutations.join() ? done : null
  }),
}

const distanceCm = (one: GamePoint, other: GamePoint) => Math.hypot(one.x - other.x, one.y - other.y)

/** Whether the game shows the effect of this kind at all. Where it does not, only the mod can say what happened. */
export const isShown = (kind: DeliveryKind): boolean => judges[kind] !== undefined

/**
 * Whether a reading shows that an action was carried out; null where it does not, which proves nothing.
 * @param isAnswered the mod says that it did it
 */
export function judgeReading(
  action: GameAction,
  before: Baseline | null,
  now: Reading,
  isAnswered: boolean,
): { readonly changed: boolean } | null {
  const { kind, target } = action
  return target === null ? null : (judges[kind]?.({ action, id: target.id, before, now, isAnswered }) ?? null)
}
