import type { Delivery, LinkName } from '../../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { DeliveryLink, Outcome } from '../deliveryLink.ts'

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

const failure = (code: 'notSent' | 'lost' | 'unsendable') =>
  Object.assign(new Error(`as the test has it: ${code}`), { code })
const never = () => new Promise<never>(() => {})
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
  const done = (): Outcome => ({ state: 'confirmed', reply: 'done', why: null })
  const refused: Outcome = { state: 'refused', reply: 'no', why: 'The game says no.' }
  /** What happens to what was sent, each as likely as it stands here. */
  const fates: readonly ((mark: string, name: LinkName) => Promise<Outcome>)[] = [
    async (mark) => doIt(mark, dice() * 2_000).then(done),
    async (mark) => doIt(mark, dice() * 2_000).then(done),
    async (mark, name) => {
      await doIt(mark, dice() * 4_000)
      await pass(dice() * 1_000)
      if (!isUp(name)) throw failure('lost')
      return done()
    },
    async () => pass(dice() * 1_000).then(() => refused),
    async () => {
      throw failure('notSent')
    },
    async () => {
      await pass(dice() * 1_000)
      throw failure('lost')
    },
    async (mark) => {
      await doIt(mark, dice() * 1_000)
      throw failure('lost')
    },
    // Past the limits: done in time or not, told too late or never.
    async (mark) => doIt(mark, dice() * 25_000).then(() => pass(16_000).then(done)),
    async (mark) => doIt(mark, dice() * 25_000).then(never),
    async () => pass(20_000).then(() => refused),
    never,
    async () => {
      throw new TypeError('a fault of the link itself')
    },
  ]
  const roll = () => fates[isCalm ? 0 : Math.floor(dice() * fates.length)] ?? never

  const linkOf = ({ name, width, kinds, settles }: Kind, isAlive: () => boolean, onSend: (one: Delivery) => void) => {
    const link: DeliveryLink = {
      ...{ name, width },
      state: () => ({ name: states.get(name) ?? 'down' }),
      onState(listener) {
        const guarded = () => isAlive() && listener()
        listeners.add(guarded)
        return () => void listeners.delete(guarded)
      },
      can: (kind) => kinds.includes(kind),
      isHarmlessTwice: (kind) => harmlessTwice.includes(kind),
      word(action) {
        const mark = markOf(action)
        if (mark.includes('fits nothing') || (mark.includes('not evrima') && name === 'evrima'))
          throw failure('unsendable')
        return `${name}: ${mark}`
      },
      async perform(action) {
        if (!isAlive()) return never()
        onSend(action as Delivery)
        if (!isUp(name)) throw failure('notSent')
        return roll()(markOf(action), name)
      },
    }
    if (!settles) return link
    const settle = async (action: GameAction): Promise<Outcome | null> => {
      if (!isAlive()) return never()
      if (!isUp(name)) throw failure('notSent')
      const mark = markOf(action)
      if (!shown.includes(action.kind) || onTheWay.includes(mark) || dice() < 0.3) return null
      return deeds.includes(mark) ? { ...done(), why: 'The game shows it.' } : refused
    }
    return { ...link, settle }
  }
  return {
    deeds,
    isQuiet: () => onTheWay.length === 0,
    /** As one run of the hub has them. */
    links: (isAlive: () => boolean, onSend: (one: Delivery) => void) =>
      kindsOfLinks.map((kind) => linkOf(kind, isAlive, onSend)),
    set(name: LinkName, state: LinkStateName) {
      states.set(name, state)
      for (const listener of [...listeners]) listener()
    },
    calm() {
      isCalm = true
    },
  }
}
export type FaultyGame = ReturnType<typeof createFaultyGame>
