import { expect, test } from 'vitest'
import type { PlayerId } from '../../../shared/engine/ids.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import { switchActive, unlink } from '../../../shared/features/account/commands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { openSession, signIn } from '../../../shared/features/session/commands.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { openApp } from '../../testing/openApp.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import { accountsOfPerson } from './persons.ts'
import { identityBucketOf, identityKeyOf } from './rules.ts'
import { discordUser, steamUser } from './testing/identities.ts'
import { openAccounts } from './testing/openAccounts.ts'

const ann = steamUser('76561198000000001', 'Ann')
const annChat = discordUser('90001', 'ann_chat')
const bob = steamUser('76561198000000002', 'Bob')

test('[AC1] the first sign-in creates an account, the next one finds it, even after a restart', async () => {
  const { signIn, hub, clock, memory } = await openAccounts()
  const first = await signIn(ann)
  expect(first.outcome).toBe('created')
  expect(await signIn(ann)).toEqual({ account: first.account, outcome: 'found' })
  const expected = { name: 'Ann', steamId: ann.steamId, linkedAt: clock.now(), createdAt: clock.now(), active: 'steam' }
  expect(hub.read(account, first.account)).toMatchObject({ ...expected, discord: null, demo: false })
  await hub.close()
  const again = await openAccounts(memory, clock)
  expect(await again.signIn(ann)).toEqual({ account: first.account, outcome: 'found' })
})

test('[AC2] an equal identity changes nothing; a changed one is saved', async () => {
  const { signIn, hub } = await openAccounts()
  const { account: id } = await signIn(ann)
  const { version } = hub.copy(`account/${id}`) ?? {}
  await signIn(ann)
  expect(hub.copy(`account/${id}`)?.version).toBe(version)
  await signIn({ ...ann, displayName: 'Annabel' })
  expect(hub.read(account, id)).toMatchObject({ name: 'Annabel', steam: { displayName: 'Annabel' } })
})

test('[AC3] [V8.2.2] only its user reads an account', async () => {
  const { signIn, hub, principal } = await openAccounts()
  const { account: id } = await signIn(ann)
  const may = [principal(id), principal('other')].map((who) => hub.mayRead(who, `account/${id}`))
  expect(may).toEqual([true, false])
})

test('[AC4] [V8.3.1] no user signs in by command, not even the owner', async () => {
  const { ask } = await openAccounts()
  const input = { identity: ann, demo: false, newAccount: null, key: 'a'.repeat(64), role: 'owner' }
  expect(await ask('ann', signIn.name, input, 'owner')).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[AC5] the time of linking changes only with another player, and is removed by unlinking', async () => {
  const { signIn, ask, hub, clock } = await openAccounts()
  const { account: id } = await signIn(ann)
  const first = clock.now()
  clock.pass(60_000)
  await signIn({ ...ann, displayName: 'Annabel' })
  await signIn(annChat, id)
  expect(hub.read(account, id).linkedAt).toBe(first)
  await ask(id, unlink.name, { provider: 'steam' })
  expect(hub.read(account, id)).toMatchObject({ linkedAt: null, steamId: null, steam: null })
  expect(await signIn(bob, id)).toEqual({ account: id, outcome: 'linked' })
  expect(hub.read(account, id)).toMatchObject({ linkedAt: first + 60_000, steamId: bob.steamId })
})

test('[AC6] a document of an older release is not an account: a sign-in creates one there and discards the old data', async () => {
  const memory = createMemoryStorage()
  const value = { name: 'Old', steamId: bob.steamId, linkedAt: 5 }
  await memory.storage.checkpoint(0, [{ id: 'account/demo-player', version: 1, value }])
  const { signIn, hub, clock } = await openAccounts(memory)
  expect(await signIn(annChat, 'demo-player' as PlayerId)).toMatchObject({ outcome: 'created' })
  const made = await signIn(bob, null, 'demo-player' as PlayerId)
  expect(made).toEqual({ account: 'demo-player', outcome: 'created' })
  const expected = { steamId: bob.steamId, linkedAt: clock.now(), createdAt: clock.now(), name: 'Bob', discord: null }
  expect(hub.read(account, 'demo-player')).toMatchObject(expected)
})

test('[AC12] an identity whose account is gone creates a new account', async () => {
  const { signIn, hub, memory, clock } = await openAccounts()
  const { account: id } = await signIn(ann)
  await hub.close()
  await memory.storage.checkpoint(memory.journal.length, [
    { id: `account/${id}`, version: 2, value: account.schema.parse({}) },
  ])
  const again = await openAccounts(memory, clock)
  const made = await again.signIn(ann)
  expect(made.outcome).toBe('created')
  expect(made.account).not.toBe(id)
})

test('[AC13] the second identity is linked to the signed-in account, and both then find it', async () => {
  const { signIn, hub } = await openAccounts()
  const { account: id } = await signIn(ann)
  expect(await signIn(annChat, id)).toEqual({ account: id, outcome: 'linked' })
  expect((await signIn(annChat)).account).toBe(id)
  // The user chooses the shown name; linking does not change it.
  expect(hub.read(account, id)).toMatchObject({ name: 'Ann', active: 'steam', discord: { username: 'ann_chat' } })
})

test("[AC14] neither another account's identity nor a second one of a provider is linked; both change nothing", async () => {
  const { signIn, hub } = await openAccounts()
  const { account: id } = await signIn(ann)
  const { account: other } = await signIn(bob)
  const before = [hub.read(account, id), hub.read(account, other)]
  await expect(signIn({ ...bob, displayName: 'Robert' }, id)).rejects.toMatchObject({ code: 'belongsToOther' })
  await expect(signIn(steamUser('76561198000000003', 'Cat'), id)).rejects.toMatchObject({ code: 'otherLinked' })
  expect([hub.read(account, id), hub.read(account, other)]).toEqual(before)
})

test('[AC15] the last identity cannot be unlinked, the other can, and the shown name follows', async () => {
  const { signIn, ask, hub } = await openAccounts()
  const { account: id } = await signIn(ann)
  expect(await ask(id, unlink.name, { provider: 'steam' })).toMatchObject({ code: 'last' })
  expect(await ask(id, unlink.name, { provider: 'discord' })).toMatchObject({ code: 'notLinked' })
  expect(await ask(id, switchActive.name, { provider: 'discord' })).toMatchObject({ code: 'notLinked' })
  await signIn(annChat, id)
  await ask(id, switchActive.name, { provider: 'discord' })
  expect(hub.read(account, id)).toMatchObject({ active: 'discord', name: 'ann_chat' })
  await ask(id, unlink.name, { provider: 'discord' })
  expect(hub.read(account, id)).toMatchObject({ active: 'steam', name: 'Ann', discord: null })
  // The identity is free again.
  expect((await signIn(annChat)).account).not.toBe(id)
})

test('[AC16] two parallel sign-ins with the same identity create one account', async () => {
  const { signIn } = await openAccounts()
  const both = await Promise.all([signIn(ann), signIn(ann)])
  expect(both.map(({ outcome }) => outcome)).toEqual(['created', 'found'])
  expect(new Set(both.map(({ account: id }) => id)).size).toBe(1)
})

test('[AC17] demo and real identities are separate: neither finds, links or takes the other', async () => {
  const { signIn } = await openAccounts()
  const demo = await signIn(ann, null, 'demo-player' as PlayerId, true)
  expect(await signIn(ann, demo.account)).toMatchObject({ outcome: 'created' })
  expect(await signIn(annChat, demo.account)).toMatchObject({ outcome: 'created' })
  expect(await signIn(annChat, demo.account, null, true)).toEqual({ account: 'demo-player', outcome: 'linked' })
})

test('[V7.4.3] [AC19] unlinking ends the sessions of that identity, except the one that asks', async () => {
  const { signIn, ask, hub } = await openAccounts()
  const { account: id } = await signIn(ann)
  await signIn(annChat, id)
  // The first session is the one that asks.
  const keys = ['0123456789abcdef'.padEnd(64, '0'), ...['1', '2', '3'].map((digit) => digit.repeat(64))]
  const signedInBy = ['steam', 'steam', 'discord', null] as const
  for (const [index, key] of keys.entries())
    await hub.execute('sign-in', openSession.name, {
      key,
      accountId: id,
      role: 'player',
      demo: false,
      provider: signedInBy[index] ?? null,
    })
  expect(await ask(id, unlink.name, { provider: 'steam' })).toMatchObject({ ok: true })
  const left = Object.values(hub.read(ownSessions, id).open).map(({ provider }) => provider)
  expect(left).toEqual(['steam', 'discord', null])
  expect(Object.keys(hub.read(ownSessions, id).open)).toContain('0123456789abcdef')
})

test('[V8.2.1] [AC20] a program neither unlinks identities nor chooses the shown name', async () => {
  const { signIn, hub, clock } = await openAccounts()
  const { account: id } = await signIn(ann)
  await signIn(annChat, id)
  const before = hub.read(account, id)
  for (const { name } of [unlink, switchActive]) {
    const call = { id: freshId(clock.now()), name, input: { provider: 'discord' } }
    expect(await hub.dispatch({ ...person(id), session: null }, call)).toMatchObject({ code: 'notASession' })
  }
  expect(hub.read(account, id)).toEqual(before)
})

test('[AC30] an identity leads to all accounts that had it, whichever of them has it now, until they are erased', async () => {
  const { hub, clock, dispatch } = await openApp(allFeatures)
  const steamId = '76561198000000001'
  const has = (id: string, player: string | null) => ensureAccount(hub, clock.now(), { account: id, steamId: player })
  for (const id of ['one', 'two', 'three']) {
    await has(id, steamId)
    expect(hub.read(account, id).steamId).toBe(steamId)
    if (id !== 'three') await has(id, null)
  }
  const personOf = (id: string) => [...accountsOfPerson(hub.read, id)].toSorted()
  for (const id of ['one', 'two', 'three']) expect(personOf(id)).toEqual(['one', 'three', 'two'])
  for (const [erased, left] of [
    ['one', ['three', 'two']],
    ['two', ['three']],
  ] as const) {
    await dispatch(inSession(person(erased)), eraseMe.name, { confirm: erased })
    expect(personOf('three')).toEqual(left)
  }
  const { former } = hub.read(identities, identityBucketOf(identityKeyOf('steam', steamId, false)))
  expect(former).toEqual({})
})
