import { createRandom, type Random } from '../../../server/game/simulator/random.ts'
import { type Fault, nodeFaults, redisFaults, type Target, type Wire, wireFaults } from './fault.ts'

export interface HouseForm {
  readonly nodes: number
  readonly hasRedis: boolean
}

const hour = 3_600_000
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const targetIn = (random: Random, { nodes }: HouseForm): Target => {
  if (nodes === 1) return 0
  return pick<Target>(random, ['leader', 'leader', 'follower', Math.floor(random() * nodes)])
}

/** Mostly short; now and then longer than a lease. */
const lengthOf = (random: Random) => (random() < 0.25 ? 2_500 + random() * 2_500 : 100 + random() * 1_100)

const wireAmount = (random: Random, what: string) =>
  what === 'slow' ? Math.round(2_000 + random() * 60_000) : Math.round(20 + random() * 300)

function faultFrom(random: Random, form: HouseForm): Fault {
  const span = { atMs: random() * 1_600, forMs: lengthOf(random) }
  const dice = random()
  if (form.hasRedis && dice < 0.25) return { ...span, to: 'redis', what: pick(random, redisFaults) }
  if (dice < 0.55) {
    const shiftMs = random() < 0.5 ? hour : -hour
    return { ...span, to: 'node', what: pick(random, nodeFaults), node: targetIn(random, form), shiftMs }
  }
  const wires: readonly Wire[] = form.hasRedis
    ? ['store', 'store', 'store', 'pages', 'game']
    : ['pages', 'pages', 'game']
  const what = pick(random, wireFaults)
  return { ...span, to: pick(random, wires), what, node: targetIn(random, form), amount: wireAmount(random, what) }
}

/** What happens in the run of this seed, and when: the same each time. */
export function scheduleOf(seed: number, form: HouseForm): readonly Fault[] {
  const random = createRandom(seed)
  const count = 1 + Math.floor(random() * 4)
  return Array.from({ length: count }, () => faultFrom(random, form)).sort((one, other) => one.atMs - other.atMs)
}
