import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { newCommandId } from '../../shared/engine/ids.ts'
import { localNow } from './clock.ts'
import { faultOfError, faultOfRefusal, isFull } from './faults.ts'
import type { Recorder } from './measurements.ts'
import { createReceiver, type ReceiverDeps } from './received.ts'

interface ViewerDeps extends ReceiverDeps {
  /** http://… or https://… */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The connection has ended or could not be opened. @param isFull reconnecting is useless */
  ended(isFull: boolean): void
}

const openWithinMs = 20_000
const [ping, message, event, binaryEvent, answer, welcome, refusal] = '2425304'
  .split('')
  .map((char) => char.charCodeAt(0))
const [hello, down, notice] = 'hdn'.split('').map((char) => char.charCodeAt(0))
/** 42["hello", */
const helloHead = 11

/** One connection that parses only what is measured, at a few µs a message. */
export function openViewer(deps: ViewerDeps) {
  const { recorder, clock, watch } = deps
  const socket = new WebSocket(`${deps.url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: deps.headers,
    perMessageDeflate: false,
    handshakeTimeout: openWithinMs,
  })
  const startedAt = localNow()
  const receiver = createReceiver(deps)
  const calls = createPendingCalls(recorder)
  let isOpen = false

  const call = (name: string, values: object, receive: Parameters<typeof calls.ask>[0]) =>
    calls.ask(receive, (number) => socket.send(`42${number}["${name}",${JSON.stringify(values)}]`))
  const onHello = (bytes: Buffer) => {
    clock.update((JSON.parse(bytes.toString('utf8', helloHead, bytes.length - 1)) as { now: number }).now)
    if (isOpen) return
    isOpen = true
    recorder.count('opened')
    recorder.took('connect', localNow() - startedAt)
    receiver.start()
    call('watch', { documents: watch.map((id) => ({ id })) }, ([values]) =>
      receiver.refused((values?.refused as string[]) ?? []),
    )
  }
  const receive = createPacketHandler({
    send: (text) => socket.send(text),
    refused: () => end('accountFull'),
    onHello,
    receiver,
    calls,
    fault: recorder.fault,
  })
  socket.on('message', (bytes: Buffer, isBinary) => {
    recorder.count('messages')
    recorder.count('bytes', bytes.length)
    if (isBinary) receiver.frame(bytes)
    else receive(bytes)
  })
  const { leave, end } = trackEnd(socket, { ...deps, calls, isOpen: () => isOpen })
  return {
    isOpen: () => isOpen && socket.readyState === WebSocket.OPEN,
    command(name: string, input: object) {
      const sentAt = localNow()
      recorder.count('commands')
      call('command', { id: newCommandId(clock.now(), randomBytes(10)), name, input }, ([values]) => {
        recorder.took('ack', localNow() - sentAt)
        if (values?.ok !== true) recorder.fault(`command ${values?.code}`)
      })
    },
    expireCalls: calls.expireCalls,
    leave,
  }
}
export type Viewer = ReturnType<typeof openViewer>

interface PacketDeps {
  send(text: string): void
  /** The hub does not admit the connection. */
  refused(): void
  onHello(hello: Buffer): void
  fault(code: string): void
  readonly receiver: Pick<ReturnType<typeof createReceiver>, 'down'>
  readonly calls: Pick<ReturnType<typeof createPendingCalls>, 'answered'>
}

/** Dispatches Engine.IO 4 and Socket.IO 5 packets by their first bytes. */
function createPacketHandler({ send, refused, onHello, fault, receiver, calls }: PacketDeps) {
  const handleEvent = (bytes: Buffer) => {
    if (bytes[4] === down) receiver.down(bytes)
    else if (bytes[4] === hello) onHello(bytes)
    else if (bytes[4] === notice) fault(`notice ${/"code":"(\w+)"/.exec(bytes.toString())?.[1]}`)
  }
  return (bytes: Buffer) => {
    if (bytes[0] === ping) send('3')
    else if (bytes[0] !== message) send('40')
    else if (bytes[1] === event) handleEvent(bytes)
    else if (bytes[1] === refusal) refused()
    else if (bytes[1] === answer) calls.answered(bytes.toString('utf8', 2))
    else if (bytes[1] !== binaryEvent && bytes[1] !== welcome) fault('foreign')
  }
}

interface EndDeps {
  readonly recorder: Recorder
  readonly calls: PendingCalls
  isOpen(): boolean
  ended(isFull: boolean): void
}

/** Reports once how a connection ended or why it failed. */
function trackEnd(socket: WebSocket, { recorder, calls, isOpen, ended }: EndDeps) {
  let isOver = false
  const end = (code: string) => {
    if (isOver) return
    isOver = true
    if (isOpen()) recorder.count('lost')
    recorder.fault(code)
    calls.end()
    ended(isFull(code))
  }
  socket.on('unexpected-response', (request, response) => {
    const refused = (body: string) => {
      end(faultOfRefusal(response.statusCode ?? 0, body))
      request.destroy()
    }
    text(response).then(refused, () => refused(''))
  })
  socket.on('error', (error: Error) => end(faultOfError(error)))
  socket.on('close', () => end(isOpen() ? 'lost' : 'ECONNRESET'))
  return {
    /** Closes it without a report. */
    leave() {
      isOver = true
      socket.close()
    },
    /** Reports this as its end, and closes it. */
    end(code: string) {
      end(code)
      socket.close()
    },
  }
}

type Values = readonly Record<string, unknown>[]

const answeredWithinMs = 20_000

/** Calls of one connection that wait for an answer, by Socket.IO's number. */
function createPendingCalls(recorder: Pick<Recorder, 'fault'>) {
  const waiting = new Map<number, { receive(values: Values): void; since: number }>()
  let count = 0
  return {
    ask(receive: (values: Values) => void, send: (number: number) => void) {
      count += 1
      waiting.set(count, { receive, since: performance.now() })
      send(count)
    },
    /** @param text as `7[{"ok":true}]` */
    answered(text: string) {
      const at = text.indexOf('[')
      const number = Number(text.slice(0, at))
      const { receive } = waiting.get(number) ?? {}
      waiting.delete(number)
      receive?.(JSON.parse(text.slice(at)) as Values)
    },
    /** Counts and forgets calls without an answer within 20 s. */
    expireCalls() {
      const now = performance.now()
      for (const [number, { since }] of waiting) {
        if (now - since < answeredWithinMs) continue
        waiting.delete(number)
        recorder.fault('unanswered')
      }
    },
    /** The connection has ended: all open calls stay unanswered. */
    end() {
      for (const _ of waiting) recorder.fault('unanswered')
      waiting.clear()
    },
  }
}
type PendingCalls = ReturnType<typeof createPendingCalls>
