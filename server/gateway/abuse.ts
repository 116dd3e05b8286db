import type { Notice } from '../../shared/protocol/notice.ts'
import { type Connection, disconnect } from './connection.ts'
import { encodeEvent } from './encoding.ts'
import { fullBucket, type Limits, type RateName, takeToken } from './limits.ts'
import type { Outbox } from './outbox.ts'

export type RequestKind = 'command' | 'query' | 'watch'

export interface AbuseLimits {
  /** Counts one request. False when it is above its rate: the client gets one notice, and is disconnected if it continues. */
  admits(connection: Connection, kind: RequestKind): boolean
  /** Counts one message that could not be read. */
  malformed(connection: Connection, code: 'malformed' | 'tooLarge'): void
}

const rateOf = { command: 'commands', query: 'queries', watch: 'watches' } as const

const messages = {
  tooFast: 'Too many requests: those above the limit are not carried out. If it goes on, the connection is closed.',
  malformed: 'A message did not have the right form and was not read. Reload the page to get the current version.',
  tooLarge: 'A message was too large and was not read: send less at once.',
} as const satisfies Partial<Record<Notice['code'], string>>

/** Enforces the rates of each connection. */
export function createAbuseLimits(
  limits: Pick<Limits, RateName>,
  now: () => number,
  outbox: Pick<Outbox, 'sendNow'>,
): AbuseLimits {
  const take = ({ usedRates }: Connection, name: RateName) => {
    const bucket = usedRates[name] ?? fullBucket(limits[name], now())
    usedRates[name] = bucket
    return takeToken(bucket, limits[name], now())
  }
  const notifyOnce = (connection: Connection, code: keyof typeof messages) => {
    if (connection.sentNotices.includes(code)) return
    connection.sentNotices.push(code)
    outbox.sendNow(connection, encodeEvent(['notice', { code, message: messages[code] }]))
  }
  const reject = (connection: Connection, code: keyof typeof messages, tolerance: 'excess' | 'malformed') => {
    notifyOnce(connection, code)
    if (!take(connection, tolerance)) disconnect(connection.transport)
  }
  return {
    admits(connection, kind) {
      if (take(connection, rateOf[kind])) return true
      reject(connection, 'tooFast', 'excess')
      return false
    },
    malformed: (connection, code) => reject(connection, code, 'malformed'),
  }
}
