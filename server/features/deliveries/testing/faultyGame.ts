import type { Delivery, LinkName } from '../../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { DeliveryLink, Outcome } from '../link.ts'

type LinkStateName = ReturnType<DeliveryLink['state']>['name']

interface LinkModel {
  readonly name: LinkName
  readonly concurrency: number
  readonly kinds: readonly DeliveryKind[]
  readonly findsOutcomes: boolean
}
const linkModels: readonly LinkModel[] = [
  { name: 'evrima', concurrency: 1, kinds: ['kick', 'message', 'save', 'broadcast'], findsOutcomes: true },
  { name: 'source', concurrency: 4, kinds: ['slay', 'heal', 'kick', 'message'], findsOutcomes: false },
  { name: 'bridge', concurrency: 2, kinds: ['slay', 'heal'], findsOutcomes: false },
]
export const harmlessTwice: readonly DeliveryKind[] = ['heal', 'save']
/** Kinds whose outcome can be seen in the game. */
const visibleKinds: readonly DeliveryKind[] = ['kick', 'broadcast']

/** Identifies a delivery within a run: each has its own mark in its reason. */
const markOf = ({ detail }: GameAction) => detail.reason ?? ''

/** The part of one run of the hub that a link uses. */
interface Life {
  readonly isAlive: () => boolean
  /** Called when the first byte leaves. */
  readonly onSend: (one: Delivery) => void
}

/** A game and its links that carry out, refuse, delay or lose what is sent. It keeps a record of what it carried out. */
export function createFaultyGame(clock: Clock, dice: () => number) {
  const carriedOut: string[] = []
  /** Marks that may still be carried out. */
  const pending: string[] = []
  const states = new Map<LinkName, LinkStateName>(linkModels.map(({ name }) => [name, 'up']))
  const listeners = new Set<() => void>()
  let isFaulty = true

  const pass = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const carryOut = async (mark: string, ms: number) => {
    pending.push(mark)
    await pass(ms)
    pending.splice(pending.indexOf(mark), 1)
    carriedOut.push(mark)
  }
  const courses = createCourses({ dice, pass, carryOut, isUp: (name) => states.get(name) === 'up' })
  const perform = (mark: string, name: LinkName) =>
    (courses[isFaulty ? Math.floor(dice() * courses.length) : 0] ?? never)(mark, name)
  const findOutcome = (mark: string, kind: DeliveryKind): Outcome | null => {
    if (!visibleKinds.includes(kind) || pending.includes(mark) || dice() < 0.3) return null
    return carriedOut.includes(mark) ? { ...done(), why: 'The game shows it.' } : refused()
  }
  const linkOf = ({ name, concurrency, kinds, findsOutcomes }: LinkModel, { isAlive, onSend }: Life): DeliveryLink => ({
    name,
    concurrency,
    state: () => ({ name: states.get(name) ?? 'down' }),
    onState(listener) {
      const guarded = () => isAlive() && listener()
      listeners.add(guarded)
      return () => void listeners.delete(guarded)
    },
    can: (kind) => kinds.includes(kind),
    isHarmlessTwice: (kind) => harmlessTwice.includes(kind),
    commandText(action) {
      const mark = markOf(action)
      const isUnsendable = mark.includes('fits nothing') || (mark.includes('not evrima') && name === 'evrima')
      if (isUnsendable) throw failure('unsendable')
      return `${name}: ${mark}`
    },
    async perform(action) {
      if (!isAlive()) return never()
      onSend(action as Delivery)
      if (states.get(name) !== 'up') throw failure('notSent')
      return perform(markOf(action), name)
    },
    ...(findsOutcomes && {
      async findOutcome(action: GameAction) {
        if (!isAlive()) return never()
        if (states.get(name) !== 'up') throw failure('notSent')
        return findOutcome(markOf(action), action.kind)
      },
    }),
  })
  return {
    carriedOut,
    isIdle: () => pending.length === 0,
    links: (life: Life) => linkModels.map((model) => linkOf(model, life)),
    set(name: LinkName, state: LinkStateName) {
      states.set(name, state)
      for (const listener of [...listeners]) listener()
    },
    endFaults() {
      isFaulty = false
    },
  }
}

const failure = (code: 'notSent' | 'lost' | 'unsendable') => Object.assign(new Error(`simulated: ${code}`), { code })
const never = () => new Promise<never>(() => {})
const done = (): Outcome => ({ state: 'confirmed', reply: 'done', why: null })
const refused = (): Outcome => ({ state: 'refused', reply: 'no', why: 'The game says no.' })

interface CourseOptions {
  readonly dice: () => number
  readonly pass: (ms: number) => Promise<void>
  /** The game carries it out after this many ms. */
  readonly carryOut: (mark: string, ms: number) => Promise<void>
  readonly isUp: (name: LinkName) => boolean
}
type Course = (mark: string, name: LinkName) => Promise<Outcome>

/** All courses that a sent command can take; the first is without fault. */
const createCourses = ({ dice, pass, carryOut, isUp }: CourseOptions): readonly Course[] => [
  async (mark) => carryOut(mark, dice() * 2_000).then(done),
  async (mark) => carryOut(mark, dice() * 2_000).then(done),
  async (mark, name) => {
    await carryOut(mark, dice() * 4_000)
    await pass(dice() * 1_000)
    if (!isUp(name)) throw failure('lost')
    return done()
  },
  async () => pass(dice() * 1_000).then(refused),
  async () => {
    throw failure('notSent')
  },
  async () => {
    await pass(dice() * 1_000)
    throw failure('lost')
  },
  async (mark) => {
    await carryOut(mark, dice() * 1_000)
    throw failure('lost')
  },
  // Past the time limits: carried out in time or not, answered too late or never.
  async (mark) => carryOut(mark, dice() * 25_000).then(() => pass(16_000).then(done)),
  async (mark) => carryOut(mark, dice() * 25_000).then(never),
  async () => pass(20_000).then(refused),
  never,
  async () => {
    throw new TypeError('a bug of the link')
  },
]
