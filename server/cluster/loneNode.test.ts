import { expect, test } from 'vitest'
import { NotWritten } from '../engine/storage.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import { sampleFeatures } from '../testing/sampleFeature.ts'
import { createLoneNode } from './loneNode.ts'

test('[NL1] a lone node always leads, in one term, and hands over to no other', async () => {
  const { hub, clock } = await openApp(sampleFeatures)
  const node = createLoneNode(hub, clock)
  const left: string[] = []
  await node.handOver(async () => void left.push('services'))
  await node.stepDown()
  expect([node.role(), node.term()?.epoch, node.term()?.isHeld(), left]).toEqual(['leader', hub.epoch, true, []])
})

test('[NL2] a lone node is ready as long as its journal takes entries', async () => {
  const { hub, clock, memory, dispatch } = await openApp(sampleFeatures)
  const node = createLoneNode(hub, clock)
  expect(node.state()).toMatchObject({ isReady: true, leader: 'alone', lag: { entries: 0, ms: 0 } })
  memory.fail(new NotWritten('full', 'There is no room.'))
  await dispatch(person('ann'), 'sample.give', { to: 'bob', coins: 1 })
  expect(node.state().isReady).toBe(false)
})

test('[NL3] a lone node shows all positions at once, and knows every session', async () => {
  const { hub, clock } = await openApp(sampleFeatures)
  const node = createLoneNode(hub, clock)
  const reached: string[] = []
  node.atSeq(99, () => reached.push('atSeq'))
  node.whenReached(99, () => reached.push('whenReached'))
  const sessions = node.unknownSessions({ principalOf: () => person('ann'), keyOf: () => 'key' })
  await sessions.settle({ cookie: 'unknown', token: undefined })
  expect([reached, sessions.isUnknownEverywhere({ cookie: 'unknown', token: undefined })]).toEqual([
    ['atSeq', 'whenReached'],
    true,
  ])
})
