import { expect, test } from 'vitest'
import type { Identity } from '../../../shared/features/account/identity.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { findPlayers, profile } from '../../../shared/features/profile/profile.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { ensureAccount, signInAs } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { guest, inSession, person } from '../../testing/principals.ts'
import { discordUser, steamUser } from '../account/testing/identities.ts'

const steamId = '76561198000000001'
const olga = inSession(person('olga', 'owner'))

async function open() {
  const app = await openApp(allFeatures)
  const { hub, clock, dispatch } = app
  const join = (account: string, name: string) => ensureAccount(hub, clock.now(), { account, name })
  await join('olga', 'Olga')
  return {
    ...app,
    join,
    signIn: (identity: Identity, newAccount: string) => signInAs(hub, { identity, newAccount }),
    setRole: (account: string, role: string) => dispatch(olga, setRole.name, { account, role }),
    of: (account: string) => hub.read(profile, account),
    async find(text: string, input: object = {}, principal = person('ann')) {
      const answer = await hub.query(principal, { name: findPlayers.name, input: { text, ...input } })
      if (!answer.ok) return answer.code
      return (answer.output as { players: { account: string }[] }).players.map(({ account }) => account)
    },
  }
}

test('[PF1] everyone may read the profile of an account, which follows its name and its picture', async () => {
  const { hub, signIn, of, join } = await open()
  const avatar = 'https://avatars.example/a.jpg'
  await signIn({ ...steamUser(steamId, 'Ann'), avatar }, 'ann')
  expect(of('ann')).toEqual({ name: 'Ann', avatar, role: 'player' })
  expect([guest, person('bob')].map((viewer) => hub.mayRead(viewer, 'profile/ann'))).toEqual([true, true])
  await join('olga', 'Olga the Second')
  expect(of('olga').name).toBe('Olga the Second')
  expect(of('nobody')).toEqual({ name: '', avatar: '', role: 'player' })
})

test('[PF2] a profile follows the role of a grant, and no other profile is written', async () => {
  const { memory, join, setRole: set, of } = await open()
  for (const name of ['Ann', 'Bob']) await join(name.toLowerCase(), name)
  await set('ann', 'moderator')
  expect([of('ann').role, of('bob').role]).toEqual(['moderator', 'player'])
  const changed = memory.journal.at(-1)?.changes.map(({ id }) => id)
  expect(changed?.filter((id) => id.startsWith('profile/'))).toEqual(['profile/ann'])
  await set('ann', 'player')
  expect(of('ann').role).toBe('player')
})

test('[PF3] a profile publishes no id at a provider: a picture whose address holds it is left out', async () => {
  const { hub, signIn, of } = await open()
  await signIn({ ...discordUser('4711', 'ann'), avatar: 'https://cdn.example/avatars/4711/b.png' }, 'ann')
  expect(of('ann')).toEqual({ name: 'ann', avatar: '', role: 'player' })
  expect(JSON.stringify(hub.copy('profile/ann'))).not.toContain('4711')
})

test('[PF4] an erasure clears the profile with the account', async () => {
  const { join, dispatch, of, find } = await open()
  await join('ann', 'Ann')
  expect(await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'Ann' })).toMatchObject({ ok: true })
  expect(of('ann')).toEqual({ name: '', avatar: '', role: 'player' })
  expect(await find('Ann', {}, person('olga'))).toEqual([])
})

test('[PF5] every signed-in user finds players by a part of the name, best first, at most as many as wanted', async () => {
  const { join, find, hub } = await open()
  for (const [id, name] of [
    ['a1', 'Annabel'],
    ['a2', 'Ann'],
    ['a3', 'Joanna'],
    ['a4', 'Bob'],
  ] as const)
    await join(id, name)
  expect(await find('ANN')).toEqual(['a2', 'a1', 'a3'])
  expect(await find('ann', { limit: 2 })).toEqual(['a2', 'a1'])
  const answer = await hub.query(person('bob'), { name: findPlayers.name, input: { text: 'bob' } })
  expect(answer).toMatchObject({ output: { players: [{ account: 'a4', name: 'Bob', avatar: '', role: 'player' }] } })
  expect(Object.keys((answer as { output: { players: object[] } }).output.players[0] ?? {}).sort()).toEqual([
    'account',
    'avatar',
    'name',
    'role',
  ])
})

test('[PF6] a guest finds no account, a single letter is refused, and searches are limited', async () => {
  const { find } = await open()
  expect(await find('ann', {}, guest)).toBe('forbidden')
  expect(await find('a ')).toBe('tooShort')
  for (let times = 1; times < (findPlayers.perMinute ?? 0); times += 1) await find('ann')
  expect(await find('ann')).toBe('tooFast')
})

test('[PF7] demo accounts and real ones do not find each other', async () => {
  const { hub, join, find } = await open()
  await join('ann', 'Ann')
  await signInAs(hub, { identity: steamUser('demo-1', 'Annette'), newAccount: 'demo', demo: true })
  expect(await find('ann')).toEqual(['ann'])
  expect(await find('ann', {}, person('demo'))).toEqual(['demo'])
})
