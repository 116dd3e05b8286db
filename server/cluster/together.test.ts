import { expect, test } from 'vitest'
import { looks } from '../../shared/features/looks/looks.ts'
import { createHub } from '../engine/createHub.ts'
import { looksFeature } from '../features/looks/feature.ts'
import { startLooks } from '../features/looks/watch.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { openNodes } from './testing/nodes/openNodes.ts'

test('[TG1] what is watched at one node is known at the others within a tenth of a second, and so is that it is no more', async () => {
  const { open, pass, settled } = openNodes()
  const [one, other] = [open('a'), open('b')]
  await settled()
  let told = 0
  one.watched.onWatched(() => {
    told += 1
  })
  expect(one.watched.isWatched()).toBe(false)
  other.begin('vitals/ann')
  other.begin('vitals/ben')
  one.begin('vitals/ann')
  await pass(100)
  expect(one.watched.watchedIds('vitals').toSorted()).toEqual(['vitals/ann', 'vitals/ben'])
  expect(other.watched.watchedIds('vitals').toSorted()).toEqual(['vitals/ann', 'vitals/ben'])
  expect(told).toBe(2)
  one.cease('vitals/ann')
  expect(one.watched.isWatched()).toBe(true)
  for (const id of ['vitals/ann', 'vitals/ben'] as const) other.cease(id)
  await pass(100)
  expect([one.watched.isWatched(), one.watched.watchedIds('vitals')]).toEqual([false, []])
})

test('[TG2] who comes later is told at once what is watched, and who stops in order is not waited for', async () => {
  const { open, pass, settled } = openNodes()
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

test('[TG3] a node that was not heard of for six seconds watches nothing, and what was missed is asked for when it is back', async () => {
  const { open, pass } = openNodes()
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

test('[TG4] a change that was missed for a moment is made up for, whether or not more changes', async () => {
  const { open, pass } = openNodes()
  const [one, other] = [open('a'), open('b')]
  await pass(100)
  one.node.cut('bus')
  other.begin('vitals/ann')
  await pass(200)
  one.node.mend('bus')
  await pass(2_100)
  expect(one.watched.watchedIds('vitals')).toEqual(['vitals/ann'])
})

test('[TG5] words that another release would say are passed over', async () => {
  const { open, pass } = openNodes()
  const [one, other] = [open('a'), open('b')]
  for (const words of ['nonsense', '{}', '{"serial":"1"}', '[]', 'null'])
    other.node.storage.bus.send('watching', Buffer.from(words))
  other.begin('vitals/ann')
  await pass(2_200)
  expect(one.watched.watchedIds('vitals')).toEqual(['vitals/ann'])
})

/** Who looks is written down by node a. */
async function openDesk() {
  const nodes = openNodes()
  const [desk, other, third] = [nodes.open('a'), nodes.open('b'), nodes.open('c')]
  const { clock } = nodes
  const { storage } = createMemoryStorage()
  const onFault = (_what: string, error: unknown) => {
    throw error
  }
  const hub = await createHub({ storage, features: [looksFeature], clock, onFault })
  const write = (lastRanAt: number | null = null) =>
    startLooks({ hub, clock, lastRanAt, resumes: lastRanAt !== null, onFault })
  const open = () => Object.keys(hub.read(looks).open)
  const written = async () => {
    await nodes.settled()
    const { lines } = await storage.readArchive('looks', 'all', { before: null, limit: 50 })
    return lines.map(({ line }) => [line.account, (Number(line.to) - Number(line.from)) / 1_000, line.cut])
  }
  return { ...nodes, desk, other, third, write, open, written }
}

test('[TG6] who looks from several nodes looks once, from their first page anywhere to their last', async () => {
  const { desk, other, third, write, open, written, pass } = await openDesk()
  desk.lookers.follow(write().watcher)
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

test('[TG7] a look ends when the node dies on which it hung, unless they come back elsewhere', async () => {
  const { desk, other, third, write, written, pass } = await openDesk()
  desk.lookers.follow(write().watcher)
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

test('[TG8] whoever decides next goes on with the looks that are open: one entry, over a take-over', async () => {
  const { desk, other, third, write, open, written, pass, clock } = await openDesk()
  const before = write()
  const stop = desk.lookers.follow(before.watcher)
  other.begin('positions/main', 'ann')
  desk.begin('positions/main', 'ben')
  await pass(10_000)
  stop()
  before.leave()
  desk.close()
  const after = write(clock.now() - 2_000)
  third.lookers.follow(after.watcher)
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

test('[TG9] a hub that nobody decided for was not looked at: what was open then was cut short', async () => {
  const { desk, write, open, written, pass, clock } = await openDesk()
  const before = write()
  const stop = desk.lookers.follow(before.watcher)
  desk.begin('positions/main')
  await pass(10_000)
  stop()
  before.leave()
  const lastRanAt = clock.now()
  await pass(60_000)
  write(lastRanAt)
  await pass(100)
  expect(await written()).toEqual([['ann', 10, true]])
  expect(open()).toEqual([])
})
