import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { z } from 'zod'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { Clock } from '../../engine/clock.ts'
import { ActionError, type ActionOutcome } from '../actionLink.ts'
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
  /** Called when connected, before the first byte is sent. */
  leaving(): void
}

const maxBytes = 64_000

/** One request on its own connection. Redirects are not followed. Rejects with an error whose message is for users. */
export function requestBridge(options: BridgeRequest): Promise<BridgeResponse> {
  const { clock, url, connectMs, answerMs } = options
  const isSecure = url.protocol === 'https:'
  return new Promise<BridgeResponse>((resolve, reject) => {
    const request = open(options, isSecure)
    const giveUp = (why: string) => {
      reject(new Error(why))
      request.destroy()
    }
    let cancel = clock.after(connectMs, () => giveUp('the bridge does not answer'))
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        options.leaving()
        cancel()
        cancel = clock.after(answerMs, () => giveUp('no answer came in time'))
      }),
    )
    request.once('response', (response) => collect(response, giveUp, resolve))
    request.on('error', (error) => reject(new Error(networkReason(error), { cause: error })))
    request.once('close', () => {
      cancel()
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
  // Without an agent, since on a kept connection it is unknown whether the bridge received a request.
  return (isSecure ? requestHttps : requestHttp)(url, { method, headers, agent: false })
}

function collect(
  response: IncomingMessage,
  giveUp: (why: string) => void,
  done: (answer: BridgeResponse) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) giveUp(`an answer of more than ${bytesInWords(maxBytes)}`)
    else chunks.push(chunk)
  })
  response.on('error', () => giveUp('the connection was lost in the middle of the answer'))
  response.once('end', () => done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }))
}

const text = z.string().nullish()
const BridgeReply = z.object({ success: z.boolean(), message: text, response: text, error: text })

/** Statuses with which a web server rejects a request before handling it. */
const rejected: ReadonlySet<number> = new Set([401, 403, 405, 413, 415, 429])
const mayHaveHappened = /time[d-]*\s*out|timeout|no (?:answer|response|reply)|lost|reset|hang up/i

/** Judges the bridge's response. @throws ActionError notSent where the bridge did nothing, lost where it may have done it */
export function judgeBridgeResponse(status: number, body: string, echoes: readonly string[]): ActionOutcome {
  const parsed = parse(body)
  if (rejected.has(status) || (!parsed && status >= 300 && status < 500))
    throw new ActionError('notSent', `the bridge refused it: ${meaningOf(status)}`)
  if (!parsed) throw new ActionError('lost', `The bridge answered ${status} with nothing readable.`)
  const reply = (parsed.response ?? parsed.message ?? parsed.error ?? '').trim() || null
  const why = parsed.error ?? null
  if (!parsed.success && (status >= 500 || mayHaveHappened.test(why ?? '')))
    throw new ActionError('lost', why ?? `The bridge answered ${status}.`)
  const isDone = parsed.success && status < 300
  if (isDone && soundsRefused(withoutEchoes(parsed.response ?? '', echoes)))
    throw new ActionError('lost', `The bridge says that it is done, and adds: ${parsed.response}`)
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
