import type { Command } from '../../shared/engine/command.ts'
import { networkOf } from './network.ts'
import { type Implementation, Refusal } from './rule.ts'

/** The caller, as far as it is known: a guest has no account, and some callers have no address. */
export interface Caller {
  readonly account: string | null
  readonly address: string | null
}

/** A command with a limit, or an HTTP endpoint with one. */
export type LimitedCommand = Pick<Command, 'name' | 'attemptLimit'>

/** Counts failed attempts at a secret, or calls of a costly query, within the last minute. */
export interface AttemptLimit {
  /** Whether the limit is reached: the caller is not answered now, whatever they send. */
  isExceeded(command: LimitedCommand, caller: Caller, now: number): boolean
  /** Counts an attempt if its refusal is one that a failed attempt gets. */
  count(command: LimitedCommand, caller: Caller, refusal: string, now: number): void
  /** Accounts and networks that are kept in memory. */
  size(): number
}

const windowMs = 60_000
/** Beyond this number the caller that was quiet for longest is dropped. */
const mostKept = 10_000

/** By command and account, and by command and network. */
export function createAttemptLimit(most = mostKept): AttemptLimit {
  const accounts = createSlidingWindows(most)
  const networks = createSlidingWindows(most)

  const countersOf = ({ name }: LimitedCommand, { account, address }: Caller) => [
    ...(account === null ? [] : [{ windows: accounts, key: `${name} ${account}` }]),
    // Callers without account and address share one counter.
    ...(address === null && account !== null
      ? []
      : [{ windows: networks, key: `${name} ${networkOf(address ?? '')}` }]),
  ]
  return {
    isExceeded(command, caller, now) {
      const { attemptLimit } = command
      if (!attemptLimit) return false
      return countersOf(command, caller).some(
        ({ windows, key }) => windows.recent(key, now).length >= attemptLimit.perMinute,
      )
    },
    count(command, caller, refusal, now) {
      if (!command.attemptLimit?.refusals.includes(refusal)) return
      for (const { windows, key } of countersOf(command, caller)) windows.add(key, now)
    },
    size: () => accounts.size() + networks.size(),
  }
}

/** A failed attempt counts in the moment of the refusal: of many calls sent at once each sees the ones before it. */
export function countingAttempts(implementation: Implementation, count: (refusal: string) => void): Implementation {
  if (!implementation.command.attemptLimit) return implementation
  const { command, rule } = implementation
  return {
    command,
    rule(context, input) {
      try {
        return rule(context, input)
      } catch (error) {
        if (error instanceof Refusal) count(error.code)
        throw error
      }
    },
  }
}

/** The times of the last minute by key, the most recently used key last. */
function createSlidingWindows(most: number) {
  const times = new Map<string, readonly number[]>()

  /** Times in the future do not count: a clock that was set back must not lock a caller out. */
  const recent = (key: string, now: number) => (times.get(key) ?? []).filter((at) => at > now - windowMs && at <= now)
  const dropOld = (now: number) => {
    for (const [key] of times) {
      if (times.size <= most && recent(key, now).length > 0) return
      times.delete(key)
    }
  }
  return {
    recent,
    add(key: string, now: number) {
      const next = [...recent(key, now), now]
      times.delete(key)
      times.set(key, next)
      dropOld(now)
    },
    size: () => times.size,
  }
}
