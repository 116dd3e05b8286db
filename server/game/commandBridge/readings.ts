import { withArticle } from '../../../shared/engine/article.ts'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { juvenileGrowth } from '../../../shared/features/inventory/inventory.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { ActionError, type ActionOutcome } from '../actionLink.ts'
import type { GameAnimal, GameLink, GamePoint } from '../link.ts'
import { needsPlace, type Verb } from './verbs.ts'

/** What the game shows at one moment. */
export interface Reading {
  /** Everyone who is connected. */
  readonly listed: ReadonlySet<string>
  readonly animals: readonly GameAnimal[]
}

/** What the game showed before the command was sent. */
export interface Baseline {
  /** Null where the rows of the player contradict each other. */
  readonly animal: GameAnimal | null
  /** Where a teleport leads. */
  readonly place: GamePoint | null
}

/** The living dinosaur of a player. `unclear`: two rows, of which one is old. */
export function livingOf({ animals }: Reading, id: string): GameAnimal | 'none' | 'unclear' {
  const [first, ...others] = animals.filter((one) => one.id === id && one.health > 0)
  return first === undefined ? 'none' : others.length === 0 ? first : 'unclear'
}

/** Kinds that have no effect on a player without a living dinosaur. */
const animalKinds: ReadonlySet<DeliveryKind> = new Set<DeliveryKind>([
  'slay',
  'heal',
  'teleport',
  'grow',
  'mutate',
  'skin',
  'park',
  'redeem',
])
const needsAnimal = (kind: DeliveryKind): boolean => animalKinds.has(kind)

/** Calls at the same time share one reading. */
export function createReader({ players, animals }: Pick<GameLink, 'players' | 'animals'>) {
  let running: Promise<Reading> | null = null
  const read = async (): Promise<Reading> => {
    try {
      const [listed, seen] = [await players(), await animals()]
      return { listed: new Set(listed.map(({ id }) => id)), animals: seen }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new ActionError('notSent', `The game cannot be read, so nothing would show what a command did: ${why}`)
    }
  }
  return (): Promise<Reading> => {
    running ??= read().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * What the game shows before, or a refusal of what cannot work.
 * @throws ActionError notSent where the game cannot be read, unsendable where the destination has no legible place
 */
export async function baselineOf(
  action: GameAction,
  verb: Verb,
  read: () => Promise<Reading>,
): Promise<Baseline | ActionOutcome> {
  const { kind, target, detail } = action
  if (target === null) return { animal: null, place: null }
  const reading = await read()
  const animal = livingOf(reading, target.id)
  if (needsAnimal(kind) && animal === 'none') return refusal(noAnimal(target.name || target.id))
  const unfit = typeof animal === 'string' ? null : (unfitFor[kind]?.(detail, animal) ?? null)
  if (unfit) return refusal(unfit)
  const before = { animal: typeof animal === 'string' ? null : animal, place: null }
  if (!needsPlace(verb)) return before
  const other = livingOf(reading, detail.destination ?? '')
  const name = detail.destinationName || (detail.destination ?? '')
  if (other === 'none') return refusal(noAnimal(name))
  if (other === 'unclear' || other.location === null)
    throw new ActionError('unsendable', `The game does not report the place of ${name}, which the mod needs.`)
  return { ...before, place: other.location }
}

const noAnimal = (name: string) => `${name} has no living dinosaur in the game, so nothing was sent.`

/** Percent: both growths are rounded. */
const sameGrowth = 3

type Unfit = (detail: GameAction['detail'], animal: GameAnimal) => string | null

/** The player may have died, or spawned as another one, since it was asked for. */
const unfitFor: Readonly<Partial<Record<DeliveryKind, Unfit>>> = {
  redeem(detail, animal) {
    const unfit = unfitSpecies(detail, animal)
    if (unfit || Math.round(animal.growth * 100) <= juvenileGrowth) return unfit
    return `The ${speciesName(animal.species)} in the game is over ${juvenileGrowth}% grown, so nothing was sent.`
  },
  /** Otherwise a young one would be kept as the grown one that it followed. */
  park(detail, animal) {
    const [seen, growth] = [detail.stored?.growth ?? 0, Math.round(animal.growth * 100)]
    const unfit = unfitSpecies(detail, animal)
    if (unfit || growth >= seen - sameGrowth) return unfit
    return `The ${speciesName(animal.species)} in the game is ${growth}% grown and not ${seen}%, so nothing was sent.`
  },
}

const unfitSpecies: Unfit = ({ species }, animal) =>
  species === undefined || animal.species === species
    ? null
    : `The dinosaur in the game is ${named(animal.species)} and not ${named(species)}, so nothing was sent.`
const named = (species: string) => withArticle(speciesName(species))

const refusal = (why: string): ActionOutcome => ({ state: 'refused', reply: null, why, changed: false })
