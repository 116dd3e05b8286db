import { minutesRemaining, type Phase, phaseAt } from '../world/timeOfDay.ts'
import type { GameClock } from './server.ts'

const minutesInDay = 24 * 60
/** The game's daylight is from 5:00 to 21:00 and takes `dayLengthMinutes` of real time; the rest takes `nightLengthMinutes`. */
const lightFrom = 5 * 60
const lightUntil = 21 * 60
const lightMinutes = lightUntil - lightFrom

const wrap = (minutes: number) => ((minutes % minutesInDay) + minutesInDay) % minutesInDay

/** Real ms since the last 5:00 of the game, from the game's minute of the day. */
const sinceLight = (minutes: number, dayMs: number, nightMs: number) => {
  const past = wrap(minutes - lightFrom)
  return past < lightMinutes
    ? (past / lightMinutes) * dayMs
    : dayMs + ((past - lightMinutes) / (minutesInDay - lightMinutes)) * nightMs
}

/** The game's minute of the day, from the real ms since its last 5:00. */
const minutesAfter = (ms: number, dayMs: number, nightMs: number) =>
  wrap(
    ms < dayMs
      ? lightFrom + (ms / dayMs) * lightMinutes
      : lightUntil + ((ms - dayMs) / nightMs) * (minutesInDay - lightMinutes),
  )

export interface GameTime {
  /** Minute of the game's day, 0 to 1440. */
  readonly minutes: number
  readonly phase: Phase
  /** Time until the next phase: in minutes of the game, and in real ms. */
  readonly gameMinutesLeft: number
  readonly realMsLeft: number
}

/** The game's clock now, computed from its last reading. @param now server epoch ms */
export const gameTimeAt = (clock: GameClock, now: number): GameTime => {
  const dayMs = clock.dayLengthMinutes * 60_000
  const nightMs = clock.nightLengthMinutes * 60_000
  const around = dayMs + nightMs
  const turn = sinceLight(clock.minutes, dayMs, nightMs) + (now - clock.at)
  const since = ((turn % around) + around) % around
  const minutes = minutesAfter(since, dayMs, nightMs)
  const gameMinutesLeft = minutesRemaining(minutes)
  const until = sinceLight(minutes + gameMinutesLeft, dayMs, nightMs)
  return {
    minutes,
    phase: phaseAt(minutes),
    gameMinutesLeft,
    realMsLeft: (until <= since ? until + around : until) - since,
  }
}

/** `18:42` */
export const clockFace = (minutes: number): string => {
  const whole = Math.floor(wrap(minutes))
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

/** The next phase. */
export const phaseAfter: Readonly<Record<Phase, Phase>> = { dawn: 'day', day: 'dusk', dusk: 'night', night: 'dawn' }
