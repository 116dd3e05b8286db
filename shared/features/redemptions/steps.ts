import type { DeliveryKind } from '../deliveries/kinds.ts'
import type { OwnedDinosaur } from '../inventory/inventory.ts'

/** What the game is to do, in order. Text as in a delivery. */
export interface PlannedStep {
  readonly kind: DeliveryKind
  readonly text: string
  readonly parents: string
  readonly isPaid: boolean
}

/** How something comes into the game. */
export interface Plan {
  readonly steps: readonly PlannedStep[]
  /** No link can do all that is paid for: staff do it. */
  readonly isByHand: boolean
  /** The player is first in the game as a living young animal of this species; null where nothing has to be done. */
  readonly standAs: string | null
}

interface Extras {
  /** Names as the game knows them. */
  readonly main?: readonly string[]
  readonly parents?: readonly string[]
  readonly skin?: string | null
}

const step = (kind: DeliveryKind, text = '', parents = ''): PlannedStep => ({ kind, text, parents, isPaid: true })

const extrasOf = ({ main = [], parents = [], skin = null }: Extras): readonly PlannedStep[] => {
  const mutations = main.length > 0 ? [step('mutate', main.join(', '), parents.join(', '))] : []
  const skins = skin === null ? [] : [step('skin', skin)]
  return [...mutations, ...skins].map((one) => ({ ...one, isPaid: false }))
}

const planOf = (
  paid: readonly PlannedStep[],
  rest: Omit<Plan, 'isByHand' | 'steps'>,
  kinds: Kinds,
  extras: Extras = {},
) => ({
  ...rest,
  steps: [...paid, ...extrasOf(extras)],
  isByHand: paid.some(({ kind }) => !kinds.includes(kind)),
})

/** What links can do now. */
type Kinds = readonly DeliveryKind[]

/**
 * A dinosaur: spawned where a mod can; otherwise the player's own young one is made into it; otherwise staff do it by hand.
 * @param growth from 0 to 1
 */
export function planDinosaur(species: string, growth: number, kinds: Kinds, extras: Extras = {}): Plan {
  const grow = step('grow', String(growth))
  const canSpawn = kinds.includes('spawn')
  if (!canSpawn && kinds.includes('grow')) return planOf([grow], { standAs: species }, kinds, extras)
  return planOf([step('spawn', species), grow], { standAs: null }, kinds, extras)
}

/** A dinosaur of the inventory: a young one is made into it where the mod keeps it; otherwise it comes as one that was bought. */
export function planOwned(
  { species, steamId, growth }: Pick<OwnedDinosaur, 'species' | 'steamId' | 'growth'>,
  kinds: Kinds,
  extras: Extras = {},
): Plan {
  if (steamId !== null)
    return kinds.includes('spawn')
      ? planOf([step('spawn', species), step('redeem')], { standAs: null }, kinds, extras)
      : planOf([step('redeem')], { standAs: species }, kinds, extras)
  return planDinosaur(species, (growth ?? 100) / 100, kinds, extras)
}

/** Something for the dinosaur that the player has, or for the server. */
export const planEffect = (kind: DeliveryKind, text: string, kinds: Kinds): Plan =>
  planOf([step(kind, text)], { standAs: null }, kinds)
