import { expect, test } from 'vitest'
import type { TermHub } from '../engine/hub.ts'
import type { Bus } from '../engine/storage.ts'
import { createTestClock } from '../testing/clock.ts'
import { createLoneNode } from './loneNode.ts'
import { createMessages } from './messages.ts'
import type { Node } from './node.ts'
import { createPositionRelay, type SharedReading } from './positionRelay.ts'

const readingAt = (at: number): SharedReading => ({
  reading: { at, everyMs: 1_000, players: [] },
  packs: {},
  friends: {},
})

/** A leader and a follower, which is as far behind as the test sets. */
function openPair() {
  const listeners: ((message: Uint8Array, from: string) => void)[] = []
  const bus: Bus = {
    node: 'a',
    send: (_topic, message) => {
      for (const listener of listeners) listener(message, 'a')
    },
    listen(_topic, listener) {
      listeners.push(listener)
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    },
    onGap: () => () => {},
  }
  const ignore = () => {}
  const shown: number[] = []
  const behind = { seq: 0, epoch: 1, waiting: [] as { seq: number; act: () => void }[] }
  const reach = (seq: number) => {
    behind.seq = seq
    const due = behind.waiting.filter((one) => one.seq <= seq)
    behind.waiting = behind.waiting.filter((one) => one.seq > seq)
    for (const { act } of due) act()
  }
  const node: Pick<Node, 'messages' | 'seq' | 'atSeq'> = {
    messages: createMessages(bus, ignore),
    seq: () => behind.seq,
    atSeq(seq, act) {
      const one = { seq, act }
      behind.waiting.push(one)
      reach(behind.seq)
      return () => {
        behind.waiting = behind.waiting.filter((other) => other !== one)
      }
    },
  }
  const follower = createPositionRelay({
    node,
    epoch: () => behind.epoch,
    show: ({ reading }) => shown.push(reading.at),
  })
  const own: number[] = []
  const deaf = { ...bus, listen: () => () => {} }
  const leader = createPositionRelay({
    node: { messages: createMessages(deaf, ignore), seq: () => 10, atSeq: () => () => {} },
    epoch: () => 1,
    show: ({ reading }) => own.push(reading.at),
  })
  return { follower, leader, bus, shown, own, behind, reach }
}

test("[RL1] a reading is shown at once on the leader, and elsewhere when that node has reached the leader's position", () => {
  const { leader, shown, own, reach } = openPair()
  leader.send(readingAt(1), { epoch: 1 })
  expect([own, shown]).toEqual([[1], []])
  reach(9)
  expect(shown).toEqual([])
  reach(10)
  expect(shown).toEqual([1])
})

test('[RL2] of the waiting readings only the newest is shown', () => {
  const { leader, shown, behind, reach } = openPair()
  for (const at of [1, 2, 3]) leader.send(readingAt(at), { epoch: 1 })
  expect(behind.waiting).toHaveLength(1)
  reach(10)
  expect(shown).toEqual([3])
})

test('[RL3] a leader that lost the lease without knowing shows nothing on other nodes', () => {
  const { leader, shown, behind, reach } = openPair()
  reach(10)
  behind.epoch = 2
  leader.send(readingAt(1), { epoch: 1 })
  expect(shown).toEqual([])
  leader.send(readingAt(2), { epoch: 2 })
  expect(shown).toEqual([2])
})

test('[RL4] a malformed message is ignored, and nothing is shown after close', () => {
  const { leader, follower, bus, shown, reach } = openPair()
  for (const text of ['nonsense', '{}', '{"epoch":1}']) bus.send('readings', Buffer.from(text))
  leader.send(readingAt(1), { epoch: 1 })
  follower.close()
  reach(10)
  expect(shown).toEqual([])
})

test('[RL5] a lone node serializes no reading for others', () => {
  const shown: number[] = []
  const node = createLoneNode({ epoch: 1 } as TermHub, createTestClock())
  const relay = createPositionRelay({ node, epoch: () => 1, show: ({ reading }) => shown.push(reading.at) })
  const reading = readingAt(1)
  const toJSON = () => {
    throw new Error('It was serialized.')
  }
  relay.send(Object.assign(reading, { toJSON }), { epoch: 1 })
  expect(shown).toEqual([1])
})
