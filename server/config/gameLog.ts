import { z } from 'zod'
import { Flag } from './values.ts'

const zoneForm = 'the name of a time zone, such as Europe/Berlin or UTC'

/** Environment variables of what the hub keeps of the game's log. */
export const gameLogVariables = {
  /** Where the first start begins: a log may have gigabytes. */
  GAME_LOG_START: z.enum(['end', 'start'], 'end or start').default('end'),
  GAME_TIME_ZONE: z.string().refine(isZone, zoneForm).default('UTC'),
  CHAT_LOG: Flag.default(true),
  CHAT_KEPT_DAYS: z.coerce.number('days from 1 to 3650').int().min(1).max(3_650).default(30),
}
const GameLogVariables = z.object(gameLogVariables)

export interface GameLogConfig {
  readonly startAt: 'end' | 'start'
  /** Of the game's machine, for builds whose lines have no time in UTC. */
  readonly zone: string
  /** False: nothing that players write is recorded. */
  readonly keepsChat: boolean
  readonly chatKeptDays: number
}

export const gameLogOf = (given: z.output<typeof GameLogVariables>): GameLogConfig => ({
  startAt: given.GAME_LOG_START,
  zone: given.GAME_TIME_ZONE,
  keepsChat: given.CHAT_LOG,
  chatKeptDays: given.CHAT_KEPT_DAYS,
})

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
