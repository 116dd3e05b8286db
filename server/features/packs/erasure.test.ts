import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { createPack, joinPack } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
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
