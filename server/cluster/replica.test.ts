import { expect, test } from 'vitest'
import type { Entry } from '../engine/entry.ts'
import type { Published } from '../engine/hub.ts'
import { register } from '../engine/registry.ts'
import { purse, sampleFeatures, sky } from '../testing/sampleFeature.ts'
import { createJournaledCopies, VersionGap } from './journalFollower.ts'
import { openCluster } from './testing/openCluster.ts'

const opened = async () => {
  const cluster = openCluster()
  const [a, b, c] = await cluster.openThree()
  const shown: Published[] = []
  b.hub.onPublish((published) => shown.push(...published))
  const blow = (clouds: number) => cluster.until(a.hub.execute('weather', 'sample.blow', { clouds }))
  return { ...cluster, a, b, c, shown, blow }
}

test('[CL30] a lost live change is noticed, and the complete live state is requested', async () => {
  const { b, c, shown, blow, pass } = await opened()
  await blow(1)
  b.at.cut('bus')
  await blow(2)
  b.at.mend('bus')
  await blow(3)
  await pass(3_000)
  expect(b.hub.copy('sky/')).toEqual(c.hub.copy('sky/'))
  expect(b.hub.read(sky).clouds).toBe(3)
  expect(shown.map(({ version }) => version % 1_000)).toEqual([1, 2, 3])
  expect(shown[1]?.patches[0]).toMatchObject({ op: 'replace', path: [] })
})

test('[CL31] a lost last live change is noticed within one heartbeat', async () => {
  const { a, b, blow, pass } = await opened()
  await blow(1)
  const { bus } = a.at.storage
  const send = bus.send.bind(bus)
  Object.assign(bus, { send: (topic: string, message: Uint8Array) => topic !== 'live' && send(topic, message) })
  await blow(2)
  Object.assign(bus, { send })
  await pass(1_500)
  expect(b.hub.read(sky).clouds).toBe(2)
})

test('[CL32] live documents end with their epoch, and versions continue above it', async () => {
  const { a, b, shown, blow, until, pass } = await opened()
  await blow(5)
  await pass(50)
  const before = b.hub.copy('sky/')?.version ?? 0
  await until(a.node.stepDown())
  await pass(1_000)
  expect(b.hub.read(sky).clouds).toBe(0)
  expect(b.hub.copy('sky/')?.version).toBeGreaterThan(before)
  expect(b.hub.copy('sky/')?.version).toBe(b.hub.epoch * 1_000_000_000)
  expect(shown.at(-1)).toMatchObject({ id: 'sky/', patches: [{ op: 'replace', path: [], value: { clouds: 0 } }] })
})

test('[CL33] a node whose journal position was trimmed away reloads, and publishes what it missed as whole documents', async () => {
  const { a, b, shown, until, pass, place } = await opened()
  for (const coins of [1, 2, 3]) await until(a.give('ann', 'bob', coins))
  b.at.cut('store')
  for (const coins of [4, 5, 6]) await until(a.give('ann', 'bob', coins))
  await pass(61_000)
  place.trim(5)
  shown.length = 0
  b.at.mend('store')
  await pass(1_000)
  expect(b.hub.read(purse, 'bob').coins).toBe(121)
  expect(shown.map(({ id, version }) => [id, version])).toEqual([
    ['purse/ann', 6],
    ['purse/bob', 6],
  ])
  expect(shown.every(({ patches }) => patches[0]?.path.length === 0)).toBe(true)
  expect(b.hub.changesSince('purse/bob', 3)).toBeNull()
})

test('[CL34] a client that missed some changes receives them from any node', async () => {
  const { a, b, until, pass } = await opened()
  for (const coins of [1, 2, 3]) await until(a.give('ann', 'bob', coins))
  await pass(100)
  for (const { hub } of [a, b]) expect(hub.changesSince('purse/bob', 1)?.map(({ version }) => version)).toEqual([2, 3])
})

test('[CL35] live changes held back while the store is away are bounded, and complete in the end', {
  tags: 'slow',
}, async () => {
  const { a, b, shown, until, pass } = await opened()
  b.at.cut('store')
  await until(a.give('ann', 'bob', 1))
  for (let clouds = 0; clouds < 3_000; clouds += 1) {
    const blown = a.hub.execute('weather', 'sample.blow', { clouds: clouds + 1 })
    if (clouds % 100 === 99) await until(blown)
  }
  expect(shown).toEqual([])
  b.at.mend('store')
  await pass(3_000)
  expect(b.hub.read(sky).clouds).toBe(3_000)
  expect(shown.filter(({ id }) => id === 'sky/').length).toBeLessThan(1_200)
  expect(b.hub.copy('sky/')).toEqual(a.hub.copy('sky/'))
})

test('[CL36] a node reads its own writes as soon as they are acknowledged, as leader and as follower', async () => {
  const { a, b, until } = await opened()
  for (const node of [a, b, a, b]) {
    const before = node.hub.read(purse, 'bob').coins
    await until(node.give('ann', 'bob', 5))
    expect(node.hub.read(purse, 'bob').coins).toBe(before + 5)
  }
  await until(b.hub.execute('weather', 'sample.blow', { clouds: 9 }))
  expect(b.hub.read(sky).clouds).toBe(9)
})

test('[CL37] a node that shows entries which the store lost shows the state of the store after a take-over', async () => {
  const { a, b, c, until, pass, place } = await opened()
  for (const coins of [1, 2, 3]) await until(b.give('ann', 'bob', coins))
  a.at.pause()
  place.loseLast(2)
  await pass(6_000)
  await until(c.give('cyd', 'bob', 10))
  await pass(2_000)
  for (const { hub } of [b, c]) {
    expect(hub.read(purse, 'bob').coins).toBe(111)
    expect(hub.copy('purse/ann')?.version).toBe(1)
  }
})

test('[CL38] an answer waits until its node shows the result', async () => {
  const { b, until, pass } = await opened()
  b.at.cut('store')
  let isAnswered = false
  const given = b.give('ann', 'bob', 5).finally(() => {
    isAnswered = true
  })
  await pass(5_000)
  expect(isAnswered).toBe(false)
  b.at.mend('store')
  expect(await until(given)).toMatchObject({ ok: true })
  expect(b.hub.read(purse, 'bob').coins).toBe(105)
})

test('[CL39] entries that the store lost are taken back in the next epoch, including documents that no longer exist', async () => {
  const { a, b, c, until, pass, place } = await opened()
  for (const coins of [1, 2, 3]) await until(b.give('ann', 'bob', coins))
  await until(b.give('cyd', 'ann', 1))
  const epoch = b.hub.epoch
  const published: [string, number, boolean][] = []
  b.hub.onPublish((changes) => {
    for (const { id, version, isWhole } of changes)
      if (b.hub.epoch > epoch) published.push([id, version, isWhole ?? false])
  })
  a.at.pause()
  place.loseLast(3)
  // A node that reads on sees it before another node leads.
  b.at.cut('store')
  b.at.mend('store')
  await pass(200)
  expect([b.hub.epoch, b.hub.copy('purse/ann')?.version, b.hub.copy('purse/cyd')?.version]).toEqual([epoch, 1, 0])
  await pass(6_000)
  expect(c.hub.epoch).toBeGreaterThan(epoch)
  expect(new Set(published.map((one) => one.join()))).toEqual(
    new Set(['purse/ann,1,true', 'purse/bob,1,true', 'purse/cyd,0,true']),
  )
})

const { kinds } = register(sampleFeatures)
const nothing: Entry = {
  seq: 1,
  epoch: 1,
  at: 0,
  actor: 'ann',
  command: 'sample.give',
  commandId: null,
  input: null,
  output: null,
  changes: [],
  archive: [],
}

test('[CL91] an entry with erased content cannot be applied; an entry of a refusal changes nothing', () => {
  const documents = createJournaledCopies(kinds)
  expect(() => documents.apply(nothing)).toThrow(VersionGap)
  expect(documents.apply({ ...nothing, refused: { code: 'tooPoor', message: 'No coins.' } })).toEqual([])
})
