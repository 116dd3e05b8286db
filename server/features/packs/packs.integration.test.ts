import { afterEach, expect, test } from 'vitest'
import { type DocumentId, documentId } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import { ownPositions, type PackLife, packLife, packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Change } from '../../../shared/protocol/down.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import type { PackDevice } from '../../testing/packChecks.ts'
import { createMessageReader } from '../../testing/packPage.ts'
import { createPackSteps } from '../../testing/packSteps.ts'
import { openPackTraffic } from '../../testing/packTraffic.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'

let world: TestApp
afterEach(() => world.close())

/** Decodes one stream of a client, with its state after each frame. */
function follower(visitor: TestClient, stream: DocumentId) {
  const decoder = createPositionsDecoder()
  let taken = 0
  return () => {
    const shows = new Map<number, { x: number; y: number }>()
    for (const { stream: of, frame } of visitor.frames.slice(taken)) if (of === stream) decoder.apply(frame)
    taken = visitor.frames.length
    decoder.visit((slot, x, y) => shows.set(slot, { x, y }))
    return shows
  }
}

/** The slots in the stream after each frame. */
function slotsAfterEach({ frames }: TestClient, stream: DocumentId) {
  const decoder = createPositionsDecoder()
  return frames
    .filter((one) => one.stream === stream)
    .map(({ frame }) => {
      const slots: number[] = []
      decoder.apply(frame)
      decoder.visit((slot) => slots.push(slot))
      return slots
    })
}

const isHiding = (change: Change) => change.type === 'patch' && JSON.stringify(change.patches).includes('sharedSince')

const player = (index: number) => {
  const playing = world.simulator().world.players.filter(({ animal, staysOnline }) => animal && staysOnline)
  return playing[index]?.id ?? ''
}

/** Ada leads a pack with Ben; both watch it on one device each. */
async function openPack() {
  world = await openTestApp({ positionsEveryMs: 500 })
  const ada = await world.visitAs({ account: 'ada', steamId: player(0) })
  const ben = await world.visitAs({ account: 'ben', steamId: player(1) })
  const made = await ada.command('packs.create', { name: 'Ridge' })
  const key = (made as { output: { pack: string } }).output.pack
  await ben.command('packs.join', { code: world.hub().hub.read(pack, key).code })
  const ids = { pack: documentId(pack, key), life: documentId(packLife, key), stream: documentId(packPositions, key) }
  for (const visitor of [ada, ben]) expect(await visitor.watch(ids.pack, ids.life, ids.stream)).toEqual({ refused: [] })
  const slotOf = (visitor: TestClient, who: string) =>
    (visitor.copies.get(ids.life) as PackLife | undefined)?.seen[who]?.slot ?? null
  const [adaSees, benSees] = [follower(ada, ids.stream), follower(ben, ids.stream)]
  const sees = (visitor: TestClient, who: string) =>
    (visitor === ada ? adaSees : benSees)().get(slotOf(visitor, who) ?? -1) ?? null
  return { ada, ben, ids, slotOf, sees }
}

test('[PK53] two members of a pack see each other and themselves move', async () => {
  const { ada, ben, ids, sees } = await openPack()
  await ada.until(() => sees(ada, 'ben') !== null && sees(ada, 'ada') !== null)
  const before = sees(ada, 'ben')
  await ada.until(() => JSON.stringify(sees(ada, 'ben')) !== JSON.stringify(before))
  await ben.until(() => sees(ben, 'ada') !== null)
  expect(Object.keys((ada.copies.get(ids.life) as PackLife).seen).sort()).toEqual(['ada', 'ben'])
})

test('[PK54] a member who hides disappears with the next frame, in the same write as the change of the document', async () => {
  const { ada, ben, ids, sees, slotOf } = await openPack()
  await ada.until(() => sees(ada, 'ben') !== null)
  const slot = slotOf(ada, 'ben') ?? -1
  expect(await ben.command('packs.setSharing', { shares: false })).toMatchObject({ ok: true })
  await ada.until(() => (ada.copies.get(ids.pack) as Pack).members.ben?.sharedSince === null)
  await ada.until(() => !slotsAfterEach(ada, ids.stream).at(-1)?.includes(slot))
  const came = createMessageReader(ada.raw).take()
  const toldAt = came.findIndex((one) => one.kind === 'change' && one.change.id === ids.pack && isHiding(one.change))
  // One write: nothing but the frame follows the change of the document.
  const wordsAt = ada.raw.findLastIndex((message) => String(message).includes('"sharedSince"],"value":null'))
  expect(ada.raw[wordsAt + 1]).toContain(ids.stream)
  const framesBefore = came.slice(0, toldAt).filter((one) => one.kind === 'frame' && one.stream === ids.stream).length
  expect(slotsAfterEach(ada, ids.stream)[framesBefore - 1]).toContain(slot)
  expect(slotsAfterEach(ada, ids.stream)[framesBefore]).not.toContain(slot)
  expect((ada.copies.get(ids.life) as PackLife).seen).not.toHaveProperty('ben')
  expect((ada.copies.get(ids.pack) as Pack).members.ben?.name).toBe('ben')
  const frames = ada.frames.length
  await ada.until(() => ada.frames.length > frames + 2)
  expect(slotsAfterEach(ada, ids.stream).slice(framesBefore).flat()).not.toContain(slot)
  await ben.command('packs.setSharing', { shares: true })
  await ada.until(() => sees(ada, 'ben') !== null)
})

test('[PK55] a removed member receives nothing more of the pack on any device', async () => {
  const { ada, ben, ids, sees } = await openPack()
  const second = await world.visitAs({ account: 'ben', steamId: player(1) })
  await second.watch(ids.pack, ids.life, ids.stream, 'membership/ben')
  await second.until(() => second.frames.length > 0 && second.copies.has(ids.life))
  await ben.until(() => sees(ben, 'ada') !== null)
  await ada.command('packs.removeMember', { member: 'ben' })
  const devices = [ben, second]
  for (const device of devices) {
    await device.until(() => [ids.pack, ids.life, ids.stream].every((id) => device.dropped.includes(id)))
  }
  const heard = devices.map(({ raw }) => raw.length)
  const frames = ada.frames.length
  await ada.until(() => ada.frames.length > frames + 3)
  const key = ids.pack.slice('pack/'.length)
  for (const [at, device] of devices.entries()) {
    const later = device.raw.slice(heard[at]).map((message) => Buffer.from(message).toString('latin1'))
    expect(later.filter((message) => message.includes(key) && !message.includes('membership'))).toEqual([])
    expect(await device.watch(ids.pack, ids.life, ids.stream)).toEqual({ refused: [ids.pack, ids.life, ids.stream] })
  }
  expect(second.copies.get(documentId(membership, 'ben'))).toMatchObject({ pack: null, ended: { how: 'removed' } })
})

test('[PK56] users see only their own position and vitals; without a linked player they see none', async () => {
  world = await openTestApp()
  const ada = await world.visitAs({ account: 'ada', steamId: player(0) })
  const cyd = await world.visitAs({ account: 'cyd', steamId: null })
  expect(await ada.watch('ownPositions/ada', 'vitals/ada', 'ownPositions/cyd', 'vitals/cyd')).toEqual({
    refused: ['ownPositions/cyd', 'vitals/cyd'],
  })
  expect(await cyd.watch('ownPositions/cyd', 'vitals/cyd')).toEqual({ refused: [] })
  const own = (visitor: TestClient, who: string) => follower(visitor, documentId(ownPositions, who))()
  await ada.until(() => own(ada, 'ada').size === 1 && (ada.copies.get('vitals/ada') as Vitals).animal !== null)
  await cyd.until(() => cyd.frames.length > 2)
  expect(own(cyd, 'cyd').size).toBe(0)
  expect(cyd.copies.get('vitals/cyd')).toMatchObject({ online: false, animal: null })
})

test('[PK57] the trails of the user and of sharing members are answered when the map opens', async () => {
  const { ada, ben, sees } = await openPack()
  await ada.until(() => sees(ada, 'ben') !== null)
  const trailsOf = async (visitor: TestClient) => {
    const answer = await visitor.query('trails.recent', {})
    return Object.keys((answer as { output: { trails: object } }).output.trails).sort()
  }
  await expect.poll(() => trailsOf(ada), { interval: 200 }).toEqual(['ada', 'ben'])
  await ben.command('packs.setSharing', { shares: false })
  expect(await trailsOf(ada)).toEqual(['ada'])
  // Others see what Ada has walked since she shares: she may have rested until now.
  await expect.poll(() => trailsOf(ben), { interval: 200 }).toEqual(['ada', 'ben'])
})

test('[PK58] over a socket typing errors lock out no user; guesses of codes lock out the whole address', async () => {
  world = await openTestApp()
  const [ada, ben, cyd] = [
    await world.visitAs({ account: 'ada' }),
    await world.visitAs({ account: 'ben' }),
    await world.visitAs({ account: 'cyd' }),
  ]
  const made = await ada.command('packs.create', { name: 'Ridge' })
  const key = (made as { output: { pack: string } }).output.pack
  const { code } = world.hub().hub.read(pack, key)
  const wrong = code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ'
  const join = async (visitor: TestClient, typed: string) => {
    const answer = await visitor.command('packs.join', { code: typed })
    return answer.ok ? 'ok' : answer.code
  }
  for (const slip of ['', 'O0I1LL', 'ABCDE', 'ABCDEFG', '??????', code.slice(1), `${code}${code}`])
    expect(await join(ben, slip)).toBe(slip === '' ? 'emptyCode' : 'strangeCode')
  expect(await join(cyd, code)).toBe('ok')
  for (let guess = 0; guess < 5; guess += 1) expect(await join(ben, wrong)).toBe('unknownCode')
  await cyd.command('packs.leave', {})
  expect([await join(ben, wrong), await join(ben, code), await join(cyd, code)]).toEqual(
    Array.from({ length: 3 }, () => 'tooManyGuesses'),
  )
})

test('[PK59] a member linked to another player does not show where that player walked before', async () => {
  const { ada, ben, sees } = await openPack()
  await ada.until(() => sees(ada, 'ben') !== null)
  const waysOf = async (visitor: TestClient, who: string) => {
    const answer = await visitor.query('trails.recent', {})
    const { trails } = (answer as { output: { trails: Record<string, [number, number, number][][]> } }).output
    return (trails[who] ?? []).flat()
  }
  await expect.poll(() => waysOf(ada, 'ben')).not.toEqual([])
  await world.visitAs({ account: 'ben', steamId: player(2) })
  const linkedAt = world.hub().hub.read(account, 'ben').linkedAt ?? 0
  expect((await waysOf(ada, 'ben')).filter(([at]) => at < linkedAt)).toEqual([])
  expect((await waysOf(ben, 'ben')).some(([at]) => at < linkedAt)).toBe(true)
  await expect.poll(async () => (await waysOf(ada, 'ben')).length).toBeGreaterThan(0)
  expect((await waysOf(ada, 'ben')).filter(([at]) => at < linkedAt)).toEqual([])
})

afterEach(() => world.close())

const people = 40
const steps = 240
const quietEvery = 80

/** Forty accounts on fifty devices: a tenth without a linked player, some with players who are not in the game. */
async function openCrowd(seed: number) {
  world = await openTestApp({ positionsEveryMs: 150, simulator: { players: 60, seed } })
  const traffic = await openPackTraffic(world)
  const { players } = world.simulator().world
  for (let person = 0; person < people; person++) {
    const account = `player-${person}`
    await traffic.link(account, person % 10 === 9 ? null : (players[person]?.id ?? null))
    await traffic.open(account)
    if (person % 4 === 0) await traffic.open(account)
  }
  return traffic
}

const sum = (devices: readonly PackDevice[], what: keyof PackDevice['counts']) =>
  devices.reduce((all, { counts }) => all + counts[what], 0)

test.each([1, 2, 3])(
  '[PT2] for random players, no socket receives a position or document that it may not, and every one that it may: seed %i',
  async (seed) => {
    const traffic = await openCrowd(seed)
    const { devices, faults } = traffic
    const step = createPackSteps(traffic, seed)
    for (let count = 1; count <= steps && faults.length === 0; count++) {
      await step()
      if (count % quietEvery === 0) await traffic.checkSettled()
    }
    expect(faults, `seed ${seed}`).toEqual([])
    // Without traffic the checks would prove nothing.
    expect(sum(devices, 'changes')).toBeGreaterThan(1_500)
    expect(sum(devices, 'frames')).toBeGreaterThan(1_000)
    expect(sum(devices, 'places')).toBeGreaterThan(5_000)
    expect(sum(devices, 'dropped')).toBeGreaterThan(30)
  },
)
