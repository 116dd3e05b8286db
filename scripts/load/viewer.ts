import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { newCommandId } from '../../shared/engine/ids.ts'
import { createAnswers } from './answers.ts'
import { followEnd } from './followEnd.ts'
import { localNow } from './hubClock.ts'
import { createSight, type SightParts } from './sight.ts'

export interface ViewerParts extends SightParts {
  /** Where the hub is: http://… or https://… */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** It was there and is not any more, or could not come. @param isFull it is no use to come again */
  ended(isFull: boolean): void
}

const openWithinMs = 20_000
const [ping, message, event, binaryEvent, answer, welcome] = '242530'.split('').map((sign) => sign.charCodeAt(0))
const [hello, down, notice] = 'hdn'.split('').map((sign) => sign.charCodeAt(0))
/** 42["hello", */
const helloHead = 11

/** One who looks on, and perhaps gives commands: says what has to be said and reads no more than is measured. Some µs a message. */
export function openViewer(parts: ViewerParts) {
  const { ledger, clock, watch } = parts
  const socket = new WebSocket(`${parts.url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    ...{ headers: parts.headers, perMessageDeflate: false, handshakeTimeout: openWithinMs },
  })
  const beganAt = localNow()
  const sight = createSight(parts)
  const answers = createAnswers(ledger)
  let isHere = false

  const ask = (name: string, told: object, hear: Parameters<typeof answers.ask>[0]) =>
    answers.ask(hear, (number) => socket.send(`42${number}["${name}",${JSON.stringify(told)}]`))
  const greet = (bytes: Buffer) => {
    clock.heard((JSON.parse(bytes.toString('utf8', helloHead, bytes.length - 1)) as { now: number }).now)
    if (isHere) return
    isHere = true
    ledger.count('opened')
    ledger.took('connect', localNow() - beganAt)
    sight.begin()
    ask('watch', { documents: watch.map((id) => ({ id })) }, ([told]) =>
      sight.refused((told?.refused as string[]) ?? []),
    )
  }
  const hear = createHearing({ send: (text) => socket.send(text), greet, sight, answers, trouble: ledger.trouble })
  socket.on('message', (bytes: Buffer, isBinary) => {
    ledger.count('messages')
    ledger.count('bytes', bytes.length)
    if (isBinary) sight.frame(bytes)
    else hear(bytes)
  })
  const leave = followEnd(socket, { ...parts, answers, isHere: () => isHere })
  return {
    isHere: () => isHere && socket.readyState === WebSocket.OPEN,
    command(name: string, input: object) {
      const givenAt = localNow()
      ledger.count('commands')
      ask('command', { id: newCommandId(clock.now(), randomBytes(10)), name, input }, ([told]) => {
        ledger.took('ack', localNow() - givenAt)
        if (told?.ok !== true) ledger.trouble(`command ${told?.code}`)
      })
    },
    lookForLate: answers.lookForLate,
    leave,
  }
}
export type Viewer = ReturnType<typeof openViewer>

interface HearingParts {
  send(text: string): void
  greet(hello: Buffer): void
  trouble(code: string): void
  readonly sight: Pick<ReturnType<typeof createSight>, 'down'>
  readonly answers: Pick<ReturnType<typeof createAnswers>, 'answered'>
}

/** Engine.IO 4 and Socket.IO 5 as they stand on the wire, told apart by their first signs. */
function createHearing({ send, greet, trouble, sight, answers }: HearingParts) {
  const hearEvent = (bytes: Buffer) => {
    if (bytes[4] === down) sight.down(bytes)
    else if (bytes[4] === hello) greet(bytes)
    else if (bytes[4] === notice) trouble(`notice ${/"code":"(\w+)"/.exec(bytes.toString())?.[1]}`)
  }
  return (bytes: Buffer) => {
    if (bytes[0] === ping) send('3')
    else if (bytes[0] !== message) send('40')
    else if (bytes[1] === event) hearEvent(bytes)
    else if (bytes[1] === answer) answers.answered(bytes.toString('utf8', 2))
    else if (bytes[1] !== binaryEvent && bytes[1] !== welcome) trouble('foreign')
  }
}
