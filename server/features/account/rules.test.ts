import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlayerId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { switchActive, unlink } from '../../../shared/features/account/commands.ts'
import { openSession, signIn } from '../../../shared/features/session/commands.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/principals.ts'
import { identityKey } from './identityKey.ts'
import { type OpenAccounts, openAccounts } from './testing/openAccounts.ts'
import { discordUser, steamUser } from './testing/someIdentities.ts'

const ann = steamUser('76561198000000001', 'Ann')
const annChat = discordUser('90001', 'ann_chat')
const bob = steamUser('76561198000000002', 'Bob')

test('[AC1] the first sign-in makes an account, the next finds it, also after a restart', async () => {
  const { come, hub, clock, memory } = await openAccounts()
  const first = await come(ann)
  expect(first.outcome).toBe('created')
  expect(await come(ann)).toEqual({ account: first.account, outcome: 'found' })
  const told = { name: 'Ann', steamId: ann.steamId, linkedAt: clock.now(), createdAt: clock.now(), active: 'steam' }
  expect(hub.read(account, first.account)).toMatchObject({ ...told, discord: null, demo: false })
  await hub.close()
  const again = await openAccounts(memory, clock)
  expect(await again.come(ann)).toEqual({ account: first.account, outcome: 'found' })
})

test('[AC2] the same said again changes nothing of the account; what a provider says anew is kept', async () => {
  const { come, hub } = await openAccounts()
  const { account: id } = await come(ann)
  const { version } = hub.copy(`account/${id}`) ?? {}
  await come(ann)
  expect(hub.copy(`account/${id}`)?.version).toBe(version)
  await come({ ...ann, displayName: 'Annabel' })
  expect(hub.read(account, id)).toMatchObject({ name: 'Annabel', steam: { displayName: 'Annabel' } })
})

test('[AC3] [V8.2.2] an account is for its player alone', async () => {
  const { come, hub, principal } = await openAccounts()
  const { account: id } = await come(ann)
  const may = [principal(id), principal('somebody')].map((who) => hub.mayRead(who, `account/${id}`))
  expect(may).toEqual([true, false])
})

test('[AC4] [V8.3.1] nobody tells the hub who they are, not even the owner', async () => {
  const { ask } = await openAccounts()
  const input = { identity: ann, demo: false, newAccount: null, key: 'a'.repeat(64), role: 'owner' }
  expect(await ask('ann', signIn.name, input, 'owner')).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[AC5] since when a player is linked is told anew with another player only, and goes with unlinking', async () => {
  const { come, ask, hub, clock } = await openAccounts()
  const { account: id } = await come(ann)
  const first = clock.now()
  clock.pass(60_000)
  await come({ ...ann, displayName: 'Annabel' })
  await come(annChat, id)
  expect(hub.read(account, id).linkedAt).toBe(first)
  await ask(id, unlink.name, { provider: 'steam' })
  expect(hub.read(account, id)).toMatchObject({ linkedAt: null, steamId: null, steam: null })
  expect(await come(bob, id)).toEqual({ account: id, outcome: 'linked' })
  expect(hub.read(account, id)).toMatchObject({ linkedAt: first + 60_000, steamId: bob.steamId })
})

test('[AC6] what an older release wrote is no account: a sign-in makes one there, and nothing of it is left', async () => {
  const memory = createMemoryStorage()
  const value = { name: 'Old', steamId: bob.steamId, linkedAt: 5 }
  await memory.storage.checkpoint(0, [{ id: 'account/demo-player', version: 1, value }])
  const { come, hub, clock } = await openAccounts(memory)
  expect(await come(annChat, 'demo-player' as PlayerId)).toMatchObject({ outcome: 'created' })
  const made = await come(bob, null, 'demo-player' as PlayerId)
  expect(made).toEqual({ account: 'demo-player', outcome: 'created' })
  const told = { steamId: bob.steamId, linkedAt: clock.now(), createdAt: clock.now(), name: 'Bob', discord: null }
  expect(hub.read(account, 'demo-player')).toMatchObject(told)
})

test('[AC12] an identity whose account is no longer there makes a new account', async () => {
  const { come, hub, memory, clock } = await openAccounts()
  const { account: id } = await come(ann)
  await hub.close()
  await memory.storage.checkpoint(memory.journal.length, [
    { id: `account/${id}`, version: 2, value: account.schema.parse({}) },
  ])
  const again = await openAccounts(memory, clock)
  const made = await again.come(ann)
  expect(made.outcome).toBe('created')
  expect(made.account).not.toBe(id)
})

test('[AC13] the second identity is linked to whoever is signed in, and each of the two then finds them', async () => {
  const { come, hub } = await openAccounts()
  const { account: id } = await come(ann)
  expect(await come(annChat, id)).toEqual({ account: id, outcome: 'linked' })
  expect((await come(annChat)).account).toBe(id)
  // Whose name is shown is chosen, and not changed by linking.
  expect(hub.read(account, id)).toMatchObject({ name: 'Ann', active: 'steam', discord: { username: 'ann_chat' } })
})

test('[AC14] what belongs to somebody else is not linked, nor a second one of a provider; both change nothing', async () => {
  const { come, hub } = await openAccounts()
  const { account: id } = await come(ann)
  const { account: other } = await come(bob)
  const before = [hub.read(account, id), hub.read(account, other)]
  await expect(come({ ...bob, displayName: 'Robert' }, id)).rejects.toMatchObject({ code: 'belongsToOther' })
  await expect(come(steamUser('76561198000000003', 'Cat'), id)).rejects.toMatchObject({ code: 'otherLinked' })
  expect([hub.read(account, id), hub.read(account, other)]).toEqual(before)
})

test('[AC15] the last identity stays, the other can go, and whose name is shown follows', async () => {
  const { come, ask, hub } = await openAccounts()
  const { account: id } = await come(ann)
  expect(await ask(id, unlink.name, { provider: 'steam' })).toMatchObject({ code: 'last' })
  expect(await ask(id, unlink.name, { provider: 'discord' })).toMatchObject({ code: 'notLinked' })
  expect(await ask(id, switchActive.name, { provider: 'discord' })).toMatchObject({ code: 'notLinked' })
  await come(annChat, id)
  await ask(id, switchActive.name, { provider: 'discord' })
  expect(hub.read(account, id)).toMatchObject({ active: 'discord', name: 'ann_chat' })
  await ask(id, unlink.name, { provider: 'discord' })
  expect(hub.read(account, id)).toMatchObject({ active: 'steam', name: 'Ann', discord: null })
  // Free again, for whoever comes with it.
  expect((await come(annChat)).account).not.toBe(id)
})

test('[AC16] two sign-ins at once with the same identity make one account', async () => {
  const { come } = await openAccounts()
  const both = await Promise.all([come(ann), come(ann)])
  expect(both.map(({ outcome }) => outcome)).toEqual(['created', 'found'])
  expect(new Set(both.map(({ account: id }) => id)).size).toBe(1)
})

test('[AC17] the demo and the real are apart: neither finds, links or takes what is of the other', async () => {
  const { come } = await openAccounts()
  const demo = await come(ann, null, 'demo-player' as PlayerId, true)
  expect(await come(ann, demo.account)).toMatchObject({ outcome: 'created' })
  expect(await come(annChat, demo.account)).toMatchObject({ outcome: 'created' })
  expect(await come(annChat, demo.account, null, true)).toEqual({ account: 'demo-player', outcome: 'linked' })
})

const who = fc.nat(3)
const step = fc.oneof(
  fc.record({ act: fc.constant('come' as const), identity: fc.nat(5), current: fc.option(who), at: who }),
  fc.record({ act: fc.constantFrom('unlink' as const, 'switch' as const), identity: fc.nat(5), current: who, at: who }),
)
const identitiesOfAll = [
  ...[1, 2, 3].map((number) => steamUser(`7656119800000000${number}`, `Steam ${number}`)),
  ...[1, 2, 3].map((number) => discordUser(`9000${number}`, `chat_${number}`)),
]

test('[AC18] whatever is done in whatever order: an identity is of one account at most, and finds it; none is without one', async () => {
  const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[]) => {
    const open = await openAccounts()
    const made: PlayerId[] = []
    for (const { act, identity: nth, current } of steps) {
      const identity = identitiesOfAll[nth] ?? ann
      const id = current === null ? null : (made[current] ?? null)
      open.clock.pass(1_000)
      if (act === 'come') {
        const answer = await open.come(identity, id).catch(() => null)
        if (answer?.outcome === 'created') made.push(answer.account)
      } else if (id !== null)
        await open.ask(id, act === 'unlink' ? unlink.name : switchActive.name, { provider: identity.provider })
      await expectWhole(open, made)
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), run), { numRuns: 60 })
})

async function expectWhole({ hub, indexed }: OpenAccounts, made: readonly PlayerId[]) {
  const held = made.flatMap((id) => {
    const { steam, discord, steamId, linkedAt, active, name, ...own } = hub.read(account, id)
    expect([steamId, linkedAt !== null]).toEqual([steam?.steamId ?? null, steam !== null])
    expect({ steam, discord }[active]?.displayName).toBe(name)
    expect(own.createdAt).toBeGreaterThan(0)
    return [steam, discord].flatMap((identity) => (identity ? [[identity, id] as const] : []))
  })
  expect(indexed()).toHaveLength(held.length)
  expect(new Set(held.map(([identity]) => JSON.stringify(identity))).size).toBe(held.length)
  for (const [identity, id] of held) expect(indexed()).toContainEqual([identityKey(identity, false), id])
}

test('[V7.4.3] [AC19] whoever came in by what is unlinked is out, but for the session that asks', async () => {
  const { come, ask, hub } = await openAccounts()
  const { account: id } = await come(ann)
  await come(annChat, id)
  // The first is the one that asks.
  const keys = ['0123456789abcdef'.padEnd(64, '0'), ...['1', '2', '3'].map((digit) => digit.repeat(64))]
  const ways = ['steam', 'steam', 'discord', null] as const
  for (const [index, key] of keys.entries())
    await hub.execute('sign-in', openSession.name, {
      key,
      accountId: id,
      role: 'player',
      demo: false,
      provider: ways[index] ?? null,
    })
  expect(await ask(id, unlink.name, { provider: 'steam' })).toMatchObject({ ok: true })
  const left = Object.values(hub.read(ownSessions, id).open).map(({ provider }) => provider)
  expect(left).toEqual(['steam', 'discord', null])
  expect(Object.keys(hub.read(ownSessions, id).open)).toContain('0123456789abcdef')
})

test('[V8.2.1] [AC20] a program neither unlinks what its owner signs in with nor chooses what is shown', async () => {
  const { come, hub, clock } = await openAccounts()
  const { account: id } = await come(ann)
  await come(annChat, id)
  const before = hub.read(account, id)
  for (const { name } of [unlink, switchActive]) {
    const call = { id: freshId(clock.now()), name, input: { provider: 'discord' } }
    expect(await hub.dispatch({ ...person(id), session: null }, call)).toMatchObject({ code: 'notASession' })
  }
  expect(hub.read(account, id)).toEqual(before)
})
