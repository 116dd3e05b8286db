import type { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { binaryFrame, textFrame } from './encoding.ts'

/** Part of ws that is not in its types. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable }

/** The messages that a WebSocket client reads from these bytes. */
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

test('[WF2] consecutive frames stay separate, and text is UTF-8', () => {
  const bytes = Buffer.concat([textFrame('Überfluß 🦖'), binaryFrame(Uint8Array.of(1, 2)), textFrame('')])
  expect(read(bytes).map(({ text, bytes }) => (text ? bytes.toString() : [...bytes]))).toEqual([
    'Überfluß 🦖',
    [1, 2],
    '',
  ])
})
