import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change, Down } from '../../shared/protocol/down.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Notice } from '../../shared/protocol/notice.ts'

/** An event of shared/protocol/events.ts with its arguments. */
export type DownEvent = ['hello', Hello] | ['notice', Notice] | ['down', Down] | ['positions', string, Uint8Array]

/** The content of one write: encoded at most once, however many connections get it. */
export interface EncodedBatch {
  /** The same content as Socket.IO events, for a connection that cannot be written to directly. */
  events(): readonly DownEvent[]
  /** Whole WebSocket frames, concatenated. */
  bytes(): Uint8Array
  /** Number of messages. */
  readonly messages: number
}

/** One change of a document, serialized once for all its receivers. */
export interface ChangePart {
  readonly kind: 'change'
  readonly change: Change
  json(): string
}

/** One frame of a stream. */
export interface FramePart {
  readonly kind: 'frame'
  readonly stream: DocumentId
  readonly frame: Uint8Array
}

/** One item of a batch. Receivers of the same item share the same object: equal batches are recognized by identity. */
export type Part = ChangePart | FramePart

export function changePart(change: Change): ChangePart {
  let written: string | undefined
  return {
    kind: 'change',
    change,
    json() {
      written ??= JSON.stringify(change)
      return written
    },
  }
}

export const framePart = (stream: DocumentId, frame: Uint8Array): FramePart => ({ kind: 'frame', stream, frame })

export const encodeEvent = (event: ['hello', Hello] | ['notice', Notice]): EncodedBatch => ({
  events: () => [event],
  bytes: once(() => eventFrame(event[0], JSON.stringify(event[1]))),
  messages: 1,
})

/** The answer to a call, as Socket.IO acknowledges it. It is not an event: the tap learns of answers where they are given. */
export function encodeAnswer(call: number, answer: unknown): EncodedBatch {
  const bytes = textFrame(`43${call}[${JSON.stringify(answer)}]`)
  return { events: () => [], bytes: () => bytes, messages: 1 }
}

/** All changes as one `down`, then the frames. */
export function encodeBatch(parts: readonly Part[]): EncodedBatch {
  const changes = parts.filter((part): part is ChangePart => part.kind === 'change')
  const frames = parts.filter((part): part is FramePart => part.kind === 'frame')
  const downFrame = () => eventFrame('down', `{"changes":[${changes.map((part) => part.json()).join(',')}]}`)
  return {
    events: () => [
      ...(changes.length > 0 ? [['down', { changes: changes.map(({ change }) => change) }] satisfies DownEvent] : []),
      ...frames.map(({ stream, frame }): DownEvent => ['positions', stream, frame]),
    ],
    bytes: once(() => {
      if (frames.length === 0) return changes.length === 0 ? Buffer.alloc(0) : downFrame()
      return Buffer.concat([...(changes.length > 0 ? [downFrame()] : []), ...frames.flatMap(streamFrames)])
    }),
    messages: Math.min(changes.length, 1) + frames.length,
  }
}

/** The parts of a batch as a path from the empty root. Equal paths are the same object, and share one encoded batch. */
export interface PartPath {
  readonly parts: readonly Part[]
  /** The last one that was asked for: in most flushes all connections get the same parts. */
  latest: { readonly part: Part; readonly path: PartPath } | null
  /** All that are longer by one part; null up to the second of them. */
  longer: Map<Part, PartPath> | null
  batch: EncodedBatch | null
}

const pathOf = (parts: readonly Part[]): PartPath => ({ parts, latest: null, longer: null, batch: null })
export const emptyPath = (): PartPath => pathOf([])

export function longerBy(path: PartPath, part: Part): PartPath {
  const { latest } = path
  if (latest?.part === part) return latest.path
  if (latest) path.longer ??= new Map([[latest.part, latest.path]])
  const found = path.longer?.get(part) ?? pathOf([...path.parts, part])
  path.longer?.set(part, found)
  path.latest = { part, path: found }
  return found
}

export function batchOf(path: PartPath): EncodedBatch {
  path.batch ??= encodeBatch(path.parts)
  return path.batch
}

const once = (make: () => Uint8Array) => {
  let made: Uint8Array | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Engine.IO 4 and Socket.IO 5 on the wire: '4' is a message, '2' an event, '51-' an event with one binary attachment,
 * which follows as a frame of its own.
 */
const eventFrame = (event: string, json: string) => textFrame(`42["${event}",${json}]`)
const streamFrames = ({ stream, frame }: FramePart) => [
  textFrame(`451-["positions",${JSON.stringify(stream)},{"_placeholder":true,"num":0}]`),
  binaryFrame(frame),
]

/** RFC 6455, section 5.2: one unfragmented, unmasked frame, as a server sends it. */
export function textFrame(text: string): Uint8Array {
  const { frame, head } = emptyFrame(textOpcode, Buffer.byteLength(text))
  frame.write(text, head)
  return frame
}
export function binaryFrame(bytes: Uint8Array): Uint8Array {
  const { frame, head } = emptyFrame(binaryOpcode, bytes.length)
  frame.set(bytes, head)
  return frame
}

const final = 0x80
const textOpcode = 0x1
const binaryOpcode = 0x2

/** A frame with its head, whose content is still to be written. */
function emptyFrame(opcode: number, length: number) {
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = final | opcode
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  return { frame, head }
}
