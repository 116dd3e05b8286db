import type { GameAction } from '../../../../shared/features/deliveries/kinds.ts'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { createTestClock } from '../../../testing/clock.ts'
import type { DeliveryLink, Outcome } from '../../deliveries/link.ts'
import type { Dice } from '../../deliveries/testing/deliveryRun.ts'
import { annsPlayer, playing } from './openInventory.ts'

/** A game with one player, its mod, and the way between the mod and a hub. */
export interface ParkingGame {
  /** The link of a hub that starts. */
  openLink(clock: Clock): DeliveryLink
  /** What the mod holds, by the id under which it was stored. */
  readonly stored: Pick<ReadonlyMap<string, unknown>, 'keys' | 'has' | 'size'>
  /** Whether nothing more happens by itself. */
  isIdle(): boolean
  endFaults(): void
  wasDone(action: GameAction): boolean
  /** The rows of the game's next reading. */
  seen(): readonly RosterEntry[]
  /** The player grows, dies, leaves, or spawns a young one. */
  live(): void
  isConserved(): boolean
  pass(ms: number): Promise<void>
  /** Passes with each step. */
  readonly stepMs: number
}
export type MakeGame = (clock: ReturnType<typeof createTestClock>, dice: Dice) => ParkingGame

/** A dinosaur, followed by its number wherever it is. Growth is whole percent. */
interface Token {
  readonly number: number
  growth: number
}

const done: Outcome = { state: 'confirmed', reply: 'ok', why: null }
const refused: Outcome = { state: 'refused', reply: null, why: 'player has no pawn' }
const failing = (code: 'lost' | 'notSent') => Promise.reject(Object.assign(new Error(code), { code }))
const never = () => new Promise<never>(() => {})
const keyOf = ({ kind, detail }: GameAction) => `${kind} ${detail.dinosaur}`

/** A game with one player and its mod, which stores, refuses, hangs, loses answers and acts late. It tells the truth when it is asked. */
export const createParkingGame: MakeGame = (clock, dice) => {
  const stored = new Map<string, Token>()
  const carriedOut = new Set<string>()
  let inGame: Token | null = { number: 1, growth: 80 }
  let born = 1
  let died = 0
  let pending = 0
  let isFaulty = true

  const park = (id: string): boolean => {
    if (inGame === null) return false
    stored.set(id, inGame)
    inGame = null
    return true
  }
  /** The juvenile becomes the stored one. */
  const redeem = (id: string): boolean => {
    const token = stored.get(id)
    if (!token || inGame === null) return false
    stored.delete(id)
    died += 1
    inGame = token
    return true
  }
  const act = (action: GameAction): boolean => {
    const id = action.detail.dinosaur ?? ''
    const isDone = action.kind === 'park' ? park(id) : redeem(id)
    if (isDone) carriedOut.add(keyOf(action))
    return isDone
  }
  const later = async (action: GameAction, ms: number): Promise<Outcome> => {
    pending += 1
    await new Promise<void>((resolve) => void clock.after(ms, resolve))
    pending -= 1
    return act(action) ? done : refused
  }
  const courses: readonly ((action: GameAction) => Promise<Outcome>)[] = [
    async (action) => (act(action) ? done : refused),
    (action) => later(action, 3_000),
    (action) => later(action, 25_000),
    async (action) => {
      act(action)
      return failing('lost')
    },
    async (action) => {
      void later(action, 20_000)
      return failing('lost')
    },
    () => failing('lost'),
    async () => refused,
    () => failing('notSent'),
    never,
    (action) => {
      act(action)
      return never()
    },
  ]
  const perform = (action: GameAction): Promise<Outcome> => {
    // What an earlier delivery of the same dinosaur did says nothing of this one.
    carriedOut.delete(keyOf(action))
    return (courses[isFaulty ? Math.floor(dice() * courses.length) : 0] ?? never)(action)
  }
  const link: DeliveryLink = {
    name: 'commandBridge',
    state: () => ({ name: 'up' }),
    onState: () => () => {},
    concurrency: 1,
    can: (kind) => kind === 'park' || kind === 'redeem',
    isHarmlessTwice: () => false,
    commandText: keyOf,
    perform,
    async findOutcome(action) {
      if (pending > 0 || dice() < 0.4) return null
      return carriedOut.has(keyOf(action)) ? done : refused
    },
  }
  return {
    openLink: () => link,
    pass: async (ms) => void (ms > 0 && clock.pass(ms)),
    stepMs: 0,
    seen: () => (inGame ? [playing(annsPlayer, 'Carnotaurus', inGame.growth)] : []),
    stored,
    isIdle: () => pending === 0,
    endFaults() {
      isFaulty = false
    },
    wasDone: (action: GameAction) => carriedOut.has(keyOf(action)),
    /** The player grows, or spawns a young one. */
    live() {
      if (inGame) {
        inGame.growth = Math.min(100, inGame.growth + 3)
        return
      }
      born += 1
      inGame = { number: born, growth: 25 }
    },
    /** Dinosaurs are neither made nor lost, but by birth and for the juvenile that becomes another one. */
    isConserved() {
      const there = [...stored.values(), ...(inGame ? [inGame] : [])].map(({ number }) => number)
      return new Set(there).size === there.length && there.length === born - died
    },
  }
}
