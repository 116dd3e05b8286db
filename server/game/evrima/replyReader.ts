import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { Clock } from '../../engine/clock.ts'
import { LinkError } from '../link.ts'
import type { Timings } from './timings.ts'

/** 1,500 players with every mutation take 1.3 MB. */
const maxReplyBytes = 4_000_000

export interface Reply {
  /** Without what came before it, and without NULs, which some builds and proxies add. */
  readonly text: string
  /** Ms from the request to the first byte; null where the game gave no reply. */
  readonly latencyMs: number | null
}

/**
 * Whether the text received so far is the whole reply. `whole`: certainly. `likely`: if nothing more arrives for a moment.
 * `unsure`: if nothing more arrives for longer. `half`: certainly not.
 */
export type ReplyEnd = 'whole' | 'likely' | 'unsure' | 'half'

export interface Expected {
  /** The command, for error messages. */
  readonly to: string
  /** Where the reply begins in what arrived; null where all of it belongs to no or another request. */
  readonly startOf: (text: string) => number | null
  readonly endOf: (text: string) => ReplyEnd
  /** Whether no reply at all is acceptable. */
  readonly mayBeSilent: boolean
}

interface ReplyReader {
  read(expected: Expected): Promise<Reply>
  /** Bytes without a pending request are dropped, since replies have no id. */
  receive(chunk: Buffer): void
  abandon(error: LinkError): void
}

interface Reading {
  take(chunk: Buffer): void
  fail(error: LinkError): void
}

/** Reassembles one reply at a time. `flooded` is called when the game does not stop sending. */
export function createReplyReader(clock: Clock, timings: Timings, flooded: (error: LinkError) => void): ReplyReader {
  let reading: Reading | null = null
  return {
    read: (expected) =>
      new Promise<Reply>((resolve, reject) => {
        reading = startReading({ clock, timings, flooded }, expected, { resolve, reject })
      }).finally(() => {
        reading = null
      }),
    receive: (chunk) => reading?.take(chunk),
    abandon: (error) => reading?.fail(error),
  }
}

interface ReadingContext {
  readonly clock: Clock
  readonly timings: Timings
  readonly flooded: (error: LinkError) => void
}
interface Outcome {
  resolve(reply: Reply): void
  reject(error: LinkError): void
}

function startReading({ clock, timings, flooded }: ReadingContext, expected: Expected, outcome: Outcome): Reading {
  const askedAt = clock.monotonic()
  const received = createReceived()
  let latencyMs: number | null = null
  let isOver = false
  /** Why the rest of the reply is only skipped; null while it is kept. */
  let skipped: LinkError | null = null
  let cancel = () => {}

  const settle = (act: () => void) => {
    cancel()
    if (!isOver) act()
    isOver = true
  }
  const finish = (text: string) => settle(() => outcome.resolve({ text, latencyMs }))
  const fail = (error: LinkError) => settle(() => outcome.reject(error))
  const giveUp = (why: string) => fail(new LinkError('timeout', `${expected.to}: ${why}`))
  const wait = (ms: number, act: () => void) => {
    cancel()
    cancel = clock.after(ms, act)
  }
  const noReply = () => {
    if (expected.mayBeSilent) finish('')
    else giveUp(`no answer within ${timings.firstByteMs} ms`)
  }
  const awaitFirstByte = () => wait(expected.mayBeSilent ? timings.silentMs : timings.firstByteMs, noReply)

  /** The reply so far, or null where nothing of it has arrived. */
  const reply = (): string | null => {
    const text = received.text()
    const start = expected.startOf(text)
    return start === null ? null : text.slice(start)
  }
  const onQuiet = () => {
    const text = reply()
    if (text === null) return wait(timings.unfinishedMs - timings.quietMs, onForeign)
    const end = expected.endOf(text)
    if (end === 'whole' || end === 'likely') return finish(text)
    wait(timings.unfinishedMs - timings.quietMs, () =>
      end === 'half' ? giveUp('an answer stopped half-way') : finish(text),
    )
  }
  /** What arrived belongs to no or another request: the parser judges it unless the reply follows. */
  const onForeign = () => {
    if (isOfOther(received.text())) {
      received.clear()
      latencyMs = null
      awaitFirstByte()
    } else finish(received.text())
  }
  /** Reads on without keeping anything until the game is quiet, so that the next reply is not mixed with this one. */
  const skip = (why: string) => {
    skipped ??= new LinkError('garbage', `${expected.to}: ${why}`)
    const { message } = skipped
    received.clear()
    if (clock.monotonic() - askedAt > timings.floodMs)
      return flooded(new LinkError('garbage', `the game does not stop sending (${message})`))
    wait(timings.unfinishedMs, () => fail(skipped ?? new LinkError('garbage', message)))
  }
  awaitFirstByte()

  return {
    fail,
    take(chunk) {
      if (isOver) return
      if (skipped) return skip('')
      received.add(chunk)
      if (received.isBlank()) return
      latencyMs ??= clock.monotonic() - askedAt
      if (received.bytes() > maxReplyBytes)
        return skip(`an answer of more than ${bytesInWords(maxReplyBytes)} was skipped`)
      if (clock.monotonic() - askedAt > timings.wholeReplyMs) return skip('an answer without end was skipped')
      const text = received.isDue() ? reply() : null
      if (text !== null && expected.endOf(text) === 'whole') finish(text)
      else wait(timings.quietMs, onQuiet)
    },
  }
}

/** Replies to other requests that arrive late are recognized by their type. */
const isOfOther = (text: string) => /^.{0,40}(?:PlayerList|PlayerData|ServerDetails|Password Accepted)/s.test(text)

/** The last line of most long replies. */
const lastLine = 'PlayerDataEnd'
/** How often a reply is looked at because it seems to end: a hostile game could write the last line again and again. */
const mostSeemingEnds = 16

/**
 * The bytes of one reply. Decoding is expensive and a reply may arrive byte by byte, so it is due only when the reply has grown by a
 * part or seems to end; what follows is looked at when the game is quiet.
 */
function createReceived() {
  let buffer = Buffer.alloc(4_096)
  let length = 0
  let dueAt = 0
  let seemingEnds = 0
  let isBlank = true

  const seemsToEnd = () =>
    seemingEnds < mostSeemingEnds &&
    buffer.subarray(Math.max(0, length - 2 * lastLine.length), length).includes(lastLine) &&
    ++seemingEnds > 0
  return {
    add(chunk: Buffer) {
      if (length + chunk.length > buffer.length) {
        const larger = Buffer.alloc(2 * (length + chunk.length))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      chunk.copy(buffer, length)
      length += chunk.length
      isBlank &&= chunk.every((byte) => byte === 0)
    },
    clear() {
      buffer = Buffer.alloc(0)
      length = 0
      dueAt = 0
      isBlank = true
    },
    bytes: () => length,
    /** Whether nothing but NULs has arrived. */
    isBlank: () => isBlank,
    isDue() {
      if (length < dueAt && !seemsToEnd()) return false
      dueAt = length + Math.floor(length / (length < 65_536 ? 64 : 2))
      return true
    },
    text: () => buffer.toString('utf8', 0, length).replaceAll('\0', ''),
  }
}
