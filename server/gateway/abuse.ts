import type { Notice } from '../../shared/protocol/notice.ts'
import { type Budgets, fullBucket, takeToken } from '../engine/budgets.ts'
import { type Connection, disconnect } from './connection.ts'
import { encodeEvent } from './encoding.ts'
import type { Limits, RateName } from './limits.ts'
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
  tooFast:
    'Too many requests. Those above the limit are not carried out. All your pages and programs count together, as do all users of your network. If this continues, the connection is closed.',
  malformed: 'A message was not in the right format and was ignored. Reload the page to get the current version.',
  tooLarge: 'A message was too large and was ignored. Send less at once.',
} as const satisfies Partial<Record<Notice['code'], string>>

/** Enforces the rates of each connection, and of the account and the network that it counts for. */
export function createAbuseLimits(
  limits: Pick<Limits, RateName>,
  budgets: Pick<Budgets, 'take'>,
  now: () => number,
  outbox: Pick<Outbox, 'sendNow' | 'writeTo'>,
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
    if (take(connection, tolerance)) return
    // The answers to what was carried out before.
    outbox.writeTo(connection)
    disconnect(connection.transport)
  }
  return {
    admits(connection, kind) {
      const { principal, network } = connection
      const name = rateOf[kind]
      // A guest has no account by which its connections could be counted together.
      const isWithinOwn = principal.id !== null || take(connection, name)
      if (isWithinOwn && budgets.take(name, { account: principal.id, network })) return true
      reject(connection, 'tooFast', 'excess')
      return false
    },
    malformed: (connection, code) => reject(connection, code, 'malformed'),
  }
}
