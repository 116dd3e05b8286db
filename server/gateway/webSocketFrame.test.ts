import type { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { binaryFrame, textFrame } from './webSocketFrame.ts'

/** Part of ws that its types leave out. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable }

/** What a WebSocket client makes of these bytes. */
const read = (bytes: Uint8Array) => {
  const messages: { text: boolean; length: number; bytes: Buffer }[] = []
  const receiver = new Receiver({ isServer: false })
  receiver.on('message', (bytes: Buffer, isBinary: boolean) =>
    messages.push({ text: !isBinary, length: bytes.length, bytes }),
  )
  receiver.write(bytes)
  return messages
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  '[WF1] a frame of %i bytes is read as it was written',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251)
    expect(read(binaryFrame(bytes))).toEqual([{ text: false, length, bytes: Buffer.from(bytes) }])
  },
)

test('[WF2] frames written one behind the other stay apart, and text is UTF-8', () => {
  const bytes = Buffer.concat([textFrame('Überfluß 🦖'), binaryFrame(Uint8Array.of(1, 2)), textFrame('')])
  expect(read(bytes).map(({ text, bytes }) => (text ? bytes.toString() : [...bytes]))).toEqual([
    'Überfluß 🦖',
    [1, 2],
    '',
  ])
})
