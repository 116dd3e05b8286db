import { expect, test } from 'vitest'
import type { Bus } from '../engine/bus.ts'
import type { Node } from './node.ts'
import type { Sight } from './sight.ts'
import { createSightRelay } from './sightRelay.ts'

const sightAt = (at: number): Sight => ({ reading: { at, everyMs: 1_000, players: [] }, packs: {} })

/** Two nodes, one behind the other as far as the test wants. */
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
  const shown: number[] = []
  const behind = { seq: 0, epoch: 1, waiting: [] as { seq: number; act: () => void }[] }
  const reach = (seq: number) => {
    behind.seq = seq
    const due = behind.waiting.filter((one) => one.seq <= seq)
    behind.waiting = behind.waiting.filter((one) => one.seq > seq)
    for (const { act } of due) act()
  }
  const node: Pick<Node, 'bus' | 'seq' | 'atSeq'> = {
    bus,
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
  const follower = createSightRelay({
    node,
    isAlone: false,
    epoch: () => behind.epoch,
    show: ({ reading }) => shown.push(reading.at),
  })
  const own: number[] = []
  const authority = createSightRelay({
    node: { bus: { ...bus, listen: () => () => {} }, seq: () => 10, atSeq: () => () => {} },
    isAlone: false,
    epoch: () => 1,
    show: ({ reading }) => own.push(reading.at),
  })
  return { follower, authority, bus, shown, own, behind, reach }
}

test('[RL1] what was read is shown here at once, and elsewhere when the copy there stands where it stood here', () => {
  const { authority, shown, own, reach } = openPair()
  authority.tell(sightAt(1), 1)
  expect([own, shown]).toEqual([[1], []])
  reach(9)
  expect(shown).toEqual([])
  reach(10)
  expect(shown).toEqual([1])
})

test('[RL2] of what waits only the newest is shown: it is all that there is to see', () => {
  const { authority, shown, behind, reach } = openPair()
  for (const at of [1, 2, 3]) authority.tell(sightAt(at), 1)
  expect(behind.waiting).toHaveLength(1)
  reach(10)
  expect(shown).toEqual([3])
})

test('[RL3] whoever has lost the lease, and does not know it yet, shows nobody anything', () => {
  const { authority, shown, behind, reach } = openPair()
  reach(10)
  behind.epoch = 2
  authority.tell(sightAt(1), 1)
  expect(shown).toEqual([])
  authority.tell(sightAt(2), 2)
  expect(shown).toEqual([2])
})

test('[RL4] what another release would say is passed over, and after the end nothing is shown', () => {
  const { authority, follower, bus, shown, reach } = openPair()
  for (const words of ['nonsense', '{}', '{"epoch":1}']) bus.send('readings', Buffer.from(words))
  authority.tell(sightAt(1), 1)
  follower.close()
  reach(10)
  expect(shown).toEqual([])
})

test('[RL5] a hub that is alone writes no reading out for others', () => {
  const sent: string[] = []
  const bus: Bus = {
    node: 'alone',
    send: (topic) => void sent.push(topic),
    listen: () => () => {},
    onGap: () => () => {},
  }
  const shown: number[] = []
  const relay = createSightRelay({
    node: { bus, seq: () => 0, atSeq: () => () => {} },
    isAlone: true,
    epoch: () => 1,
    show: ({ reading }) => shown.push(reading.at),
  })
  relay.tell(sightAt(1), 1)
  expect([shown, sent]).toEqual([[1], []])
})
