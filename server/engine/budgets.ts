import type { Clock } from './clock.ts'
import { isLoopback, networkOf } from './network.ts'

/** What is counted for all sockets and HTTP requests of an account, and of a network, together. */
export const budgetNames = ['commands', 'queries', 'watches', 'sockets'] as const
export type BudgetName = (typeof budgetNames)[number]

/** Whom a request counts for. */
export interface Spender {
  /** Null for a guest. */
  readonly account: string | null
  /**
   * Null for loopback and unknown addresses: those requests are the owner's, or come through a reverse proxy that is not configured as
   * trusted and carries every user.
   */
  readonly network: string | null
}

export const countedNetwork = (address: string | null) =>
  address === null || isLoopback(address) ? null : networkOf(address)

/** An account or a network: 'account:…', 'network:…'. */
type Key = string
const keysOf = ({ account, network }: Spender): readonly Key[] => [
  ...(account === null ? [] : [`account:${account}`]),
  ...(network === null ? [] : [`network:${network}`]),
]
export const isNetwork = (key: Key) => key.startsWith('network:')

/** What this node has counted since the last report, for the other nodes. */
export interface Usage {
  /** By key, in the order of `budgetNames`. */
  readonly spent: readonly (readonly [key: string, ...counts: number[]])[]
  /** Keys whose number of open sockets on this node has changed, with that number. */
  readonly sockets: readonly (readonly [key: string, count: number])[]
}

/** A sustained rate with a burst allowance. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export interface BudgetLimits {
  /** Of an account, over all its sockets and HTTP requests on all nodes; of a guest's connection. */
  readonly commands: Rate
  readonly queries: Rate
  readonly watches: Rate
  /** Of an account: connections that it opens. */
  readonly sockets: Rate
  /** How many times the rates of an account a network has: a school or a household shares one address. */
  readonly networkFactor: number
  /** Open connections of one account; 0 for no limit. */
  readonly socketsPerAccount: number
  /** Open connections of one address (IPv6: of one /64); 0 for no limit. Loopback addresses are not limited. */
  readonly socketsPerAddress: number
}

/**
 * The rates and the open sockets of accounts and networks. Everything is decided in memory and at once, so that a request costs no
 * message to another node: the nodes report to each other what they counted, and each takes off what the others let through. Between
 * two reports each node may let through what its own buckets hold; that is owed afterwards, so the rate of all nodes together is that
 * of one. A node that hears from no other counts alone.
 */
export function createBudgets(limits: BudgetLimits, clock: Pick<Clock, 'monotonic'>) {
  const spending = createSpending(limits, clock)
  const sockets = createOpenSockets(limits)
  return {
    take: spending.take,
    hasRoom: sockets.hasRoom,
    enter: sockets.enter,
    onCrowded: sockets.onCrowded,
    isOf: (key: Key, spender: Spender) => keysOf(spender).includes(key),
    /** What was counted on this node since the last call. */
    report: (): Usage => ({ spent: spending.report(), sockets: sockets.changed() }),
    /** All open sockets of this node. */
    allSockets: sockets.all,
    /** Counts what another node has reported. @param isComplete `sockets` are all that it has open @param own the name of this node */
    apply(node: string, usage: Usage, isComplete: boolean, own: string) {
      for (const [key, ...counts] of usage.spent)
        for (const [index, name] of budgetNames.entries()) spending.owe(key, name, counts[index] ?? 0)
      sockets.apply(node, usage.sockets, isComplete, own)
    },
    /** The sockets of a node that is gone count no longer. */
    forget: sockets.forget,
    /** Accounts and networks that are kept in memory. */
    size: () => spending.size() + sockets.size(),
  }
}
export type Budgets = ReturnType<typeof createBudgets>

interface Spent {
  readonly buckets: { [Name in BudgetName]?: TokenBucket }
  /** Since the last report. */
  counts: { [Name in BudgetName]?: number }
}

function createSpending(limits: BudgetLimits, clock: Pick<Clock, 'monotonic'>) {
  const spent = new Map<Key, Spent>()
  let changed = new Set<Key>()

  const of = (key: Key): Spent => {
    const one = spent.get(key) ?? { buckets: {}, counts: {} }
    spent.set(key, one)
    return one
  }
  const rateOf = (key: Key, name: BudgetName): Rate => {
    const { perSecond, burst } = limits[name]
    const factor = isNetwork(key) ? limits.networkFactor : 1
    return { perSecond: perSecond * factor, burst: burst * factor }
  }
  const bucketOf = (key: Key, name: BudgetName, rate: Rate, now: number) => {
    const { buckets } = of(key)
    const bucket = buckets[name] ?? fullBucket(rate, now)
    buckets[name] = bucket
    return bucket
  }
  const isFull = (key: Key, name: BudgetName, bucket: TokenBucket | undefined, now: number) => {
    const rate = rateOf(key, name)
    return !bucket || tokensIn(bucket, rate, now) >= rate.burst
  }
  const forgetUnused = (now: number) => {
    for (const [key, { buckets }] of spent)
      if (budgetNames.every((name) => isFull(key, name, buckets[name], now))) spent.delete(key)
  }
  return {
    /**
     * Takes one from each budget of the spender or, if one of them is used up, from none. Guests leave half of a network's burst to its
     * users, except of `sockets`: who connects is not known yet.
     */
    take(name: BudgetName, spender: Spender): boolean {
      const now = clock.monotonic()
      const isReserved = spender.account === null && name !== 'sockets'
      const parts = keysOf(spender).map((key) => {
        const rate = rateOf(key, name)
        return { key, rate, bucket: bucketOf(key, name, rate, now), reserved: isReserved ? rate.burst / 2 : 0 }
      })
      if (parts.some(({ bucket, rate, reserved }) => tokensIn(bucket, rate, now) < 1 + reserved)) return false
      for (const { key, bucket } of parts) {
        bucket.tokens -= 1
        const { counts } = of(key)
        counts[name] = (counts[name] ?? 0) + 1
        changed.add(key)
      }
      return true
    },
    /** At most a burst is owed, so that a report never refuses an account for longer than a burst takes to refill. */
    owe(key: Key, name: BudgetName, count: number) {
      if (count === 0) return
      const [rate, now] = [rateOf(key, name), clock.monotonic()]
      const bucket = bucketOf(key, name, rate, now)
      bucket.tokens = Math.max(-rate.burst, tokensIn(bucket, rate, now) - count)
    },
    /** Since the last call. Forgets what is as good as new. */
    report(): Usage['spent'] {
      const counted = [...changed].map((key) => {
        const one = of(key)
        const counts = budgetNames.map((name) => one.counts[name] ?? 0)
        one.counts = {}
        return [key, ...counts] as const
      })
      changed = new Set()
      forgetUnused(clock.monotonic())
      return counted
    },
    size: () => spent.size,
  }
}

function createOpenSockets(limits: Pick<BudgetLimits, 'socketsPerAccount' | 'socketsPerAddress'>) {
  const here = new Map<Key, number>()
  const elsewhere = new Map<string, Map<Key, number>>()
  const listeners = new Set<(key: Key, most: number) => void>()
  let changed = new Set<Key>()
  /** Keys of which there may be too many sockets here. One that was still being admitted could not be closed: they are looked at again. */
  const crowded = new Set<Key>()

  const mostOf = (key: Key) => (isNetwork(key) ? limits.socketsPerAddress : limits.socketsPerAccount)
  const countElsewhere = (key: Key, isCounted: (node: string) => boolean = () => true) =>
    [...elsewhere].reduce((sum, [node, counts]) => sum + (isCounted(node) ? (counts.get(key) ?? 0) : 0), 0)
  const isFull = (key: Key) => mostOf(key) > 0 && (here.get(key) ?? 0) + countElsewhere(key) >= mostOf(key)
  const add = (key: Key, by: number) => {
    const count = (here.get(key) ?? 0) + by
    if (count > 0) here.set(key, count)
    else here.delete(key)
    changed.add(key)
  }
  /** Several nodes may have admitted sockets at the same moment: the node whose name is later gives way. */
  const giveWay = (key: Key, own: string) => {
    const most = Math.max(0, mostOf(key) - countElsewhere(key, (node) => node < own))
    if (mostOf(key) > 0 && (here.get(key) ?? 0) > most) for (const listener of listeners) listener(key, most)
    else crowded.delete(key)
  }
  return {
    /** Whether the spender may open another socket, by the sockets of all nodes. */
    hasRoom: (spender: Spender) => !keysOf(spender).some(isFull),
    /** Counts an open socket. Returns the function to call when it has ended. */
    enter(spender: Spender): () => void {
      const keys = keysOf(spender)
      for (const key of keys) add(key, 1)
      return () => {
        for (const key of keys) add(key, -1)
      }
    },
    /** Called when this node must close all but `most` of the sockets of an account or a network. */
    onCrowded: (listener: (key: Key, most: number) => void) => void listeners.add(listener),
    changed(): Usage['sockets'] {
      const keys = [...changed]
      changed = new Set()
      return keys.map((key) => [key, here.get(key) ?? 0])
    },
    all: (): Usage['sockets'] => [...here],
    apply(node: string, sockets: Usage['sockets'], isComplete: boolean, own: string) {
      const counts = isComplete ? new Map<Key, number>() : (elsewhere.get(node) ?? new Map<Key, number>())
      elsewhere.set(node, counts)
      for (const [key, count] of sockets) {
        if (count > 0) counts.set(key, count)
        else counts.delete(key)
        crowded.add(key)
      }
      for (const key of crowded) giveWay(key, own)
    },
    forget: (node: string) => void elsewhere.delete(node),
    size: () => here.size,
  }
}

export interface TokenBucket {
  tokens: number
  /** When `tokens` was computed, by the monotonic clock. */
  at: number
}

export const fullBucket = ({ burst }: Rate, now: number): TokenBucket => ({ tokens: burst, at: now })

/** The tokens that the bucket holds now; below 0 when some are owed. @param now monotonic ms */
export function tokensIn(bucket: TokenBucket, { perSecond, burst }: Rate, now: number): number {
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
  bucket.at = now
  return bucket.tokens
}

/** Takes one token. False when the bucket is empty. @param now monotonic ms */
export function takeToken(bucket: TokenBucket, rate: Rate, now: number): boolean {
  if (tokensIn(bucket, rate, now) < 1) return false
  bucket.tokens -= 1
  return true
}
