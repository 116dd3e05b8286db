import type { Command } from '../../shared/engine/command.ts'
import { networkOf } from './networkOf.ts'

/** Who asks, as far as it is known: a guest has no account, and not every way in knows addresses. */
export interface Guesser {
  readonly account: string | null
  readonly address: string | null
}

/** What can be guessed: a command, or a way in over HTTP. */
export type GuessedCommand = Pick<Command, 'name' | 'guesses'>

/** What was guessed wrongly of late. */
export interface Guesses {
  /** Whether they have guessed so much that they are not answered now, be their guess right or wrong. */
  isSpent(command: GuessedCommand, guesser: Guesser, now: number): boolean
  /** Counts an answer, if it is one that a wrong guess gets. */
  note(command: GuessedCommand, guesser: Guesser, refusal: string, now: number): void
  /** What was counted at `at` was no wrong guess after all: for those that are counted before they are looked at. */
  forgive(command: GuessedCommand, guesser: Guesser, at: number): void
  /** How many accounts and networks are remembered. */
  kept(): number
}

const windowMs = 60_000
/** More guessers than these at once cannot be told apart for long: of whoever was quiet longest is forgotten first. */
const mostKept = 10_000

/** Counts wrong guesses by command and account, and by command and network. */
export function createGuesses(most = mostKept): Guesses {
  const accounts = createTallies(most)
  const networks = createTallies(most)

  const talliesOf = ({ name }: GuessedCommand, { account, address }: Guesser) => [
    ...(account === null ? [] : [{ tallies: accounts, key: `${name} ${account}` }]),
    // Who is known by neither is counted as one with all others of that sort.
    ...(address === null && account !== null
      ? []
      : [{ tallies: networks, key: `${name} ${networkOf(address ?? '')}` }]),
  ]
  return {
    isSpent: (command, guesser, now) =>
      talliesOf(command, guesser).some(
        ({ tallies, key }) => command.guesses && tallies.recent(key, now).length >= command.guesses.perMinute,
      ),
    note(command, guesser, refusal, now) {
      if (!command.guesses?.refusals.includes(refusal)) return
      for (const { tallies, key } of talliesOf(command, guesser)) tallies.add(key, now)
    },
    forgive(command, guesser, at) {
      for (const { tallies, key } of talliesOf(command, guesser)) tallies.remove(key, at)
    },
    kept: () => accounts.size() + networks.size(),
  }
}

/** The times of the last minute, by key, the key that was added to last standing last. */
function createTallies(most: number) {
  const times = new Map<string, readonly number[]>()

  /** A clock that was set back must shut nobody out until it is there again. */
  const recent = (key: string, now: number) => (times.get(key) ?? []).filter((at) => at > now - windowMs && at <= now)
  const forgetOld = (now: number) => {
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
      forgetOld(now)
    },
    /** Takes back one that was added at that time. */
    remove(key: string, at: number) {
      const those = times.get(key) ?? []
      const index = those.indexOf(at)
      if (index >= 0) times.set(key, those.toSpliced(index, 1))
    },
    size: () => times.size,
  }
}
