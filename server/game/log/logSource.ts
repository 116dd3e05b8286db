import { type LogLine, mostLogText } from '../../../shared/features/gameLog/lines.ts'
import { createLogFollower, type LogPosition } from './follower.ts'
import type { LogEvent } from './logEvent.ts'
import { type LogFolder, logNames } from './logFiles.ts'
import type { LogClock } from './logTime.ts'
import { createLogClock } from './logTime.ts'
import { createLineParser } from './parseLine.ts'

/** What one look at the log found. Its position is text, to be stored with the lines. */
export interface ReadLog {
  readonly lines: readonly LogLine[]
  readonly position: string
  readonly hasMore: boolean
  /** Lines up to the position, and of those the ones that are too long, and those of known categories that could not be read. */
  readonly read: number
  readonly unknown: number
  /** Lines were lost: the file that was read last is neither there nor kept under another name, or was emptied. */
  readonly isLost: boolean
}

/** The game's log cannot be read. `message` is a sentence for users. */
export class LogMissing extends Error {}

interface LogSourceOptions {
  readonly folder: LogFolder & { readonly name: string }
  /** Within the folder. */
  readonly directory?: string
  readonly names?: readonly string[]
  /** IANA name of the zone of the game's machine, for builds whose lines have no time in UTC. */
  readonly zone: string
  readonly startAt: 'start' | 'end'
  /** Ms between two looks. */
  readonly everyMs: number
  /** Most lines of one look. */
  readonly mostLines: number
  /** Epoch ms. */
  readonly now: () => number
}

/** The game's log as lines for the hub. @throws RangeError when there is no such zone */
export function createLogSource({ folder, directory = '', names = logNames, ...options }: LogSourceOptions) {
  const { zone, startAt, everyMs, mostLines, now } = options
  const parser = createLineParser()
  const clock = createLogClock(zone)
  const entryOf = (line: string) => toLogLine(parser.eventOf(line), clock, now())
  const follower = createLogFollower({ folder, directory, names, entryOf, startAt, mostEntries: mostLines })
  return {
    place: folder.name,
    everyMs,
    /** @param position of an earlier look; null at first @throws LogMissing, FolderError */
    async read(position: string | null): Promise<ReadLog> {
      const { unknown: before, unclear } = parser.counts()
      const batch = await follower.next(position === null ? null : (JSON.parse(position) as LogPosition))
      if (batch.missing) throw missing(batch.missing, folder.name, directory, names)
      const counts = parser.counts()
      return {
        lines: batch.entries,
        position: JSON.stringify(batch.position),
        hasMore: batch.isMore,
        read: batch.lines + batch.skippedLines,
        unknown: counts.unknown + counts.unclear - before - unclear + batch.skippedLines,
        isLost: batch.isLost,
      }
    },
  }
}

function missing(what: 'absent' | 'noFile', folder: string, directory: string, names: readonly string[]) {
  const place = directory === '' ? folder : `${folder}/${directory}`
  if (what === 'noFile')
    return new LogMissing(
      `${names[0]} in ${place} is a link or a folder, which is not opened. Name the folder of the log itself.`,
    )
  return new LogMissing(
    `There is no ${names.join(' or ')} in ${place}. Give the folder with the game's logs, usually TheIsle/Saved/Logs, and start the game server once.`,
  )
}

/** The line that the hub keeps of an event; null for events that say nothing to its users. */
export function toLogLine(event: LogEvent | null, clock: LogClock, seenAt: number): LogLine | null {
  if (event === null || event.kind === 'opened' || event.kind === 'closed' || event.kind === 'connecting') return null
  const { time, ...rest } = event
  const at = clock.at(time, seenAt)
  if (rest.kind === 'rcon') return { kind: 'rcon', at, command: rest.command.slice(0, 200) }
  if (rest.kind === 'chat') return { ...rest, at, text: rest.text.slice(0, mostLogText) }
  if (rest.kind === 'adminCommand') {
    const { targetAnimal: _animal, ...act } = rest
    return { ...act, at }
  }
  return { ...rest, at }
}
