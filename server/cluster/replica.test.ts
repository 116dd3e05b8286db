import { expect, test } from 'vitest'
import type { Published } from '../engine/hub.ts'
import { purse, sky } from '../testing/villageFeature.ts'
import { openCluster } from './testing/openCluster.ts'

const opened = async () => {
  const cluster = openCluster()
  const [a, b, c] = await cluster.openThree()
  const shown: Published[] = []
  b.hub.onPublish((published) => shown.push(...published))
  const blow = (clouds: number) => cluster.until(a.hub.order('weather', 'village.blow', { clouds }))
  return { ...cluster, a, b, c, shown, blow }
}

test('[CL30] a live change that was missed is seen, and all that is live is asked for', async () => {
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

test('[CL31] the last live change before a silence is missed no longer than a beat', async () => {
  const { a, b, blow, pass } = await opened()
  await blow(1)
  const { bus } = a.node
  const send = bus.send.bind(bus)
  Object.assign(bus, { send: (topic: string, message: Uint8Array) => topic !== 'live' && send(topic, message) })
  await blow(2)
  Object.assign(bus, { send })
  await pass(1_500)
  expect(b.hub.read(sky).clouds).toBe(2)
})

test('[CL32] what was live of an earlier epoch is gone with it, and versions go on above it', async () => {
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

test('[CL33] a node whose journal was trimmed away begins anew, and shows as a whole what it missed', async () => {
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

test('[CL34] who missed some changes is sent those by any node', async () => {
  const { a, b, until, pass } = await opened()
  for (const coins of [1, 2, 3]) await until(a.give('ann', 'bob', coins))
  await pass(100)
  for (const { hub } of [a, b]) expect(hub.changesSince('purse/bob', 1)?.map(({ version }) => version)).toEqual([2, 3])
})

test('[CL35] what is held back while the store is away is bounded, and nothing of it is lost in the end', async () => {
  const { a, b, shown, until, pass } = await opened()
  b.at.cut('store')
  await until(a.give('ann', 'bob', 1))
  for (let clouds = 0; clouds < 3_000; clouds += 1) {
    const blown = a.hub.order('weather', 'village.blow', { clouds: clouds + 1 })
    if (clouds % 100 === 99) await until(blown)
  }
  expect(shown).toEqual([])
  b.at.mend('store')
  await pass(3_000)
  expect(b.hub.read(sky).clouds).toBe(3_000)
  expect(shown.filter(({ id }) => id === 'sky/').length).toBeLessThan(1_200)
  expect(b.hub.copy('sky/')).toEqual(a.hub.copy('sky/'))
})

test('[CL36] what one node wrote is read there as soon as it is acknowledged, on the authority and on others', async () => {
  const { a, b, until } = await opened()
  for (const node of [a, b, a, b]) {
    const before = node.hub.read(purse, 'bob').coins
    await until(node.give('ann', 'bob', 5))
    expect(node.hub.read(purse, 'bob').coins).toBe(before + 5)
  }
  await until(b.hub.order('weather', 'village.blow', { clouds: 9 }))
  expect(b.hub.read(sky).clouds).toBe(9)
})

test('[CL37] a node that shows what the store has lost shows what the store has, when another has taken over', async () => {
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

test('[CL38] an answer waits until the node where it was asked shows it', async () => {
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

test('[CL39] what the store has lost is taken back once more in the epoch that follows, also what is not there any more', async () => {
  const { a, b, c, until, pass, place } = await opened()
  for (const coins of [1, 2, 3]) await until(b.give('ann', 'bob', coins))
  await until(b.give('cyd', 'ann', 1))
  const epoch = b.hub.epoch
  const told: [string, number, boolean][] = []
  b.hub.onPublish((published) => {
    for (const { id, version, isWhole } of published)
      if (b.hub.epoch > epoch) told.push([id, version, isWhole ?? false])
  })
  a.at.pause()
  place.loseLast(3)
  // Seen by who reads on, before anybody else decides.
  b.at.cut('store')
  b.at.mend('store')
  await pass(200)
  expect([b.hub.epoch, b.hub.copy('purse/ann')?.version, b.hub.copy('purse/cyd')?.version]).toEqual([epoch, 1, 0])
  await pass(6_000)
  expect(c.hub.epoch).toBeGreaterThan(epoch)
  expect(new Set(told.map((one) => one.join()))).toEqual(
    new Set(['purse/ann,1,true', 'purse/bob,1,true', 'purse/cyd,0,true']),
  )
})
