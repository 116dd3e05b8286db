import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/packs/commands.ts'
import { isCode, membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { person } from '../../testing/principals.ts'
import { openPacks } from './testing/openPacks.ts'

test("[PK1] the creator of a pack leads it, shares, and is shown by the account's name", async () => {
  const { clock, ask, idOf, packOf, plays } = await openPacks()
  await plays('ann', null)
  const answer = await ask('ann', commands.createPack, { name: '  Night hunt ' })
  expect(answer).toMatchObject({ ok: true, output: { pack: idOf('ann') } })
  expect(packOf('ann')).toMatchObject({ name: 'Night hunt', leader: 'ann', waypoint: null })
  expect(packOf('ann').members).toEqual({
    ann: { name: 'ann of old', joinedAt: clock.now(), sharedSince: clock.now() },
  })
  expect(isCode(packOf('ann').code)).toBe(true)
})

test('[PK2] the current code opens its pack in any letter case; former codes do not', async () => {
  const { ask, create, packOf } = await openPacks()
  await create('ann')
  const { code } = packOf('ann')
  expect(await ask('bob', commands.joinPack, { code: `\t ${code.toLowerCase()} \n` })).toMatchObject({ ok: true })
  expect(Object.keys(packOf('ann').members)).toEqual(['ann', 'bob'])
  await ask('ann', commands.renewCode)
  expect(await ask('eve', commands.joinPack, { code })).toMatchObject({ ok: false, code: 'unknownCode' })
  expect(packOf('ann').code).not.toBe(code)
  expect(await ask('eve', commands.joinPack, { code: packOf('ann').code })).toMatchObject({ ok: true })
})

test('[PK3] a player in a pack neither joins nor creates another', async () => {
  const { ask, create, join, packOf } = await openPacks()
  await create('ann')
  await create('bob')
  expect(await join('bob', 'ann')).toMatchObject({ code: 'inPack' })
  expect(await join('bob', 'bob')).toMatchObject({ code: 'ownPack' })
  expect(await ask('bob', commands.createPack, { name: 'Another' })).toMatchObject({ code: 'inPack' })
  expect(Object.keys(packOf('ann').members)).toEqual(['ann'])
})

test('[PK4] when the leader leaves, the member who joined first leads; of two in the same millisecond, the first by id', async () => {
  const { ask, create, join, packOf } = await openPacks()
  await create('ann', 'zoe')
  await join('cid', 'zoe')
  await ask('ann', commands.leavePack)
  expect(packOf('zoe').leader).toBe('cid')
  await ask('cid', commands.leavePack)
  expect(packOf('zoe').leader).toBe('zoe')
})

test('[PK5] when another member leaves, the leader stays', async () => {
  const { ask, create, packOf } = await openPacks()
  await create('ann', 'bob', 'cid')
  await ask('ann', commands.handOverPack, { member: 'cid' })
  await ask('bob', commands.leavePack)
  expect(packOf('cid').leader).toBe('cid')
})

test('[PK6] when the last member leaves, the pack ends: its code opens nothing and its data is gone', async () => {
  const { hub, ask, create, packOf } = await openPacks()
  const id = await create('ann')
  const { code } = packOf('ann')
  await ask('ann', commands.pingPlace, { x: 1, y: 1 })
  await ask('ann', commands.setWaypoint, { place: { x: 1, y: 1 } })
  await ask('ann', commands.leavePack)
  expect(hub.read(pack, id)).toEqual(pack.schema.parse({}))
  expect(hub.read(packLife, id)).toEqual(packLife.schema.parse({}))
  expect(await ask('bob', commands.joinPack, { code })).toMatchObject({ code: 'unknownCode' })
})

test('[PK7] each former member sees how a pack ended, until they are in another', async () => {
  const { hub, clock, ask, create, join } = await openPacks()
  await create('ann', 'bob', 'cid', 'dan')
  await ask('bob', commands.leavePack)
  await ask('ann', commands.removeMember, { member: 'cid' })
  await ask('ann', commands.disbandPack)
  const ended = (how: string, name = '') => ({ pack: null, ended: { how, name, at: clock.now() } })
  expect(hub.read(membership, 'bob')).toEqual(ended('left'))
  expect(hub.read(membership, 'cid')).toEqual(ended('removed'))
  expect(hub.read(membership, 'dan')).toEqual(ended('disbanded'))
  // The name is her own.
  expect(hub.read(membership, 'ann')).toEqual(ended('disbanded', 'Pack of ann'))
  const id = await create('eve')
  await join('bob', 'eve')
  expect(hub.read(membership, 'bob')).toEqual({ pack: id, ended: null })
})

test('[PK8] a removed member cannot rejoin with the code that they know', async () => {
  const { ask, create, packOf } = await openPacks()
  await create('ann', 'bob')
  const { code } = packOf('ann')
  await ask('ann', commands.removeMember, { member: 'bob' })
  expect(await ask('bob', commands.joinPack, { code })).toMatchObject({ code: 'unknownCode' })
  expect(Object.keys(packOf('ann').members)).toEqual(['ann'])
})

test('[PK9] only the leader removes, hands over, renews the code, disbands and sets the waypoint', async () => {
  const { ask, create, packOf } = await openPacks()
  await create('ann', 'bob')
  const before = packOf('ann')
  const asked = [
    ask('bob', commands.removeMember, { member: 'ann' }),
    ask('bob', commands.handOverPack, { member: 'bob' }),
    ask('bob', commands.renewCode),
    ask('bob', commands.disbandPack),
    ask('bob', commands.setWaypoint, { place: null }),
  ]
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ ok: false, code: 'notLeader' })
  expect(packOf('ann')).toBe(before)
  await ask('ann', commands.handOverPack, { member: 'bob' })
  expect(await ask('bob', commands.renewCode)).toMatchObject({ ok: true, output: { code: packOf('ann').code } })
})

test('[PK10] every command on a pack is refused for an account without one', async () => {
  const { ask } = await openPacks()
  const asked = [
    ask('ann', commands.leavePack),
    ask('ann', commands.removeMember, { member: 'bob' }),
    ask('ann', commands.handOverPack, { member: 'bob' }),
    ask('ann', commands.renewCode),
    ask('ann', commands.disbandPack),
    ask('ann', commands.setSharing, { shares: false }),
    ask('ann', commands.pingPlace, { x: 1, y: 1 }),
    ask('ann', commands.setWaypoint, { place: null }),
  ]
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ ok: false, code: 'notInPack' })
})

test.each(['bob', 'nobody', '__proto__', 'constructor'])(
  '[PK11] "%s", not a member, is neither removed nor made leader; nor is the leader',
  async (outsider) => {
    const { ask, create, packOf } = await openPacks()
    await create('ann')
    await create('bob')
    for (const order of [commands.removeMember, commands.handOverPack]) {
      expect(await ask('ann', order, { member: outsider })).toMatchObject({ code: 'notMember' })
      expect(await ask('ann', order, { member: 'ann' })).toMatchObject({ code: 'yourself' })
    }
    expect(Object.keys(packOf('bob').members)).toEqual(['bob'])
  },
)

test('[PK12] a pack and its life are readable by its members, a membership by its account, the codes by no user', async () => {
  const { hub, ask, create, packOf } = await openPacks()
  const id = await create('ann', 'bob')
  const ids = [`pack/${id}`, `packLife/${id}`, 'membership/bob', `packCodes/${packOf('ann').code[0]}`] as const
  const may = (who: string, role: 'player' | 'owner' = 'player') =>
    ids.map((one) => hub.mayRead(person(who, role), one))
  expect(may('bob')).toEqual([true, true, true, false])
  expect(may('ann')).toEqual([true, true, false, false])
  expect(may('eve', 'owner')).toEqual([false, false, false, false])
  await ask('ann', commands.removeMember, { member: 'bob' })
  expect(may('bob')).toEqual([false, false, true, false])
})

test('[PK13] packs survive a restart with members, leader and code; readings do not', async () => {
  const { memory, clock, hub, ask, create, packOf } = await openPacks()
  await create('ann', 'bob')
  await ask('ann', commands.pingPlace, { x: 1, y: 1 })
  const before = packOf('ann')
  await hub.close()
  const again = await openPacks(memory, clock)
  expect(again.packOf('bob')).toEqual(before)
  expect(again.lifeOf('ann').pings).toEqual({})
  expect(await again.join('cid', 'bob')).toMatchObject({ ok: true })
})

test("[PK60] a member's name in the pack follows the name of the account", async () => {
  const { hub, clock, ask, create, packOf } = await openPacks()
  await create('ann', 'bob')
  for (const name of ['Bob the Younger', 'Bob the Elder']) {
    await ensureAccount(hub, clock.now(), { account: 'bob', name })
    expect(packOf('ann').members).toMatchObject({ ann: { name: 'ann' }, bob: { name } })
  }
  expect(packOf('ann').name).toBe('Pack of ann')
  await ask('bob', commands.leavePack)
  await ensureAccount(hub, clock.now(), { account: 'bob', name: 'Bob again' })
  expect(Object.keys(packOf('ann').members)).toEqual(['ann'])
})
