import type { Delivery, LinkName } from '../../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { DeliveryLink, Outcome } from '../deliveryLink.ts'
import { createFates, done, failure, never, refused } from './fates.ts'

type LinkStateName = ReturnType<DeliveryLink['state']>['name']

interface Kind {
  readonly name: LinkName
  readonly width: number
  readonly kinds: readonly DeliveryKind[]
  readonly settles: boolean
}
const kindsOfLinks: readonly Kind[] = [
  { name: 'evrima', width: 1, kinds: ['kick', 'message', 'save', 'broadcast'], settles: true },
  { name: 'source', width: 4, kinds: ['slay', 'heal', 'kick', 'message'], settles: false },
  { name: 'bridge', width: 2, kinds: ['slay', 'heal'], settles: false },
]
export const harmlessTwice: readonly DeliveryKind[] = ['heal', 'save']
/** What became of these the game shows. */
const shown: readonly DeliveryKind[] = ['kick', 'broadcast']

/** Which one it is: every one in a run has a mark of its own in its reason. */
const markOf = ({ detail }: GameAction) => detail.reason ?? ''

/**
 * A game that does what it is told, or not, or late, and links that lose it on the way: before it leaves, while it is there, on the
 * way back. It remembers what it truly did.
 */
export function createFaultyGame(clock: Clock, dice: () => number) {
  const deeds: string[] = []
  /** Marks that may yet be done. */
  const onTheWay: string[] = []
  const states = new Map<LinkName, LinkStateName>(kindsOfLinks.map(({ name }) => [name, 'up']))
  const listeners = new Set<() => void>()
  let isCalm = false

  const pass = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const isUp = (name: LinkName) => states.get(name) === 'up'
  const doIt = async (mark: string, ms: number) => {
    onTheWay.push(mark)
    await pass(ms)
    onTheWay.splice(onTheWay.indexOf(mark), 1)
    deeds.push(mark)
  }
  const fates = createFates({ dice, pass, doIt, isUp })
  const side: Side = {
    listeners,
    stateOf: (name) => states.get(name) ?? 'down',
    carryOut: (mark, name) => (fates[isCalm ? 0 : Math.floor(dice() * fates.length)] ?? never)(mark, name),
    lookFor(mark, kind) {
      if (!shown.includes(kind) || onTheWay.includes(mark) || dice() < 0.3) return null
      return deeds.includes(mark) ? { ...done(), why: 'The game shows it.' } : refused()
    },
  }
  return {
    deeds,
    isQuiet: () => onTheWay.length === 0,
    /** As one run of the hub has them. */
    links: (run: LinkRun) => kindsOfLinks.map((kind) => linkOf(kind, side, run)),
    set(name: LinkName, state: LinkStateName) {
      states.set(name, state)
      for (const listener of [...listeners]) listener()
    },
    calm() {
      isCalm = true
    },
  }
}

/** The game as its links have it. */
interface Side {
  readonly listeners: Set<() => void>
  stateOf(name: LinkName): LinkStateName
  carryOut(mark: string, name: LinkName): Promise<Outcome>
  lookFor(mark: string, kind: DeliveryKind): Outcome | null
}

interface LinkRun {
  readonly isAlive: () => boolean
  /** At the moment at which bytes leave. */
  readonly onSend: (one: Delivery) => void
}

function linkOf({ name, width, kinds, settles }: Kind, game: Side, { isAlive, onSend }: LinkRun): DeliveryLink {
  const link: DeliveryLink = {
    ...{ name, width },
    state: () => ({ name: game.stateOf(name) }),
    onState(listener) {
      const guarded = () => isAlive() && listener()
      game.listeners.add(guarded)
      return () => void game.listeners.delete(guarded)
    },
    can: (kind) => kinds.includes(kind),
    isHarmlessTwice: (kind) => harmlessTwice.includes(kind),
    word(action) {
      const mark = markOf(action)
      const isUnfit = mark.includes('fits nothing') || (mark.includes('not evrima') && name === 'evrima')
      if (isUnfit) throw failure('unsendable')
      return `${name}: ${mark}`
    },
    async perform(action) {
      if (!isAlive()) return never()
      onSend(action as Delivery)
      if (game.stateOf(name) !== 'up') throw failure('notSent')
      return game.carryOut(markOf(action), name)
    },
  }
  if (!settles) return link
  return {
    ...link,
    async settle(action) {
      if (!isAlive()) return never()
      if (game.stateOf(name) !== 'up') throw failure('notSent')
      return game.lookFor(markOf(action), action.kind)
    },
  }
}
