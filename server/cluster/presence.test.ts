import { expect, test } from 'vitest'
import { pastViews } from '../../shared/features/positionViews/commands.ts'
import { positionViews } from '../../shared/features/positionViews/positionViews.ts'
import { startViewLog } from '../features/positionViews/viewLog.ts'
import { allFeatures } from '../testing/allFeatures.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import { openPeers } from './testing/openPeers.ts'

test('[TG1] what is watched on one node is known to the others within 100 ms, and so is its end', async () => {
  const { open, pass, settled } = openPeers()
  const [one, other] = [open('a'), open('b')]
  await settled()
  let changes = 0
  one.watched.onWatched(() => {
    changes += 1
  })
  expect(one.watched.isWatched()).toBe(false)
  other.begin('vitals/ann')
  other.begin('vitals/ben')
  one.begin('vitals/ann')
  await pass(100)
  expect(one.watched.watchedIds('vitals').toSorted()).toEqual(['vitals/ann', 'vitals/ben'])
  expect(other.watched.watchedIds('vitals').toSorted()).toEqual(['vitals/ann', 'vitals/ben'])
  expect(changes).toBe(2)
  one.cease('vitals/ann')
  expect(one.watched.isWatched()).toBe(true)
  for (const id of ['vitals/ann', 'vitals/ben'] as const) other.cease(id)
  await pass(100)
  expect([one.watched.isWatched(), one.watched.watchedIds('vitals')]).toEqual([false, []])
})

test('[TG2] a node that starts later receives all presence at once; a node that stops in order is not waited for', async () => {
  const { open, pass, settled } = openPeers()
  const first = open('a')
  first.begin('positions/main')
  await pass(5_000)
  const late = open('b')
  await settled()
  expect(late.watched.watchedIds('positions')).toEqual(['positions/main'])
  first.close()
  await settled()
  expect(late.watched.isWatched()).toBe(false)
})

test('[TG3] after six seconds without a heartbeat a node watches nothing; its presence is requested when it is back', async () => {
  const { open, pass } = openPeers()
  const [one, other] = [open('a'), open('b')]
  other.begin('positions/main')
  await pass(100)
  other.node.cut('bus')
  await pass(5_000)
  expect(one.watched.isWatched()).toBe(true)
  await pass(3_500)
  expect(one.watched.isWatched()).toBe(false)
  other.begin('vitals/ann')
  await pass(500)
  other.node.mend('bus')
  await pass(2_100)
  expect(one.watched.watchedIds('vitals')).toEqual(['vitals/ann'])
  expect(one.watched.watchedIds('positions')).toEqual(['positions/main'])
})

test('[TG4] a presence change that was missed is received later, with or without further changes', async () => {
  const { open, pass } = openPeers()
  const [one, other] = [open('a'), open('b')]
  await pass(100)
  one.node.cut('bus')
  other.begin('vitals/ann')
  await pass(200)
  one.node.mend('bus')
  await pass(2_100)
  expect(one.watched.watchedIds('vitals')).toEqual(['vitals/ann'])
})

test('[TG5] a malformed presence message is ignored', async () => {
  const { open, pass } = openPeers()
  const [one, other] = [open('a'), open('b')]
  for (const text of ['nonsense', '{}', '{"presence":{"revision":"1"}}', '[]', 'null'])
    other.node.storage.bus.send('heartbeats', Buffer.from(text))
  other.begin('vitals/ann')
  await pass(2_200)
  expect(one.watched.watchedIds('vitals')).toEqual(['vitals/ann'])
})

/** Node a records who views positions. */
async function openViewLog() {
  const nodes = openPeers()
  const [leader, other, third] = [nodes.open('a'), nodes.open('b'), nodes.open('c')]
  const { clock } = nodes
  const { hub } = await openApp(allFeatures, { clock })
  const onFault = (_what: string, error: unknown) => {
    throw error
  }
  const write = (lastRanAt: number | null = null) =>
    startViewLog({ hub, clock, lastRanAt, resumes: lastRanAt !== null, onFault })
  const open = () => Object.keys(hub.read(positionViews).open)
  const written = async () => {
    await nodes.settled()
    const answer = await hub.query(person('owner', 'owner'), { name: pastViews.name, input: { before: null } })
    const views = answer.ok ? pastViews.output.parse(answer.output).views : []
    return views.map(({ account, from, to, cut }) => [account, (to - from) / 1_000, cut])
  }
  return { ...nodes, leader, other, third, write, open, written }
}

test('[TG6] views from several nodes are one view, from the first connection anywhere to the last', async () => {
  const { leader, other, third, write, open, written, pass } = await openViewLog()
  leader.positionViewers.follow(write().onWatcher)
  other.begin('positions/main')
  await pass(60_000)
  third.begin('positions/main')
  third.begin('positions/main')
  await pass(1_000)
  other.cease('positions/main')
  await pass(60_000)
  expect(await written()).toEqual([])
  expect(open()).toEqual(['ann map'])
  third.cease('positions/main')
  third.cease('positions/main')
  await pass(31_000)
  const [[account, seconds, cut] = []] = await written()
  expect([account, cut]).toEqual(['ann', false])
  expect(seconds).toBeCloseTo(121, 0)
})

test('[TG7] a view ends when its node dies, unless the user reconnects on another node', async () => {
  const { leader, other, third, write, written, pass } = await openViewLog()
  leader.positionViewers.follow(write().onWatcher)
  other.begin('positions/main', 'ann')
  other.begin('positions/main', 'ben')
  await pass(10_000)
  other.node.cut('bus')
  await pass(10_000)
  third.begin('positions/main', 'ben')
  await pass(40_000)
  const entries = await written()
  expect(entries.map(([account]) => account)).toEqual(['ann'])
})

test('[TG8] the next leader continues open views: one record across a take-over', async () => {
  const { leader, other, third, write, open, written, pass, clock } = await openViewLog()
  const before = write()
  const stop = leader.positionViewers.follow(before.onWatcher)
  other.begin('positions/main', 'ann')
  leader.begin('positions/main', 'ben')
  await pass(10_000)
  stop()
  before.leave()
  leader.close()
  const after = write(clock.now() - 2_000)
  third.positionViewers.follow(after.onWatcher)
  await pass(10_000)
  expect(await written()).toEqual([])
  expect(open().toSorted()).toEqual(['ann map', 'ben map'])
  await pass(25_000)
  expect((await written()).map(([account]) => account)).toEqual(['ben'])
  other.cease('positions/main', 'ann')
  await pass(31_000)
  const [[account, seconds] = []] = await written()
  expect([account, Math.round(Number(seconds))]).toEqual(['ann', 45])
})

test('[TG9] views that were open when the hub went down are cut short, where the viewer does not return within 30 s', async () => {
  const { leader, write, open, written, pass, clock } = await openViewLog()
  const before = write()
  const stop = leader.positionViewers.follow(before.onWatcher)
  leader.begin('positions/main')
  await pass(10_000)
  stop()
  before.leave()
  const lastRanAt = clock.now()
  await pass(60_000)
  write(lastRanAt)
  await pass(31_000)
  expect(await written()).toEqual([['ann', 10, true]])
  expect(open()).toEqual([])
})

test('[SX26] the sockets of all nodes are counted together, within five seconds, without those of a node that has left', async () => {
  const { open, pass, settled } = openPeers()
  const [one, other] = [open('a'), open('b')]
  await settled()
  one.begin('vitals/ann')
  other.begin('vitals/ben')
  other.begin('vitals/cat')
  await pass(6_000)
  expect([one.sockets(), other.sockets()]).toEqual([3, 3])
  other.cease('vitals/cat')
  await pass(6_000)
  expect(one.sockets()).toBe(2)
  other.close()
  await pass(7_000)
  expect(one.sockets()).toBe(1)
})
