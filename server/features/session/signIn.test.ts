import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { Identity } from '../../../shared/features/account/identity.ts'
import { keepSignInSecret, signIn, viewAs } from '../../../shared/features/session/commands.ts'
import { ownSessions, sessions, signInSecret } from '../../../shared/features/session/session.ts'
import { createHub } from '../../engine/createHub.ts'
import { NotWritten } from '../../engine/storage.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { discordUser, steamUser } from '../account/testing/identities.ts'
import { sessionFeature } from './feature.ts'
import { tokenHash } from './openSessions.ts'
import { openSessions } from './testing/openSessions.ts'

const cat = steamUser('76561198000000009', 'Cat')
const catChat = discordUser('90009', 'cat_chat')

interface SignInOptions {
  readonly with?: string
  readonly newAccount?: string
  readonly role?: Role
  readonly demo?: boolean
}

async function openSignIn() {
  const open = await openSessions()
  return {
    ...open,
    /** @param token of the new session @param options `with`: the token of the browser's present session */
    async enter(
      token: string,
      identity: Identity,
      { with: present, newAccount, role, demo = false }: SignInOptions = {},
    ) {
      const input = {
        identity,
        demo,
        newAccount: newAccount ?? null,
        role: role ?? 'player',
        device: '',
        address: '',
        key: tokenHash(token),
        replaces: present === undefined ? null : tokenHash(present),
      }
      return signIn.output.parse(await open.hub.execute('sign-in', signIn.name, input))
    },
    sessionsOf: (id: string) => Object.values(open.hub.read(ownSessions, id).open),
  }
}

test('[EN85] [V7.2.4] a sign-in finds, creates or links the account and opens a new session, in one journal entry', async () => {
  const { enter, principal, sessionsOf, memory, hub } = await openSignIn()
  const before = memory.journal.length
  const made = await enter('one', cat)
  expect([made.outcome, principal('one').id]).toEqual(['created', made.account])
  expect(memory.journal).toHaveLength(before + 1)
  expect(await enter('two', catChat, { with: 'one' })).toMatchObject({ outcome: 'linked', account: made.account })
  expect(await enter('three', catChat, { with: 'two' })).toMatchObject({ outcome: 'found' })
  expect(memory.journal).toHaveLength(before + 3)
  expect([principal('one').id, principal('two').id, principal('three').id]).toEqual([null, null, made.account])
  expect(sessionsOf(made.account)).toMatchObject([{ provider: 'discord' }])
  expect(hub.read(account, made.account)).toMatchObject({ steamId: cat.steamId, discord: { username: 'cat_chat' } })
})

test('[EN86] if the session cannot be saved, nothing is linked', async () => {
  const { enter, hub, memory, principal } = await openSignIn()
  const { account: id } = await enter('one', cat)
  await enter('taken', steamUser('76561198000000008', 'Dan'))
  await expect(enter('taken', catChat, { with: 'one' })).rejects.toMatchObject({ code: 'taken' })
  memory.fail(new NotWritten('full', 'No space left'))
  await expect(enter('two', catChat, { with: 'one' })).rejects.toMatchObject({ code: 'storageFull' })
  expect(hub.read(account, id).discord).toBeNull()
  expect([principal('one').id, principal('two').id]).toEqual([id, null])
})

test('[EN87] [V8.3.1] an identity is not linked to a session that has ended in the meantime', async () => {
  const { enter, hub } = await openSignIn()
  const { account: id } = await enter('one', cat)
  await hub.execute('sign-in', 'session.close', { key: tokenHash('one') })
  const other = await enter('two', catChat, { with: 'one' })
  expect(other).toMatchObject({ outcome: 'created' })
  expect(hub.read(account, id).discord).toBeNull()
})

test('[EN88] [V8.2.1] while the user views the site as a role nothing is linked, and the session stays', async () => {
  const { enter, ask, elevate, principal, hub } = await openSignIn()
  const { account: id } = await enter('one', cat)
  await elevate('one', 'elevated', 'owner')
  expect(await ask('elevated', viewAs.name, { role: 'player' })).toMatchObject({ ok: true })
  for (const identity of [catChat, cat])
    await expect(enter('two', identity, { with: 'elevated' })).rejects.toMatchObject({ code: 'viewing' })
  expect(hub.read(account, id).discord).toBeNull()
  expect(principal('elevated')).toMatchObject({ id, session: { viewing: 'player' } })
  await ask('elevated', viewAs.name, { role: null })
  expect(await enter('two', catChat, { with: 'elevated' })).toMatchObject({ outcome: 'linked' })
})

test('[EN89] in the demo a sign-in under another name opens another account, and real identities are not linked to it', async () => {
  const { enter, principal } = await openSignIn()
  const demo = { demo: true, newAccount: 'demo-player' }
  expect(await enter('one', cat, demo)).toMatchObject({ account: 'demo-player', outcome: 'created' })
  const admin = { demo: true, newAccount: 'demo-admin', role: 'admin', with: 'one' } as const
  expect(await enter('two', catChat, admin)).toMatchObject({ account: 'demo-admin', outcome: 'created' })
  expect([principal('one').id, principal('two').role]).toEqual([null, 'admin'])
  expect(await enter('three', cat, { with: 'two' })).toMatchObject({ outcome: 'created' })
})

test('[EN90] [V16.2.5] identity, device and address are not in the journaled input', async () => {
  const { enter, memory } = await openSignIn()
  await enter('one', cat)
  expect(memory.journal.at(-1)?.input).toMatchObject({ identity: '[hidden]', device: '[hidden]', address: '[hidden]' })
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const identity = {
  provider: 'discord',
  discordId: '900000000000000001',
  username: 'ann',
  displayName: 'Ann',
  discriminator: '0',
  avatar: '',
  verified: false,
  locale: 'en-US',
  premium_type: 0,
  fullUsername: 'ann',
}

async function open() {
  const clock = createTestClock()
  const { storage } = createMemoryStorage()
  const hub = await createHub({ storage, clock, features: [accountFeature, sessionFeature], onFault() {} })
  const end = (attempt: string | null, token: string) =>
    hub.execute('sign-in', signIn.name, {
      identity,
      newAccount: null,
      key: hashOf(token),
      role: 'player',
      demo: false,
      attempt: attempt && hashOf(attempt),
    })
  const isOpen = (token: string) => hashOf(token) in hub.read(sessions, hashOf(token).slice(0, 2)).open
  return { clock, hub, end, isOpen }
}

test('[SI64] [V10.2.1] one sign-in attempt opens one session, on any number of nodes', async () => {
  const { clock, end, isOpen } = await open()
  await end('state', 'first')
  await expect(end('state', 'second')).rejects.toMatchObject({ code: 'used' })
  clock.pass(10 * 60_000)
  await expect(end('state', 'second')).rejects.toMatchObject({ code: 'used' })
  expect([isOpen('first'), isOpen('second')]).toEqual([true, false])
  await end('other', 'second')
  await end(null, 'third')
  await end(null, 'fourth')
  expect(['second', 'third', 'fourth'].map(isOpen)).toEqual([true, true, true])
})

test('[SI65] of the secrets of two nodes the first one is kept, and no client can read it', async () => {
  const { hub } = await open()
  const [first, second] = [hashOf('a'), hashOf('b')]
  await hub.execute('sign-in', keepSignInSecret.name, { secret: first })
  await hub.execute('sign-in', keepSignInSecret.name, { secret: second })
  expect(hub.read(signInSecret).secret).toBe(first)
  expect(hub.mayRead(guest, 'signInSecret/')).toBe(false)
})
