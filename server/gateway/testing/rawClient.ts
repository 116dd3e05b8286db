import { WebSocket } from 'ws'
import type { Answer } from '../../../shared/protocol/calls.ts'
import type { Change } from '../../../shared/protocol/down.ts'
import type { Watching } from '../../../shared/protocol/watch.ts'

/** One message as it was received. */
export interface ReceivedEvent {
  readonly event: string
  readonly values: readonly unknown[]
}

export interface RawOptions {
  readonly port: number
  readonly cookie?: string
  readonly origin?: string
  readonly query?: string
  /** A program's token. */
  readonly bearer?: string
  /** The header that a reverse proxy adds. */
  readonly forwardedFor?: string
  /** The name by which the client knows the hub. */
  readonly host?: string
}

type Waiting = { readonly fits: (received: readonly ReceivedEvent[]) => boolean; readonly resolve: () => void }

/** All received messages in order; `until` waits for more. */
function createHearing(closed: Promise<number>) {
  const received: ReceivedEvent[] = []
  let waiting: Waiting[] = []
  return {
    received,
    receive(one: ReceivedEvent) {
      received.push(one)
      const done = waiting.filter(({ fits }) => fits(received))
      waiting = waiting.filter((one) => !done.includes(one))
      for (const { resolve } of done) resolve()
    },
    until: (fits: (received: readonly ReceivedEvent[]) => boolean) =>
      new Promise<void>((resolve, reject) => {
        if (fits(received)) return resolve()
        waiting.push({ fits, resolve })
        void closed.then((code) => reject(new Error(`The connection was closed (${code}) while waiting.`)))
      }),
  }
}

/** Calls, matched with their answers by number. */
function createCalling(webSocket: WebSocket, closed: Promise<number>) {
  const acks = new Map<number, (answer: unknown) => void>()
  return {
    answered: (ackId: number, answer: unknown) => acks.get(ackId)?.(answer),
    call: (event: string, message: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        void closed.then((code) => reject(new Error(`The connection was closed (${code}) before the answer.`)))
        const ackId = acks.size + 1
        acks.set(ackId, resolve)
        webSocket.send(`42${ackId}${JSON.stringify([event, message])}`)
      }),
  }
}

interface Listeners {
  receive(one: ReceivedEvent): void
  answered(ackId: number, answer: unknown): void
}

/** Parses Socket.IO packets without a library, a binary frame together with its header. */
function listen(webSocket: WebSocket, { receive, answered }: Listeners) {
  let open: ReceivedEvent | null = null
  const hearText = (text: string) => {
    const [, kind, attachments, ackId, json] = /^(2|0|40|41|42|43|44|45)(?:(\d+)-)?(\d*)(.*)$/s.exec(text) ?? []
    if (kind === '0') webSocket.send('40')
    else if (kind === '2') webSocket.send('3')
    else if (kind === '40') receive({ event: 'connect', values: [] })
    else if (kind === '44') receive({ event: 'refused', values: [JSON.parse(json ?? '').message] })
    else if (kind === '43') answered(Number(ackId), JSON.parse(json ?? '')[0])
    else if (kind === '42' || kind === '45') {
      const [event, ...values] = JSON.parse(json ?? '')
      if (attachments) open = { event, values }
      else receive({ event, values })
    } else if (kind !== undefined) receive({ event: `packet ${kind}`, values: [] })
  }
  webSocket.on('message', (bytes: Buffer, isBinary) => {
    if (!isBinary) return hearText(bytes.toString())
    if (!open) throw new Error('A binary frame came without its header.')
    const { event, values } = open
    open = null
    receive({ event, values: [values[0], new Uint8Array(bytes)] })
  })
}

/** A client that speaks Engine.IO and Socket.IO without a library, and keeps all received messages in order. */
export function createRawClient({ port, cookie, origin, query = '', bearer, forwardedFor, host }: RawOptions) {
  const headers = {
    ...(cookie && { cookie }),
    ...(origin && { origin }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
    ...(host && { host }),
  }
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket${query}`, { headers })
  webSocket.on('error', () => {})
  const closed = new Promise<number>((resolve) => webSocket.on('close', resolve))
  const { received, receive, until } = createHearing(closed)
  const { answered, call } = createCalling(webSocket, closed)
  listen(webSocket, { receive, answered })

  const of = (event: string) => received.filter((one) => one.event === event)
  return {
    webSocket,
    received,
    /** Resolves with the close code. */
    closed,
    until,
    of,
    untilCount: (event: string, count: number) => until(() => of(event).length >= count),
    /** All changes received so far. */
    changes: () => of('down').flatMap(({ values }) => (values[0] as { changes: Change[] }).changes),
    frames: () => of('positions').map(({ values }) => values[1] as Uint8Array),
    ready: () => until(() => of('hello').length > 0),
    emit: (event: string, ...values: unknown[]) => webSocket.send(`42${JSON.stringify([event, ...values])}`),
    watch: (...documents: ({ id: string; held?: { epoch: number; version: number } } | string)[]) =>
      call('watch', {
        documents: documents.map((one) => (typeof one === 'string' ? { id: one } : one)),
      }) as Promise<Watching>,
    command: (order: object) => call('command', order) as Promise<Answer>,
    call,
    close: () => webSocket.terminate(),
  }
}
export type RawClient = ReturnType<typeof createRawClient>
