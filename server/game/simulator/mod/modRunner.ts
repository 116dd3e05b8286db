import type { Clock } from '../../../engine/clock.ts'
import type { Game } from '../game.ts'
import type { Listener } from '../listener.ts'
import type { Random } from '../random.ts'
import { runModCommands, type Said } from './modCommands.ts'

interface ModCommandLog {
  /** From 1, in order of arrival. */
  readonly number: number
  readonly at: number
  readonly line: string
  /** Whether the world was changed, whatever the reply. */
  readonly isDone: boolean
}

export interface ModRunner {
  readonly faults: ModFaults
  /** In order of arrival, without the oldest. */
  readonly log: readonly ModCommandLog[]
  run(line: string): { readonly said: Said; readonly fault: CommandFault | null }
  noise(bytes: number): Buffer
  pause(): Promise<void>
}

export interface ModRunnerOptions {
  readonly game: Game
  readonly clock: Clock
  readonly noise: Random
}

const mostCommands = 50_000

/** Runs commands in the world, and chooses the fault of each. */
export function createModRunner({ game, clock, noise }: ModRunnerOptions, listener: () => Listener): ModRunner {
  const log: ModCommandLog[] = []
  let number = 0
  const faults: ModFaults = {
    delay: 0,
    refusePassword: false,
    next: [],
    share: 0,
    cut: () => listener().cut(),
    restore: () => listener().restore(),
    drop: () => listener().drop(),
  }
  const befall = () =>
    faults.next.shift() ?? (faults.share > 0 && noise.chance(faults.share) ? noise.pick(commandFaults) : null)
  return {
    faults,
    log,
    run(line) {
      const fault = befall()
      const said = isUnheard(fault) ? { isDone: false, text: '' } : runModCommands(game, line)
      log.push({ number: ++number, at: clock.now(), line, isDone: said.isDone })
      if (log.length > mostCommands) log.splice(0, mostCommands / 10)
      return { said, fault }
    },
    noise: (bytes) => Buffer.from(Array.from({ length: bytes }, () => Math.floor(noise() * 256))),
    pause: () => new Promise<void>((resolve) => void clock.after(faults.delay, resolve)),
  }
}

/**
 * Faults of a command. `dropUnheard`: the connection is dropped before it is carried out. `dropUnanswered`, `dropHalfway`,
 * `dropAnswered`: it is carried out, and the connection dropped before, during and after the reply. `garbage`: carried out, with an
 * unreadable reply. `silence`: carried out, without a reply. `frozen`: neither.
 */
export const commandFaults = [
  'dropUnheard',
  'dropUnanswered',
  'dropHalfway',
  'dropAnswered',
  'garbage',
  'silence',
  'frozen',
] as const
export type CommandFault = (typeof commandFaults)[number]

export const isUnheard = (fault: CommandFault | null): boolean => fault === 'dropUnheard' || fault === 'frozen'

interface ModFaults {
  /** Ms before each reply. */
  delay: number
  refusePassword: boolean
  /** The faults of the next commands, in order. */
  next: CommandFault[]
  /** The share of the other commands, 0 to 1, that get a random fault. */
  share: number
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again, on the same port. */
  restore(): Promise<void>
  /** Drops every connection and keeps listening. */
  drop(): void
}
