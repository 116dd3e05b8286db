import { afterEach, expect, test } from 'vitest'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { openTown, type Town, type TownNode, until } from '../testing/town.ts'
import type { Visitor } from '../testing/visitor.ts'

let town: Town | null = null
afterEach(async () => {
  await town?.close()
  town = null
})

async function openStaff() {
  const opened = await openTown()
  town = opened
  const authority = await opened.authority()
  const others = opened.nodes.filter((node) => node !== authority)
  const [one, other] = others as [TownNode, TownNode]
  const people = await Promise.all([opened.visit(one, 'admin'), opened.visit(other, 'player', 2)])
  return { town: opened, authority, others, one, other, admin: people[0], player: people[1] }
}

const setOpacity = (person: Visitor, mapOpacity: number): Promise<Answer> =>
  person.command('mapSettings.change', { mapOpacity })
const stay = (visitor: Visitor) => visitor.watch('roster/main', 'positions/main')
const epochsIn = async (redis: Town['redis']) => {
  const entries = (await redis.command('XRANGE', '{waterhole}:journal', '-', '+')) as [string, string[]][]
  return entries.map(([, fields]) => (JSON.parse(fields[1] ?? '{}') as { epoch: number }).epoch)
}

test('[TK1] when the authority dies another decides within five seconds: what was asked meanwhile is answered, and all goes on', async () => {
  const { town, authority, others, admin, player } = await openStaff()
  await stay(admin)
  await admin.until(() => admin.frames.length > 3)
  const before = await others[0]?.health()
  const began = performance.now()
  authority.kill('SIGKILL')
  const asked = setOpacity(player, 0.5)
  const next = await town.authority(others)
  const tookMs = performance.now() - began
  expect(tookMs).toBeLessThan(5_000)
  expect(await asked).toMatchObject({ ok: true })
  expect((await next.health())?.node.epoch).toBeGreaterThan(before?.node.epoch ?? 0)
  const had = admin.frames.length
  await admin.until(() => admin.frames.length > had + 3)
  await admin.until(() => Object.keys((admin.copies.get('roster/main') as { players: object }).players).length > 20)
  console.log(`another decided after ${Math.round(tookMs)} ms`)
}, 240_000)

test('[TK2] an authority that is stopped in order hands over at once, and says that it drains before it closes', async () => {
  const { town, authority, others, player } = await openStaff()
  const began = performance.now()
  authority.kill('SIGTERM')
  const draining = await until(async () => {
    const health = await authority.health()
    return health?.status === 'draining' ? health : null
  })
  expect([draining.code, draining.ready]).toEqual([503, false])
  await town.authority(others)
  expect(performance.now() - began).toBeLessThan(1_500)
  expect(await setOpacity(player, 0.6)).toMatchObject({ ok: true })
  expect(await authority.ended()).toBe(0)
}, 240_000)

test('[TK3] an authority that was paused past its lease appends nothing when it wakes, and serves as a follower', async () => {
  const { town, authority, others, player } = await openStaff()
  const sleeper = await town.visit(authority, 'player', 3)
  authority.kill('SIGSTOP')
  const asleep = setOpacity(sleeper, 0.4)
  const next = await town.authority(others)
  expect(await setOpacity(player, 0.7)).toMatchObject({ ok: true })
  const epoch = (await next.health())?.node.epoch ?? 0
  authority.kill('SIGCONT')
  await town.ready([authority])
  expect((await authority.health())?.node).toMatchObject({ role: 'follower', epoch })
  expect(await asleep).toMatchObject({ ok: true })
  expect(await setOpacity(sleeper, 0.8)).toMatchObject({ ok: true })
  const epochs = await epochsIn(town.redis)
  expect(epochs).toEqual(epochs.toSorted((one, another) => one - another))
  expect(epochs.at(-1)).toBe(epoch)
  const awake = await town.visit(authority, 'admin')
  await stay(awake)
  await awake.until(() => awake.frames.length > 3)
}, 240_000)
