import type { LogEvent } from './logEvent.ts'
import { type LogTime, parseStamp } from './logTime.ts'
import { type Payload, parseChat, parseCommand, parseConnecting, parseJoin, parseKill } from './parsePayload.ts'

/**
 * What a line is. `foreign`: another part of the game wrote it. `unknown`: of a category that players' events come from, and not legible.
 * `unclear`: a player's name imitates the line so that not even its kind is sure.
 */
export type ParsedLine = LogEvent | 'foreign' | 'unknown' | 'unclear'

type PayloadParser = (payload: Payload) => LogEvent | 'unclear' | null

const parsers: ReadonlyMap<string, PayloadParser> = new Map<string, PayloadParser>([
  ['LogTheIsleChatData', parseChat],
  ['LogTheIsleJoinData', parseJoin],
  ['LogTheIsleLeaveData', parseJoin],
  ['LogTheIsleKillData', parseKill],
  ['LogTheIsleCommandData', parseCommand],
  ['LogTheIsleServer', parseConnecting],
])
/** Categories in which most lines are of no interest, so that an illegible one is not a sign of a new build. */
const mixedCategories: ReadonlySet<string> = new Set(['LogTheIsleServer'])

/** Known lines that say nothing about what a player did. */
const uneventful = /^Save file is corrupt for /

/**
 * One line without its end. Three outer shapes are known, all from public tools that read live servers:
 * `[2026.09.27-00.55.27:871][876]LogTheIsleChatData: [2026.09.27-10.55.27] …` (2026; first UTC, then local, since autumn also `[10:55]`),
 * `[2026.09.27-10.55.27][LogTheIsleChatData]: …`, and `LogTheIsleChatData: Verbose: [2026.09.27-10.55.27] …`.
 * Read from the outside in: the category counts at the beginning of the line only.
 */
export function parseLine(line: string): ParsedLine {
  const outer = parseOuter(line)
  if (outer === null) return 'foreign'
  if (outer.category === 'Log') return parseFileLine(line.slice(outer.end), outer.time)
  const parse = parsers.get(outer.category)
  if (parse === undefined) return 'foreign'
  const payload = payloadOf(line, outer)
  return (
    parse(payload) ?? (mixedCategories.has(outer.category) || uneventful.test(payload.text) ? 'foreign' : 'unknown')
  )
}

interface Outer {
  /** `Log` for a line about the file itself. */
  readonly category: string
  readonly time: LogTime
  /** Whether the verbosity and the game's own stamp may follow. */
  readonly hasInner: boolean
  /** Where the rest begins. */
  readonly end: number
}

const stampLength = 19
const fileLine = 'Log file '
const noTime: LogTime = { utc: null, local: null }

/** Null for lines of other categories, without a look at more than their beginning. */
function parseOuter(line: string): Outer | null {
  const stamped = line.startsWith('[') && !line.startsWith('[Log')
  const from = stamped ? afterStamps(line) : 0
  if (from < 0) return null
  const bracket = line[from] === '[' ? 1 : 0
  const isFile = bracket === 0 && line.startsWith(fileLine, from)
  if (!isFile && !line.startsWith('LogTheIsle', from + bracket)) return null
  const time = stamped ? parseStamps(line, bracket === 1) : noTime
  if (isFile) return { category: 'Log', time, hasInner: false, end: from }

  const colon = line.indexOf(':', from)
  const end = colon - bracket
  if (colon < 0 || colon > from + 60 || (bracket === 1 && line[end] !== ']')) return null
  return { category: line.slice(from + bracket, end), time, hasInner: bracket === 0, end: colon + 1 }
}

/** Behind `[…]` and, where it is there, the number of the frame: `[…][ 76]`. -1 where a bracket stays open. */
function afterStamps(line: string): number {
  const first = line.indexOf(']') + 1
  if (first === 0 || first > 30) return -1
  if (line[first] !== '[' || line.startsWith('[Log', first)) return first
  const second = line.indexOf(']', first) + 1
  return second === 0 || second > first + 8 ? -1 : second
}

/** The engine's own stamp is in UTC, with milliseconds. Before a category in brackets it is the game's, a wall clock. */
function parseStamps(line: string, isWallClock: boolean): LogTime {
  const fraction = /^(?:[:.](\d{3}))?\]/.exec(line.slice(stampLength + 1, stampLength + 6))
  if (fraction === null) return noTime
  const time = parseStamp(line, 1, Number(fraction[1] ?? 0))
  return isWallClock ? { utc: null, local: time } : { utc: time, local: null }
}

const verbosity = /^ (?:(?:Fatal|Error|Warning|Display|Log|Verbose|VeryVerbose): )?/
/** A name may begin like this as well, so that it is looked for only where the shape has it. */
const innerStamp = /^\[(?:(\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d)|\d{1,2}:\d{1,2})\] ?/

function payloadOf(line: string, { time, hasInner, end }: Outer): Payload {
  const rest = line.slice(end)
  if (!hasInner) return { text: rest.slice(1), time }
  const text = rest.slice(verbosity.exec(rest)?.[0].length ?? 0)
  const inner = innerStamp.exec(text)
  if (inner === null) return { text, time }
  const local = inner[1] === undefined ? null : parseStamp(inner[1], 0)
  return { text: text.slice(inner[0].length), time: { utc: time.utc, local } }
}

/** Month, day, year, wall clock: `Log file open, 11/22/26 13:27:57`, the first line of each run, has no stamp before it. */
function parseFileLine(text: string, { utc }: LogTime): ParsedLine {
  const found = /^Log file (open|closed), (\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text)
  if (found === null) return 'foreign'
  const [, state, month, day, year, hour, minute, second] = found
  const local = parseStamp(`20${year}.${month}.${day}-${hour}.${minute}.${second}`, 0)
  return { kind: state === 'open' ? 'opened' : 'closed', time: { utc, local } }
}

export interface LineCounts {
  lines: number
  events: number
  foreign: number
  /** Questions over RCON: the hub's own readings, every few seconds. */
  questions: number
  unknown: number
  unclear: number
}

/** Counts what it parses. `eventOf` returns the events worth keeping. */
export function createLineParser(): { eventOf(line: string): LogEvent | null; counts(): Readonly<LineCounts> } {
  const counts: LineCounts = { lines: 0, events: 0, foreign: 0, questions: 0, unknown: 0, unclear: 0 }
  return {
    eventOf(line) {
      const parsed = parseLine(line)
      counts.lines++
      if (typeof parsed === 'string') {
        counts[parsed]++
        return null
      }
      const isQuestion = parsed.kind === 'rcon' && parsed.isQuestion
      counts[isQuestion ? 'questions' : 'events']++
      return isQuestion ? null : parsed
    },
    counts: () => ({ ...counts }),
  }
}
