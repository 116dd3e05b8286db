import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '../clock.ts'
import { LinkError } from '../link.ts'
import type { ReplyEnd } from './replyEnd.ts'
import type { Timings } from './timings.ts'

const MAX_REPLY_BYTES = 1024 * 1024

export interface Reply {
  readonly text: string
  /** From asking to the first byte; null where the game gave no reply. */
  readonly latencyMs: number | null
}

export interface Expected {
  /** For the words of an error. */
  readonly to: string
  readonly endOf: (text: string) => ReplyEnd
  /** Whether no reply at all is a good answer. */
  readonly mayBeSilent: boolean
}

export interface ReplyReader {
  read(expected: Expected): Promise<Reply>
  /** Bytes that nobody waits for are stale and dropped: no id says which request they belong to. */
  receive(chunk: Buffer): void
  abandon(error: LinkError): void
}

interface Reading {
  take(chunk: Buffer): void
  fail(error: LinkError): void
}

/** Puts the chunks of one reply at a time together. */
export function createReplyReader(clock: Clock, timings: Timings): ReplyReader {
  let reading: Reading | null = null
  return {
    read: (expected) =>
      new Promise<Reply>((resolve, reject) => {
        reading = startReading(clock, timings, expected, { resolve, reject })
      }).finally(() => {
        reading = null
      }),
    receive: (chunk) => reading?.take(chunk),
    abandon: (error) => reading?.fail(error),
  }
}

interface Outcome {
  resolve(reply: Reply): void
  reject(error: LinkError): void
}

function startReading(clock: Clock, timings: Timings, expected: Expected, outcome: Outcome): Reading {
  const decoder = new StringDecoder('utf8')
  const askedAt = clock.now()
  let text = ''
  let bytes = 0
  let latencyMs: number | null = null
  let isOver = false

  const stop = () => {
    isOver = true
    callOff()
  }
  const finish = () => {
    stop()
    outcome.resolve({ text, latencyMs })
  }
  const fail = (error: LinkError) => {
    stop()
    outcome.reject(error)
  }
  const giveUp = (why: string) => fail(new LinkError('timeout', `${expected.to}: ${why}`))
  const noReply = () => (expected.mayBeSilent ? finish() : giveUp(`no answer within ${timings.firstByteMs} ms`))
  const halfReply = () => giveUp('an answer stopped half-way')
  let callOff = clock.after(expected.mayBeSilent ? timings.silentMs : timings.firstByteMs, noReply)

  return {
    fail,
    take(chunk) {
      if (isOver) return
      callOff()
      latencyMs ??= clock.now() - askedAt
      bytes += chunk.length
      text += decoder.write(chunk)
      if (bytes > MAX_REPLY_BYTES) return giveUp('an answer of more than 1 MiB')
      if (clock.now() - askedAt > timings.wholeReplyMs) return giveUp('an answer without end')
      const end = expected.endOf(text)
      if (end === 'whole') return finish()
      callOff = clock.after(
        end === 'likely' ? timings.quietMs : timings.unfinishedMs,
        end === 'half' ? halfReply : finish,
      )
    },
  }
}
