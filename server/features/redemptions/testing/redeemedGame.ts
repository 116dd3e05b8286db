import type { Delivery, LinkName } from '../../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { DeliveryLink, Outcome } from '../../deliveries/link.ts'
import type { Dice } from '../../deliveries/testing/deliveryRun.ts'

const done: Outcome = { state: 'confirmed', reply: 'ok', why: null }
const refused: Outcome = { state: 'refused', reply: null, why: 'player has no pawn' }
const failing = (code: 'lost' | 'notSent' | 'unsendable') => Promise.reject(Object.assign(new Error(code), { code }))
const never = () => new Promise<never>(() => {})
const isHarmlessTwice = (kind: DeliveryKind) => kind === 'heal'
/** The worker hands over whole deliveries. */
const deliveryOf = (action: GameAction) => action as GameAction & Pick<Delivery, 'id' | 'redemption'>
const idOf = (action: GameAction) => deliveryOf(action).id

/**
 * A game whose mod refuses, hangs, loses answers, acts late and comes and goes. It tells the truth when it is asked, and remembers which
 * deliveries it carried out.
 */
export function createRedeemedGame(clock: Clock, dice: Dice) {
  const carriedOut = new Set<string>()
  /** What the game did for a redemption, by the delivery that brought it. */
  const broughtBy = new Map<string, string>()
  const doneTwice = new Set<string>()
  const listeners = new Set<() => void>()
  let can: readonly DeliveryKind[] = []
  let isUp = true
  let pending = 0
  let isFaulty = true

  const act = (action: GameAction) => {
    const { id, redemption, kind } = deliveryOf(action)
    const what = `${kind} of the redemption ${redemption}`
    if (redemption && (broughtBy.get(what) ?? id) !== id) doneTwice.add(what)
    broughtBy.set(what, id)
    if (carriedOut.has(id) && !isHarmlessTwice(action.kind)) doneTwice.add(id)
    carriedOut.add(id)
    return done
  }
  const later = async (action: GameAction, ms: number): Promise<Outcome> => {
    pending += 1
    await new Promise<void>((resolve) => void clock.after(ms, resolve))
    pending -= 1
    return act(action)
  }
  const courses: readonly ((action: GameAction) => Promise<Outcome>)[] = [
    async (action) => act(action),
    (action) => later(action, 3_000),
    (action) => later(action, 25_000),
    async (action) => {
      act(action)
      return failing('lost')
    },
    async (action) => {
      void later(action, 20_000)
      return failing('lost')
    },
    () => failing('lost'),
    async () => refused,
    async () => refused,
    () => failing('notSent'),
    () => failing('unsendable'),
    never,
    (action) => {
      act(action)
      return never()
    },
  ]
  const link: DeliveryLink = {
    name: 'commandBridge' satisfies LinkName,
    state: () => ({ name: isUp ? 'up' : 'down' }),
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    concurrency: 4,
    can: (kind) => can.includes(kind),
    isHarmlessTwice,
    commandText: ({ kind }) => kind,
    perform: (action) => (courses[isFaulty ? Math.floor(dice() * courses.length) : 0] ?? never)(action),
    async findOutcome(action) {
      if (pending > 0 || dice() < 0.4) return null
      return carriedOut.has(idOf(action)) ? done : refused
    },
  }
  return {
    link,
    isIdle: () => pending === 0,
    endFaults() {
      isFaulty = false
    },
    change(kinds: readonly DeliveryKind[], up: boolean) {
      can = kinds
      isUp = up
      for (const listener of [...listeners]) listener()
    },
    /** Staff did it by hand. */
    byHand: (id: string) => void carriedOut.add(id),
    wasDone: (id: string) => carriedOut.has(id),
    /** Deliveries that it carried out more than once, and that are not harmless twice; and what two deliveries brought for one redemption. */
    doneTwice: doneTwice as ReadonlySet<string>,
  }
}
