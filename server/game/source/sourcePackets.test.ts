import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createPacketGate, createPacketReader, encodePacket, packetTypes, type SourcePacket } from './sourcePackets.ts'

const quietMs = 250
const reply = (id: number, text: string): SourcePacket => ({ id, type: packetTypes.reply, body: Buffer.from(text) })
const loginAnswer = (id: number): SourcePacket => ({ id, type: packetTypes.loginAnswer, body: Buffer.alloc(0) })

function createGate() {
  const clock = createManualClock()
  const gate = createPacketGate(clock, quietMs)
  const passed: [id: number, text: string][] = []
  const read = createPacketReader()
  let why: string | null = null
  gate.stream.on('data', (chunk: Buffer) => {
    for (const { id, body } of read(chunk)) passed.push([id, body.toString()])
  })
  gate.stream.on('error', ({ message }) => {
    why = message
  })
  const send = async (...packets: SourcePacket[]) => {
    gate.stream.write(Buffer.concat(packets.map(encodePacket)))
    await clock.advance(0)
  }
  return { gate, clock, passed, send, failure: () => why }
}

test("[PG1] before the login's answer nothing is passed, and a refusal is remembered", async () => {
  const { gate, passed, send } = createGate()
  await send(reply(0, ''), loginAnswer(-1))
  expect(passed).toEqual([[-1, '']])
  expect(gate.isRefused()).toBe(true)
})

test('[PG2] a short reply is passed at once', async () => {
  const { clock, passed, send } = createGate()
  await send(loginAnswer(0), reply(1, 'Slain'))
  expect(passed.at(-1)).toEqual([1, 'Slain'])
  expect(clock.waiting()).toBe(0)
})

test('[PG3] after a part of maximal length more is awaited, separately for each reply', async () => {
  const { clock, passed, send } = createGate()
  const full = 'x'.repeat(4_086)
  await send(loginAnswer(0), reply(1, full), reply(2, 'other'), reply(1, full), reply(1, 'end'))
  expect(passed.slice(1)).toEqual([
    [2, 'other'],
    [1, `${full}${full}end`],
  ])
  await send(reply(3, full))
  expect(passed).toHaveLength(3)
  await clock.advance(quietMs)
  expect(passed.at(-1)).toEqual([3, full])
})

test('[PG4] an endless reply is cut off', { tags: 'slow' }, async () => {
  const { send, failure } = createGate()
  await send(loginAnswer(0))
  for (let i = 0; i < 260 && failure() === null; i++) await send(reply(1, 'x'.repeat(4_086)))
  expect(failure()).toBe('a reply of more than 1 MB')
})

test('[PG5] no bytes make it hang or throw outside its stream', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }), (chunks) => {
      const { gate } = createGate()
      for (const chunk of chunks) if (!gate.stream.destroyed) gate.stream.write(Buffer.from(chunk))
      gate.stream.destroy()
    }),
  )
})
