import { z } from 'zod'

/** Slots 1 to 3 take main mutations, 4 to 6 parent mutations. */
export const slotsOfKind = 3

const Ids = z.array(z.string().max(80)).max(slotsOfKind)

/** Ids of the catalogue. */
export const Slots = z.object({ main: Ids, parents: Ids })
export type Slots = z.infer<typeof Slots>

export const noMutations: Slots = { main: [], parents: [] }

export const slotProblems = {
  none: 'Please select at least one mutation before redeeming.',
  full: 'All mutation slots are full.',
  needsMain: 'You must select at least one main mutation before selecting parent mutations.',
} as const
export type SlotProblem = keyof typeof slotProblems

export const isChosen = ({ main, parents }: Slots, id: string) => main.includes(id) || parents.includes(id)

/** Told where the last main mutation was taken out and parents went with it. */
export const parentsLeftText = 'Parent mutations need a main one, so they were taken out too.'

interface Toggled {
  readonly slots: Slots
  readonly problem: SlotProblem | null
  /** Parents that went out with the last main mutation. */
  readonly gone: readonly string[]
}

/** Chooses a mutation, or takes out one that is chosen. Without a main mutation there are no parents. */
export function toggleMutation(slots: Slots, id: string, kind: 'main' | 'parent'): Toggled {
  const { main, parents } = slots
  const same = (problem: SlotProblem | null): Toggled => ({ slots, problem, gone: [] })
  if (parents.includes(id))
    return { slots: { main, parents: parents.filter((one) => one !== id) }, problem: null, gone: [] }
  if (main.includes(id)) {
    const rest = main.filter((one) => one !== id)
    const gone = rest.length === 0 ? parents : []
    return { slots: { main: rest, parents: gone.length > 0 ? [] : parents }, problem: null, gone }
  }
  if (kind === 'parent' && main.length === 0) return same('needsMain')
  if ((kind === 'main' ? main : parents).length >= slotsOfKind) return same('full')
  const chosen = kind === 'main' ? { main: [...main, id], parents } : { main, parents: [...parents, id] }
  return { slots: chosen, problem: null, gone: [] }
}

/**
 * What is wrong with a choice that is to be redeemed; null if nothing is.
 * @param isMainOffered false where an owner has taken off all main mutations: a dinosaur is redeemed without one then
 */
export function slotsProblem({ main, parents }: Slots, isMainOffered = true): SlotProblem | null {
  if (main.length === 0) return parents.length > 0 ? 'needsMain' : isMainOffered ? 'none' : null
  const isTwice = new Set([...main, ...parents]).size < main.length + parents.length
  return main.length > slotsOfKind || parents.length > slotsOfKind || isTwice ? 'full' : null
}

/** The choice as a part of an address, as `wader+nocturnal~wader-parent`. */
export const buildText = ({ main, parents }: Slots) =>
  parents.length > 0 ? `${main.join('+')}~${parents.join('+')}` : main.join('+')

/** Reads such a part: what is unknown or too much is left out. @param isKnown whether the catalogue has it */
export function readBuild(text: string, isKnown: (id: string, kind: 'main' | 'parent') => boolean): Slots {
  const [main = '', parents = ''] = text.split('~')
  const ids = (part: string, kind: 'main' | 'parent') =>
    [...new Set(part.split(/[+ ]/))].filter((id) => isKnown(id, kind)).slice(0, slotsOfKind)
  const chosen = ids(main, 'main')
  return { main: chosen, parents: chosen.length > 0 ? ids(parents, 'parent') : [] }
}
