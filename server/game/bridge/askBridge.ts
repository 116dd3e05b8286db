import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Clock } from '../clock.ts'
import { networkWords } from '../networkWords.ts'

export interface BridgeAnswer {
  readonly status: number
  readonly body: string
}

export interface BridgeRequest {
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
export function askBridge(options: BridgeRequest): Promise<BridgeAnswer> {
  const { clock, url, connectMs, answerMs } = options
  const isSecure = url.protocol === 'https:'
  return new Promise<BridgeAnswer>((resolve, reject) => {
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
    request.on('error', (error) => reject(new Error(networkWords(error), { cause: error })))
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
  whole: (answer: BridgeAnswer) => void,
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
