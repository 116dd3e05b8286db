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
const isNetwork = (key: Key) => key.startsWith('network:')

/** What this node has counted since the last report, for the other nodes. */
export interface Usage {
  /** By key, in the order of `budgetNames`. */
  readonly spent: readonly (readonly [key: string, ...counts: number[]])[]
  /** Keys whose number of open sockets on this node has changed, with that number. */
  readonly sockets: readonly (readonly [key: string, count: number])[]
}

interface Counted {
  readonly buckets: { [Name in BudgetName]?: TokenBucket }
  /** Since the last report. */
  spent: { [Name in BudgetName]?: number }
  /** Open sockets on this node. */
  sockets: number
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

export type Budgets = ReturnType<typeof createBudgets>

/**
 * The rates and the open sockets of accounts and networks. Everything is decided in memory and at once, so that a request costs no
 * message to another node: the nodes report to each other what they counted, and each takes off what the others let through. Between
 * two reports each node may let through what its own buckets hold; that is owed afterwards, so the rate of all nodes together is that
 * of one. A node that hears from no other counts alone.
 */
export function createBudgets(limits: BudgetLimits, clock: Pick<Clock, 'monotonic'>) {
  const known = new Map<Key, Counted>()
  const elsewhere = new Map<string, Map<Key, number>>()
  const listeners = new Set<(key: Key, most: number) => void>()
  /** Since the last report. */
  let changed = new Set<Key>()
  let haveSocketsChanged = new Set<Key>()

  const at = (key: Key): Counted => {
    const one = known.get(key) ?? { buckets: {}, spent: {}, sockets: 0 }
    known.set(key, one)
    return one
  }
  const rateOf = (key: Key, name: BudgetName): Rate => {
    const { perSecond, burst } = limits[name]
    const factor = isNetwork(key) ? limits.networkFactor : 1
    return { perSecond: perSecond * factor, burst: burst * factor }
  }
  const bucketOf = (key: Key, name: BudgetName, rate: Rate) => {
    const { buckets } = at(key)
    const bucket = buckets[name] ?? fullBucket(rate, clock.monotonic())
    buckets[name] = bucket
    return bucket
  }
  const mostSockets = (key: Key) => (isNetwork(key) ? limits.socketsPerAddress : limits.socketsPerAccount)
  const socketsElsewhere = (key: Key, isCounted: (node: string) => boolean = () => true) =>
    [...elsewhere].reduce((sum, [node, counts]) => sum + (isCounted(node) ? (counts.get(key) ?? 0) : 0), 0)
  const isFull = (key: Key) =>
    mostSockets(key) > 0 && (known.get(key)?.sockets ?? 0) + socketsElsewhere(key) >= mostSockets(key)
  const addSockets = (key: Key, by: number) => {
    at(key).sockets += by
    haveSocketsChanged.add(key)
  }
  /** Several nodes may have admitted sockets at the same moment: the node whose name is later gives way. */
  const giveWay = (key: Key, own: string) => {
    const most = Math.max(0, mostSockets(key) - socketsElsewhere(key, (node) => node < own))
    if (mostSockets(key) > 0 && (known.get(key)?.sockets ?? 0) > most)
      for (const listener of listeners) listener(key, most)
  }

  return {
    limits,
    /** Takes one from each budget of the spender, or, if one of them is used up, from none. Guests leave half of a network's burst to its users. */
    take(name: BudgetName, spender: Spender): boolean {
      const isGuest = spender.account === null
      const parts = keysOf(spender).map((key) => {
        const rate = rateOf(key, name)
        return {
          key,
          rate,
          bucket: bucketOf(key, name, rate),
          reserved: isGuest && name !== 'sockets' ? rate.burst / 2 : 0,
        }
      })
      const now = clock.monotonic()
      if (parts.some(({ bucket, rate, reserved }) => tokensIn(bucket, rate, now) < 1 + reserved)) return false
      for (const { key, bucket } of parts) {
        bucket.tokens -= 1
        const { spent } = at(key)
        spent[name] = (spent[name] ?? 0) + 1
        changed.add(key)
      }
      return true
    },
    /** Whether the spender may open another socket, by the sockets of all nodes. */
    hasRoom: (spender: Spender) => !keysOf(spender).some(isFull),
    /** Counts an open socket. Returns the function to call when it has ended. */
    enter(spender: Spender): () => void {
      const keys = keysOf(spender)
      for (const key of keys) addSockets(key, 1)
      return () => {
        for (const key of keys) addSockets(key, -1)
      }
    },
    isOf: (key: Key, spender: Spender) => keysOf(spender).includes(key),
    /** Called when this node must close all but `most` of the sockets of an account or a network. */
    onCrowded: (listener: (key: Key, most: number) => void) => void listeners.add(listener),
    /** What was counted since the last call; forgets what is as good as new. */
    report(): Usage {
      const now = clock.monotonic()
      const spent = [...changed].map((key) => {
        const one = at(key)
        const counts = budgetNames.map((name) => one.spent[name] ?? 0)
        one.spent = {}
        return [key, ...counts] as const
      })
      const sockets = [...haveSocketsChanged].map((key) => [key, known.get(key)?.sockets ?? 0] as const)
      changed = new Set()
      haveSocketsChanged = new Set()
      for (const [key, one] of known) if (isIdle(key, one, now)) known.delete(key)
      return { spent, sockets }
    },
    /** All open sockets of this node. */
    allSockets: (): Usage['sockets'] =>
      [...known].flatMap(([key, { sockets }]) => (sockets > 0 ? [[key, sockets] as const] : [])),
    /** Counts what another node has reported. @param isComplete `sockets` are all that it has open @param own the name of this node */
    apply(node: string, { spent, sockets }: Usage, isComplete: boolean, own: string) {
      for (const [key, ...counts] of spent)
        for (const [index, name] of budgetNames.entries()) owe(key, name, counts[index] ?? 0)
      const counts = isComplete ? new Map<Key, number>() : (elsewhere.get(node) ?? new Map<Key, number>())
      elsewhere.set(node, counts)
      for (const [key, count] of sockets) {
        if (count > 0) counts.set(key, count)
        else counts.delete(key)
        giveWay(key, own)
      }
    },
    /** The sockets of a node that is gone count no longer. */
    forget: (node: string) => void elsewhere.delete(node),
    /** Accounts and networks that are kept in memory. */
    size: () => known.size,
  }

  /** At most a burst is owed, so that a report never refuses an account for longer than a burst takes to refill twice. */
  function owe(key: Key, name: BudgetName, count: number) {
    if (count === 0) return
    const rate = rateOf(key, name)
    const bucket = bucketOf(key, name, rate)
    bucket.tokens = Math.max(-rate.burst, tokensIn(bucket, rate, clock.monotonic()) - count)
  }

  function isIdle(key: Key, { sockets, buckets }: Counted, now: number) {
    return (
      sockets === 0 &&
      budgetNames.every((name) => {
        const [bucket, rate] = [buckets[name], rateOf(key, name)]
        return !bucket || tokensIn(bucket, rate, now) >= rate.burst
      })
    )
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
