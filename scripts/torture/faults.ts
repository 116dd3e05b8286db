import { createRandom, type Random } from '../../server/game/simulator/random.ts'

/** The faults that can be injected, by what they hit. */
export const nodeFaults = ['kill', 'stop', 'pause', 'wrongClock'] as const
export const linkFaults = ['refuse', 'hold', 'holdUp', 'holdDown', 'loseDown', 'reset', 'late', 'slow'] as const
export const redisFaults = ['killRedis', 'pauseRedis', 'restartRedis', 'fullRedis', 'fullRedisDisk'] as const
/** `spoilAnswers`: the mod forgets commands, says ok and does nothing, or does it and loses its answer. */
export const worldFaults = ['killGame', 'stopMod', 'spoilAnswers', 'lateMod'] as const
const links = ['store', 'pages', 'game'] as const

export type Link = (typeof links)[number]
type NodeFault = (typeof nodeFaults)[number]
type LinkFault = (typeof linkFaults)[number]
type RedisFault = (typeof redisFaults)[number]
type WorldFault = (typeof worldFaults)[number]

/** A node by its number, or by its role at that moment. */
export type Target = number | 'leader' | 'follower'

interface Span {
  /** Start, ms after the beginning of the run, and duration. */
  readonly atMs: number
  readonly forMs: number
}
export type Fault =
  | (Span & { readonly to: 'node'; readonly what: NodeFault; readonly node: Target; readonly shiftMs: number })
  | (Span & { readonly to: Link; readonly what: LinkFault; readonly node: Target; readonly amount: number })
  | (Span & { readonly to: 'redis'; readonly what: RedisFault })
  | (Span & { readonly to: 'world'; readonly what: WorldFault })

export const describeFault = (fault: Fault): string => {
  const span = `${Math.round(fault.atMs)}+${Math.round(fault.forMs)}ms`
  if (fault.to === 'redis' || fault.to === 'world') return `${fault.what} ${span}`
  const amount = 'amount' in fault && (fault.what === 'late' || fault.what === 'slow') ? ` ${fault.amount}` : ''
  const shift = 'shiftMs' in fault && fault.what === 'wrongClock' ? ` ${fault.shiftMs / 60_000}min` : ''
  return `${fault.to === 'node' ? '' : `${fault.to}.`}${fault.what}${amount}${shift}(${fault.node}) ${span}`
}

export interface ClusterForm {
  readonly nodes: number
  readonly hasRedis: boolean
}

const hour = 3_600_000
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const targetIn = (random: Random, { nodes }: ClusterForm): Target => {
  if (nodes === 1) return 0
  return pick<Target>(random, ['leader', 'leader', 'follower', Math.floor(random() * nodes)])
}

/** Mostly short, sometimes longer than a lease. */
const lengthOf = (random: Random) => (random() < 0.25 ? 2_500 + random() * 2_500 : 100 + random() * 1_100)

const linkAmount = (random: Random, what: string) =>
  what === 'slow' ? Math.round(2_000 + random() * 60_000) : Math.round(20 + random() * 300)

function faultFrom(random: Random, form: ClusterForm): Fault {
  const span = { atMs: random() * 1_600, forMs: lengthOf(random) }
  const choice = random()
  if (form.hasRedis && choice < 0.25) return { ...span, to: 'redis', what: pick(random, redisFaults) }
  if (choice < 0.55) {
    const shiftMs = random() < 0.5 ? hour : -hour
    return { ...span, to: 'node', what: pick(random, nodeFaults), node: targetIn(random, form), shiftMs }
  }
  const links: readonly Link[] = form.hasRedis
    ? ['store', 'store', 'store', 'pages', 'game']
    : ['pages', 'pages', 'game']
  const what = pick(random, linkFaults)
  return { ...span, to: pick(random, links), what, node: targetIn(random, form), amount: linkAmount(random, what) }
}

/** In every other run, with random numbers of its own: what else a seed breaks does not depend on it. */
function worldFaultOf(seed: number): readonly Fault[] {
  const random = createRandom(seed ^ 0x6a3e)
  if (random() < 0.5) return []
  return [{ to: 'world', what: pick(random, worldFaults), atMs: random() * 1_200, forMs: lengthOf(random) }]
}

/** The faults of a seed's run: the same each time. */
export function scheduleOf(seed: number, form: ClusterForm): readonly Fault[] {
  const random = createRandom(seed)
  const count = 1 + Math.floor(random() * 4)
  const faults = Array.from({ length: count }, () => faultFrom(random, form))
  return [...faults, ...worldFaultOf(seed)].sort((one, other) => one.atMs - other.atMs)
}
