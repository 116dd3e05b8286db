import { expect, test } from 'vitest'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import * as commands from '../../../shared/features/packs/commands.ts'
import { createdAtOnce, packCooldowns } from './cooldown.ts'
import { type OpenPacks, openPacks } from './testing/openPacks.ts'

const minute = 60_000
const foundAndLeave = async ({ ask }: OpenPacks, who: string) => {
  const answer = await ask(who, commands.createPack, { name: 'Ridge' })
  if (answer.ok) await ask(who, commands.leavePack)
  return answer.ok ? 'ok' : answer.code
}
const ping = ({ ask }: OpenPacks, who: string) => ask(who, commands.pingPlace, { x: 5, y: 5 })

test('[PK42] an account creates five packs in a row, then one a minute; other accounts are not affected', async () => {
  const packs = await openPacks()
  for (let count = 0; count < createdAtOnce; count += 1) expect(await foundAndLeave(packs, 'ann')).toBe('ok')
  expect(await packs.ask('ann', commands.createPack, { name: 'Ridge' })).toEqual({
    ok: false,
    code: 'tooOften',
    message: commands.createPack.refusals.tooOften,
  })
  expect(await foundAndLeave(packs, 'bob')).toBe('ok')
  packs.clock.pass(minute - 1)
  expect(await foundAndLeave(packs, 'ann')).toBe('tooOften')
  packs.clock.pass(1)
  expect([await foundAndLeave(packs, 'ann'), await foundAndLeave(packs, 'ann')]).toEqual(['ok', 'tooOften'])
  packs.clock.pass(createdAtOnce * minute)
  for (let count = 0; count < createdAtOnce; count += 1) expect(await foundAndLeave(packs, 'ann')).toBe('ok')
  expect(await foundAndLeave(packs, 'ann')).toBe('tooOften')
})

test('[PK43] an account that may not create a pack now may join one, and a refusal does not count', async () => {
  const packs = await openPacks()
  await packs.create('bob')
  for (let count = 0; count < createdAtOnce + 9; count += 1) await foundAndLeave(packs, 'ann')
  expect(await packs.join('ann', 'bob')).toMatchObject({ ok: true })
  packs.clock.pass(minute)
  expect(await packs.ask('ann', commands.createPack, { name: 'Ridge' })).toMatchObject({ code: 'inPack' })
  await packs.ask('ann', commands.leavePack)
  expect(await foundAndLeave(packs, 'ann')).toBe('ok')
})

test('[PK44] leaving and rejoining, or joining another pack, does not shorten the ping interval', async () => {
  const packs = await openPacks()
  await packs.create('ann', 'bob')
  await packs.create('eve')
  await ping(packs, 'bob')
  const pingedAt = packs.clock.now()
  for (const leader of ['ann', 'eve', 'ann']) {
    packs.clock.pass(3_000)
    await packs.ask('bob', commands.leavePack)
    await packs.join('bob', leader)
    expect(await ping(packs, 'bob')).toMatchObject({ code: 'tooSoon' })
    expect(packs.lifeOf('bob').pingedAt).toEqual({ bob: pingedAt })
  }
  packs.clock.pass(1_000)
  expect(await ping(packs, 'bob')).toMatchObject({ ok: true })
})

test('[PK45] the same holds after a removal, after the end of a pack, and for the longest interval', async () => {
  const packs = await openPacks()
  await packs.create('ann', 'bob')
  for (const who of ['ann', 'bob']) await packs.ask(who, changeMapSettings, { pingInterval: 30_000 })
  for (const who of ['ann', 'bob']) await ping(packs, who)
  await packs.ask('ann', commands.removeMember, { member: 'bob' })
  await packs.ask('ann', commands.disbandPack)
  packs.clock.pass(29_999)
  await packs.create('ann')
  await packs.join('bob', 'ann')
  for (const who of ['ann', 'bob']) expect(await ping(packs, who)).toMatchObject({ code: 'tooSoon' })
  packs.clock.pass(1)
  for (const who of ['ann', 'bob']) expect(await ping(packs, who)).toMatchObject({ ok: true })
})

test('[PK46] expired cooldowns are removed', async () => {
  const packs = await openPacks()
  for (let person = 0; person < 100; person += 1) {
    await packs.create(`p${person}`)
    await ping(packs, `p${person}`)
    await packs.ask(`p${person}`, commands.leavePack)
    packs.clock.pass(10_000)
  }
  const { pingedAt, createdUntil } = packs.hub.read(packCooldowns)
  expect([Object.keys(pingedAt).length, Object.keys(createdUntil).length]).toEqual([3, 6])
})

test('[PK47] a clock that was set back delays no account', async () => {
  const packs = await openPacks()
  await packs.create('ann', 'bob')
  await ping(packs, 'bob')
  await packs.ask('bob', commands.leavePack)
  for (let count = 0; count < createdAtOnce; count += 1) await foundAndLeave(packs, 'eve')
  packs.clock.pass(-3_600_000)
  expect(await foundAndLeave(packs, 'eve')).toBe('ok')
  await packs.join('bob', 'ann')
  expect(await ping(packs, 'bob')).toMatchObject({ ok: true })
  expect(packs.lifeOf('bob').pingedAt).toEqual({ bob: packs.clock.now() })
})

test('[PK48] codes of a wrong form do not count as guesses; wrong codes do', async () => {
  const { ask, join, create, packOf } = await openPacks()
  await create('ann')
  for (let slip = 0; slip < 20; slip += 1)
    expect(await ask('bob', commands.joinPack, { code: slip % 2 ? 'O0I1LL' : 'ABCDE' })).toMatchObject({
      code: 'strangeCode',
    })
  expect(await join('bob', 'ann')).toMatchObject({ ok: true })
  const wrong = packOf('ann').code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ'
  for (let guess = 0; guess < 5; guess += 1)
    expect(await ask('cid', commands.joinPack, { code: wrong })).toMatchObject({ code: 'unknownCode' })
  expect(await join('cid', 'ann')).toMatchObject({ code: 'tooManyGuesses' })
})
