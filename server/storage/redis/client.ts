import { ClientClosedError, ClientOfflineError, createClient, ErrorReply } from 'redis'

/** Redis answered that it will not. The first word says why: OOM, READONLY, WRONGTYPE, ... */
export class RedisRefusal extends Error {
  readonly code: string
  constructor(message: string) {
    super(message)
    this.code = /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'ERR'
  }
}

/** It was sent, and no answer came: whether it was done is not known. */
export class NoAnswer extends Error {}

/** It was not sent, so it was certainly not done. */
export class NotSent extends Error {}

export type CommandArgs = readonly (string | Buffer)[]

/** One connection to Redis, for as long as it lasts. It never reconnects by itself: what was lost with it must be known. */
export interface Client {
  /** @throws Refused, NoAnswer, NotSent */
  call(words: CommandArgs): Promise<unknown>
  subscribe(channel: string, listener: (message: Buffer) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
  /** Called once, when it has ended by itself. */
  onEnd(listener: (why: Error) => void): void
  /** Ends it: what waits for an answer gets none. */
  destroy(why: Error): void
}

const optionsFor = (url: string, withinMs: number) =>
  ({
    url,
    // The older form of answers, which every Redis, and whatever else speaks its language, has in common.
    RESP: 2,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: withinMs },
  }) as const

/** @throws Refused when Redis does not let us in; the system's error when it cannot be reached; Error when it is silent or no Redis */
export async function openClient(url: string, withinMs: number): Promise<Client> {
  const client = createClient(optionsFor(url, withinMs))
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const end = (why: Error) => {
    failed.reject(why)
    client.destroy()
  }
  client.on('error', end)
  const deadline = setTimeout(() => end(new Error(`it does not answer within ${withinMs} ms`)), withinMs)
  const begin = async () => {
    await client.connect()
    await client.sendCommand(['PING'])
  }
  try {
    await Promise.race([begin(), failed.promise])
  } catch (error) {
    end(new Error('The connection was not opened.'))
    throw answerOf(error)
  } finally {
    clearTimeout(deadline)
  }
  // The client keeps a subscription that is asked for after its end, and never answers.
  const untilEnd = (asked: Promise<void>) => Promise.race([asked, failed.promise]).catch(known)
  return {
    call: (words) => client.sendCommand(words).catch(known),
    subscribe: (channel, listener) => untilEnd(client.subscribe(channel, listener, true)),
    unsubscribe: (channel) => untilEnd(client.unsubscribe(channel)),
    onEnd: (listener) => void failed.promise.catch(listener),
    destroy: end,
  }
}

const answerOf = (error: unknown) => (error instanceof ErrorReply ? new RedisRefusal(error.message) : error)

/** What became of something that was asked. @throws Refused, NotSent, NoAnswer */
const known = (error: unknown): never => {
  if (error instanceof ErrorReply) throw new RedisRefusal(error.message)
  if (error instanceof ClientOfflineError || error instanceof ClientClosedError)
    throw new NotSent('The connection is lost.', { cause: error })
  throw new NoAnswer('The connection was lost before an answer came.', { cause: error })
}
