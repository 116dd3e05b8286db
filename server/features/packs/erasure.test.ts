import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { createPack, disbandPack, joinPack, leavePack, removeMember } from '../../../shared/features/packs/commands.ts'
import { membership, pack, suggestedPackName } from '../../../shared/features/packs/pack.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'

test.each([
  ["Wilhelmina's hunters", 'Pack'],
  ['WILHELMINA', 'Pack'],
  ['Night hunters', 'Night hunters'],
])('[PK52] where a member is erased, a pack named %j is %j afterwards', async (name, left) => {
  const { hub, clock, dispatch } = await openApp(allFeatures)
  for (const account of ['wilhelmina', 'bob']) await ensureAccount(hub, clock.now(), { account, steamId: null })
  await dispatch(person('wilhelmina'), createPack.name, { name })
  const id = hub.read(membership, 'wilhelmina').pack
  if (id === null) throw new Error('There is no pack.')
  await dispatch(person('bob'), joinPack.name, { code: hub.read(pack, id).code })
  expect(await dispatch(inSession(person('wilhelmina')), eraseMe.name, { confirm: 'wilhelmina' })).toMatchObject({
    ok: true,
  })
  await hub.settled()
  expect(hub.read(pack, id)).toMatchObject({ name: left, leader: 'bob' })
})

const longName = 'Wilhelmina the Magnificent'
test.each([
  ["wilhelmina's hunters", 'Zoe', "Zoe's hunters", 'Pack'],
  ['Here is WILHELMINA', longName, "Wilhelmina the Magnific's pack", 'Pack'],
  ['wilhelminas', 'Zoe', 'wilhelminas', 'wilhelminas'],
  ["wilhelmina's pack", longName, "Wilhelmina the Magnific's pack", 'Pack'],
])(
  '[PK62] a pack named %j is named for its user under the name %j too, and loses it with the account',
  async (name, renamed, kept, left) => {
    const { hub, clock, dispatch } = await openApp(allFeatures)
    for (const account of ['wilhelmina', 'bob']) await ensureAccount(hub, clock.now(), { account, steamId: null })
    await dispatch(person('wilhelmina'), createPack.name, { name })
    const id = hub.read(membership, 'wilhelmina').pack ?? ''
    await dispatch(person('bob'), joinPack.name, { code: hub.read(pack, id).code })
    await ensureAccount(hub, clock.now(), { account: 'wilhelmina', name: renamed, steamId: null })
    expect(hub.read(pack, id).name).toBe(kept)
    await dispatch(inSession(person('wilhelmina')), eraseMe.name, { confirm: renamed })
    await hub.settled()
    expect(hub.read(pack, id).name).toBe(left)
  },
)

test('[PK63] a suggested name of a pack is never cut within a character', () => {
  expect(suggestedPackName('abcdefghijklmnopqrstuv😀b')).toBe("abcdefghijklmnopqrstuv's pack")
})

test('[PK61] a pack with the suggested name follows its user to another name, and loses it with the account', async () => {
  const { hub, clock, dispatch } = await openApp(allFeatures)
  for (const account of ['wilhelmina', 'bob']) await ensureAccount(hub, clock.now(), { account, steamId: null })
  await dispatch(person('wilhelmina'), createPack.name, { name: "wilhelmina's pack" })
  const id = hub.read(membership, 'wilhelmina').pack ?? ''
  await dispatch(person('bob'), joinPack.name, { code: hub.read(pack, id).code })
  await ensureAccount(hub, clock.now(), { account: 'wilhelmina', name: 'Zoe', steamId: null })
  expect(hub.read(pack, id)).toMatchObject({ name: "Zoe's pack", members: { wilhelmina: { name: 'Zoe' } } })
  await dispatch(inSession(person('wilhelmina')), eraseMe.name, { confirm: 'Zoe' })
  await hub.settled()
  expect(hub.read(pack, id)).toMatchObject({ name: 'Pack', leader: 'bob' })
})

test.each([
  ["wilhelmina's pack", ''],
  ["WILHELMINA's hunters", ''],
  ['Night hunters', 'Night hunters'],
])('[PK64] a user who left a pack named %j, was removed or saw it disbanded keeps the name %j', async (name, kept) => {
  const { hub, clock, dispatch } = await openApp(allFeatures)
  const everyone = ['wilhelmina', 'bob', 'cid', 'dan']
  for (const account of everyone) await ensureAccount(hub, clock.now(), { account, steamId: null })
  await dispatch(person('wilhelmina'), createPack.name, { name })
  const codeOf = () => ({ code: hub.read(pack, hub.read(membership, 'wilhelmina').pack ?? '').code })
  for (const member of everyone.slice(1)) await dispatch(person(member), joinPack.name, codeOf())
  await dispatch(person('bob'), leavePack.name, {})
  await dispatch(person('wilhelmina'), removeMember.name, { member: 'cid' })
  await dispatch(person('wilhelmina'), disbandPack.name, {})
  const ended = ['bob', 'cid', 'dan'].map((member) => hub.read(membership, member).ended)
  expect(ended).toMatchObject([
    { how: 'left', name: kept },
    { how: 'removed', name: kept },
    { how: 'disbanded', name: kept },
  ])
  expect(hub.read(membership, 'wilhelmina').ended).toMatchObject({ name })
})
