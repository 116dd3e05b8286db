import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { z } from 'zod'
import { ActionError, type ActionOutcome } from '../actionLink.ts'
import type { Clock } from '../clock.ts'
import { networkReason } from '../linkState.ts'
import { soundsRefused, withoutEchoes } from '../replyText.ts'

interface BridgeResponse {
  readonly status: number
  readonly body: string
}

interface BridgeRequest {
  readonly url: URL
  readonly method: 'POST' | 'HEAD'
  readonly token: string | null
  readonly body: string
  readonly clock: Clock
  readonly connectMs: number
  readonly answerMs: number
  /** Called when the connection stands and the first byte may leave. */
  leaving(): void
}

const mostBytes = 64 * 1024

/** One request on a connection of its own; a redirect is an answer like others. Rejects with words for people. */
export function requestBridge(options: BridgeRequest): Promise<BridgeResponse> {
  const { clock, url, connectMs, answerMs } = options
  const isSecure = url.protocol === 'https:'
  return new Promise<BridgeResponse>((resolve, reject) => {
    const request = open(options, isSecure)
    const giveUp = (why: string) => {
      reject(new Error(why))
      request.destroy()
    }
    let callOff = clock.after(connectMs, () => giveUp('the bridge does not answer'))
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        options.leaving()
        callOff()
        callOff = clock.after(answerMs, () => giveUp('no answer came in time'))
      }),
    )
    request.once('response', (response) => collect(response, giveUp, resolve))
    request.on('error', (error) => reject(new Error(networkReason(error), { cause: error })))
    request.once('close', () => {
      callOff()
      reject(new Error('the connection was lost before an answer came'))
    })
    request.end(options.body)
  })
}

function open({ url, method, token, body }: BridgeRequest, isSecure: boolean): ClientRequest {
  const headers = {
    accept: 'application/json',
    ...(method === 'POST' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  // Without an agent no connection is kept: on a kept one nobody can tell whether the bridge has heard a request.
  return (isSecure ? requestHttps : requestHttp)(url, { method, headers, agent: false })
}

function collect(
  response: IncomingMessage,
  giveUp: (why: string) => void,
  whole: (answer: BridgeResponse) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) giveUp('an answer of more than 64 KiB')
    else chunks.push(chunk)
  })
  response.on('error', () => giveUp('the connection was lost in the middle of the answer'))
  response.once('end', () => whole({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }))
}

const text = z.string().nullish()
const BridgeReply = z.object({ success: z.boolean(), message: text, response: text, error: text })

/** With these a web server turns a request away at the door. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 405, 413, 415, 429])
const mayHaveHappened = /time[d-]*\s*out|timeout|no (?:answer|response|reply)|lost|reset|hang up/i

/**
 * What the bridge's answer proves. It speaks to the game itself: what it could not find out there, nobody here can.
 * @throws ActionError notSent where the bridge certainly did nothing, lost where it may have
 */
export function judgeBridgeResponse(status: number, body: string, echoes: readonly string[]): ActionOutcome {
  const parsed = parse(body)
  if (turnedAway.has(status) || (!parsed && status >= 300 && status < 500))
    throw new ActionError('notSent', `the bridge did not take it: ${meaningOf(status)}`)
  if (!parsed) throw new ActionError('lost', `The bridge answered ${status} and nothing that can be read.`)
  const reply = (parsed.response ?? parsed.message ?? parsed.error ?? '').trim() || null
  const why = parsed.error ?? null
  if (!parsed.success && (status >= 500 || mayHaveHappened.test(why ?? '')))
    throw new ActionError('lost', why ?? `The bridge answered ${status}.`)
  const isDone = parsed.success && status < 300
  if (isDone && soundsRefused(withoutEchoes(parsed.response ?? '', echoes)))
    throw new ActionError('lost', `The bridge says that it is done, and with it: ${parsed.response}`)
  return { state: isDone ? 'confirmed' : 'refused', reply, why }
}

function parse(body: string) {
  try {
    return BridgeReply.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

const meaningOf = (status: number) =>
  status === 401 || status === 403
    ? `${status}, is BRIDGE_TOKEN right?`
    : status < 400
      ? `${status}, it is elsewhere`
      : `${status}`
