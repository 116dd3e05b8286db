import type { LinkName } from '../../../../shared/features/deliveries/delivery.ts'
import type { Outcome } from '../deliveryLink.ts'

interface FateParts {
  readonly dice: () => number
  readonly pass: (ms: number) => Promise<void>
  /** The game truly does it, after so long. */
  readonly doIt: (mark: string, ms: number) => Promise<void>
  readonly isUp: (name: LinkName) => boolean
}

export const failure = (code: 'notSent' | 'lost' | 'unsendable') =>
  Object.assign(new Error(`as the test has it: ${code}`), { code })
export const never = () => new Promise<never>(() => {})
export const done = (): Outcome => ({ state: 'confirmed', reply: 'done', why: null })
export const refused = (): Outcome => ({ state: 'refused', reply: 'no', why: 'The game says no.' })

type Happening = (mark: string, name: LinkName) => Promise<Outcome>

/** All that may happen to what was sent; the first is how it should be. */
export const createFates = ({ dice, pass, doIt, isUp }: FateParts): readonly Happening[] => [
  async (mark) => doIt(mark, dice() * 2_000).then(done),
  async (mark) => doIt(mark, dice() * 2_000).then(done),
  async (mark, name) => {
    await doIt(mark, dice() * 4_000)
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
    await doIt(mark, dice() * 1_000)
    throw failure('lost')
  },
  // Past the limits: done in time or not, told too late or never.
  async (mark) => doIt(mark, dice() * 25_000).then(() => pass(16_000).then(done)),
  async (mark) => doIt(mark, dice() * 25_000).then(never),
  async () => pass(20_000).then(refused),
  never,
  async () => {
    throw new TypeError('a fault of the link itself')
  },
]
