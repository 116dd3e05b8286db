import type { DeliveryKind, GameAction, StoredAs } from '../../../shared/features/deliveries/kinds.ts'
import type { GameAnimal, GamePoint } from '../link.ts'
import { type Baseline, livingOf, type Reading } from './readings.ts'
import { mutationsOf } from './verbs.ts'

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
/** Game centimetres: farther than any dinosaur runs or flies while an outcome is awaited. */
const farCm = 60_000
/** More than a dinosaur grows by itself while an outcome is awaited, even where growth is fast. */
const growthByItself = 0.05
/** How much less and more than the stored growth a reading may show: both are rounded, and the dinosaur grows on. */
const storedGrowth = { less: 0.015, more: 0.03 }
/** How far hunger, thirst and health may be from what was stored: seconds have passed, and both are rounded. */
const storedVital = 0.08
/** Hunger and thirst never fall that much by themselves while an outcome is awaited. */
const suddenFall = 0.15

const byAnimal =
  (judge: (animal: GameAnimal, seen: Seen) => ReturnType<Judge>): Judge =>
  (seen) => {
    const animal = livingOf(seen.now, seen.id)
    return typeof animal === 'string' ? null : judge(animal, seen)
  }

const isOtherGender = (one: GameAnimal, other: GameAnimal) =>
  one.gender !== null && other.gender !== null && one.gender !== other.gender
const isOther = (before: GameAnimal, now: GameAnimal) =>
  before.species !== now.species || isOtherGender(before, now) || now.growth < before.growth - 0.03

const gone: Judge = ({ id, before, now }) => {
  const animal = livingOf(now, id)
  if (animal === 'unclear') return null
  if (animal !== 'none') return before?.animal && isOther(before.animal, animal) ? done : null
  if (isDead(now, id)) return done
  // A player who has left the game took a living dinosaur along.
  return before?.animal && now.listed.has(id) ? done : null
}

/** What the game shows of each kind. */
const judges: Readonly<Partial<Record<DeliveryKind, Judge>>> = {
  slay: gone,
  /** Death alone may have another cause, and an answer proves no death: only both together show that it was stored. */
  park: (seen) => (seen.isAnswered ? gone(seen) : null),
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
    const wanted = mutationsOf(action.detail)
    const hasAll = (of: readonly string[]) => wanted.every((one) => of.includes(one))
    if (wanted.length === 0 || !hasAll(mutations)) return null
    if (before?.animal && hasAll(before.animal.mutations)) return isAnswered ? alreadySo : null
    return done
  }),
  /** A new dinosaur of the species, even where the player had none. */
  spawn: byAnimal((animal, { action, before, isAnswered }) => {
    if (animal.species !== action.detail.text || before === null) return null
    if (before.animal === null || isOther(before.animal, animal)) return done
    return isAnswered ? alreadySo : null
  }),
  /** The juvenile has become what was stored, and keeps its gender, which the mods cannot restore. */
  redeem: byAnimal((animal, { action, before, isAnswered }) => {
    const { species, stored } = action.detail
    const was = before?.animal
    if (!was || !stored || animal.species !== (species ?? was.species) || isOtherGender(was, animal)) return null
    const restored = isLikeStored(animal, was, stored)
    return restored && isNoLonger(was, animal, isAnswered) ? done : null
  }),
}

const vitals = ['health', 'hunger', 'thirst'] as const

/** Mods restore the vitals, leave those of the juvenile, or fill them. Any other value belongs to another dinosaur. */
function isLikeStored(animal: GameAnimal, was: GameAnimal, stored: StoredAs): boolean {
  const { growth } = stored
  // Without the growth nothing would tell it from the juvenile.
  if (growth === null) return false
  const grown = animal.growth - growth / 100
  if (grown < -storedGrowth.less || grown > storedGrowth.more) return false
  return vitals.every((name) => {
    const kept = stored[name]
    return kept === null || [kept / 100, was[name], 1].some((value) => isNear(animal[name], value))
  })
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= storedVital

/**
 * What a juvenile never does by itself while an outcome is awaited. A jump in growth is proof; where both are grown alike, hunger or thirst that fell suddenly and a
 * place far away count together with the mod's answer.
 */
function isNoLonger(was: GameAnimal, now: GameAnimal, isAnswered: boolean): boolean {
  if (Math.abs(now.growth - was.growth) > growthByItself) return true
  if (!isAnswered) return false
  const isMoved = was.location !== null && now.location !== null && distanceCm(was.location, now.location) > farCm
  return isMoved || was.hunger - now.hunger >= suddenFall || was.thirst - now.thirst >= suddenFall
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
