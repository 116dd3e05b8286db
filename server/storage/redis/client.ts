import { ClientClosedError, ClientOfflineError, ErrorReply } from '@redis/client'
import { createBareClient } from './bareClient.ts'

/** Redis answered with an error. `code` is its first word: OOM, READONLY, WRONGTYPE, ... */
export class RedisRefusal extends Error {
  readonly code: string
  constructor(message: string) {
    super(message)
    this.code = /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'ERR'
  }
}

/** The command was sent and no answer arrived: whether it was carried out is unknown. */
export class NoAnswer extends Error {}

/** The command was not sent, so it was certainly not carried out. */
export class NotSent extends Error {}

export type CommandArgs = readonly (string | Buffer)[]

/** One connection to Redis for as long as it lasts. It never reconnects by itself: the caller must know what was lost with it. */
export interface Client {
  /** @throws RedisRefusal, NoAnswer, NotSent */
  call(args: CommandArgs): Promise<unknown>
  subscribe(channel: string, listener: (message: Buffer) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
  /** Called once, when the connection has ended by itself. */
  onEnd(listener: (why: Error) => void): void
  /** Ends the connection: pending calls fail. */
  destroy(why: Error): void
}

/** @throws RedisRefusal when Redis denies access; the system's error when it is unreachable; Error when it is silent or no Redis */
export async function openClient(url: string, withinMs: number): Promise<Client> {
  const client = createBareClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: withinMs },
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const end = (why: Error) => {
    failed.reject(why)
    client.destroy()
  }
  client.on('error', end)
  const deadline = setTimeout(() => end(new Error(`it does not answer within ${withinMs} ms`)), withinMs)
  const connect = async () => {
    await client.connect()
    await client.sendCommand(['PING'])
  }
  try {
    await Promise.race([connect(), failed.promise])
  } catch (error) {
    end(new Error('The connection was not opened.'))
    throw error instanceof ErrorReply ? new RedisRefusal(error.message) : error
  } finally {
    clearTimeout(deadline)
  }
  // The library queues a subscription that is made after the end of the connection, and never answers it.
  const untilEnd = (subscribed: Promise<void>) => Promise.race([subscribed, failed.promise]).catch(rethrow)
  return {
    call: (args) => client.sendCommand(args).catch(rethrow),
    subscribe: (channel, listener) => untilEnd(client.subscribe(channel, listener, true)),
    unsubscribe: (channel) => untilEnd(client.unsubscribe(channel)),
    onEnd: (listener) => void failed.promise.catch(listener),
    destroy: end,
  }
}

/** Says whether the command was carried out. @throws RedisRefusal, NotSent, NoAnswer */
const rethrow = (error: unknown): never => {
  if (error instanceof ErrorReply) throw new RedisRefusal(error.message)
  if (error instanceof ClientOfflineError || error instanceof ClientClosedError)
    throw new NotSent('The connection is lost.', { cause: error })
  throw new NoAnswer('The connection was lost before an answer came.', { cause: error })
}
