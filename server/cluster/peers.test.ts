import { expect, test } from 'vitest'
import { openPeers } from './testing/openPeers.ts'

test('[HB1] nodes without changes send one message per second each, with presence or without', async () => {
  const { open, pass, sent } = openPeers()
  const nodes = ['a', 'b', 'c'].map((name) => open(name))
  nodes[0]?.begin('positions/main')
  await pass(2_000)
  const before = sent()
  await pass(10_000)
  expect(sent() - before).toBe(30)
})

test('[HB2] a peer gets no requests after more than three missed heartbeats, and loses its presence after six', async () => {
  const { open, pass } = openPeers()
  const [one, other] = [open('a'), open('b')]
  other.begin('positions/main')
  await pass(1_000)
  other.node.cut('bus')
  await pass(2_900)
  expect([one.peers.names(), one.watched.isWatched()]).toEqual([['b'], true])
  await pass(1_600)
  expect([one.peers.names(), one.watched.isWatched()]).toEqual([[], true])
  await pass(2_000)
  expect(one.watched.isWatched()).toBe(false)
})

test('[HB3] many presence changes within 100 ms are one message', async () => {
  const { open, pass, sent } = openPeers()
  const [one, other] = [open('a'), open('b')]
  await pass(1_000)
  const before = sent()
  for (let player = 0; player < 500; player += 1) other.begin(`vitals/p${player}`)
  await pass(100)
  expect(one.watched.watchedIds('vitals')).toHaveLength(500)
  expect(sent() - before).toBeLessThanOrEqual(3)
})
