import type { Down } from '../../shared/protocol/down.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Notice } from '../../shared/protocol/notice.ts'
import type { ChangePiece, FramePiece, Piece } from './piece.ts'
import { binaryFrame, textFrame } from './webSocketFrame.ts'

/** An event of shared/protocol/events.ts with what it carries. */
export type DownEvent = ['hello', Hello] | ['notice', Notice] | ['down', Down] | ['positions', string, Uint8Array]

/** What one write carries: encoded at most once, however many viewers get it. */
export interface Parcel {
  /** The same as Socket.IO events, for a connection that cannot be written to directly. */
  events(): readonly DownEvent[]
  /** WebSocket frames, whole and one after the other. */
  bytes(): Uint8Array
  /** How many messages they are. */
  readonly messages: number
}

/**
 * Engine.IO 4 and Socket.IO 5 as they stand on the wire: '4' a message, '2' an event, '51-' an event with one binary
 * attachment, which follows as a frame of its own.
 */
const eventFrame = (event: string, json: string) => textFrame(`42["${event}",${json}]`)
const streamFrames = ({ stream, frame }: FramePiece) => [
  textFrame(`451-["positions",${JSON.stringify(stream)},{"_placeholder":true,"num":0}]`),
  binaryFrame(frame),
]

const once = (make: () => Uint8Array) => {
  let made: Uint8Array | undefined
  return () => {
    made ??= make()
    return made
  }
}

export const wordParcel = (event: ['hello', Hello] | ['notice', Notice]): Parcel => ({
  events: () => [event],
  bytes: once(() => eventFrame(event[0], JSON.stringify(event[1]))),
  messages: 1,
})

/** All changes as one `down`, then the frames. */
export function parcelOf(pieces: readonly Piece[]): Parcel {
  const changes = pieces.filter((piece): piece is ChangePiece => piece.kind === 'change')
  const frames = pieces.filter((piece): piece is FramePiece => piece.kind === 'frame')
  const downFrame = () => eventFrame('down', `{"changes":[${changes.map((piece) => piece.json()).join(',')}]}`)
  return {
    events: () => [
      ...(changes.length > 0 ? [['down', { changes: changes.map(({ change }) => change) }] satisfies DownEvent] : []),
      ...frames.map(({ stream, frame }): DownEvent => ['positions', stream, frame]),
    ],
    bytes: once(() => Buffer.concat([...(changes.length > 0 ? [downFrame()] : []), ...frames.flatMap(streamFrames)])),
    messages: Math.min(changes.length, 1) + frames.length,
  }
}
