import { describe, expect, test } from 'vitest'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { endSessions } from '../../../shared/features/roles/commands.ts'
import { openSession } from '../../../shared/features/session/commands.ts'
import { tokens } from '../../../shared/features/tokens/tokens.ts'
import { createPrincipalOf } from '../../auth/principalOf.ts'
import { signInAs } from '../../testing/accounts.ts'
import { discordUser } from '../account/testing/identities.ts'
import { tokenHash } from '../session/openSessions.ts'
import { openRoles } from './testing/openRoles.ts'

const at = 1_000

/** In addition to the real accounts olga, cora, ann and bob: dora, the demo's owner, and dan, a demo player. */
async function openBoth(memory?: Parameters<typeof openRoles>[0], clock?: Parameters<typeof openRoles>[1]) {
  const open = await openRoles(memory, clock)
  const { hub } = open
  const principals = createPrincipalOf({
    hub,
    clock: open.clock,
    demo: true,
    ownerSteamIds: [],
    tokenIn: (cookie) => cookie ?? null,
  })
  for (const [id, role] of [
    ['dora', 'owner'],
    ['dan', 'player'],
  ] as const) {
    const identity = discordUser(`9${id.length}`, `Demo ${id}`)
    await signInAs(hub, { identity, demo: true, newAccount: id })
    await hub
      .execute('sign-in', openSession.name, { key: tokenHash(id), accountId: id, role, demo: true })
      .catch(() => {})
  }
  const inDemo = (who: string) => principals({ cookie: who, token: undefined })
  return {
    ...open,
    inDemo,
    askInDemo: (who: string, name: string, input: unknown) => open.askAs(inDemo(who), name, input),
  }
}

describe('[V8.2.2] demo accounts and real ones are separate', () => {
  const acts = [
    ['roles.setRole', { role: 'owner' }],
    ['roles.setPermission', { permission: 'kickPlayers', state: 'given' }],
    ['roles.endSessions', {}],
  ] as const

  test.each(acts)('[RO35] %s affects no account of the other kind', async (name, more) => {
    const open = await openBoth()
    expect(await open.askInDemo('dora', name, { account: 'ann', ...more })).toMatchObject({ ok: false, code: 'gone' })
    expect(await open.ask('olga', name, { account: 'dan', ...more })).toMatchObject({ ok: false, code: 'gone' })
    expect(await open.askInDemo('dora', name, { account: 'dan', ...more })).toMatchObject({ ok: true })
    expect(open.principalOf('ann')).toMatchObject({ id: 'ann', role: 'player' })
  })

  test('[RO12] neither finds the other, nor learns their names', async () => {
    const open = await openBoth()
    const asked = async (who: string, name: string, input: object) => {
      const answer = await open.hub.query(open.inDemo(who), { name, input })
      if (!answer.ok) throw new Error(answer.message)
      return (answer.output as { people: { account: string }[] }).people.map(({ account }) => account)
    }
    const all = { accounts: ['ann', 'dan', 'cora'] }
    expect(await asked('dora', 'roles.nameAccounts', all)).toEqual(['dan'])
    expect(await asked('olga', 'roles.nameAccounts', all)).toEqual(['ann', 'cora'])
    for (const text of ['ann', 'Ann', 'cora']) expect(await asked('dora', 'roles.findAccounts', { text })).toEqual([])
    for (const text of ['dan', 'demo']) expect(await asked('olga', 'roles.findAccounts', { text })).toEqual([])
  })

  test('[RO36] a grant by a demo account to a real one has no effect, and is replaced when a role is set', async () => {
    const first = await openBoth()
    const given = { role: 'owner', given: ['runConsole'], taken: [], by: 'dora', at }
    await first.memory.storage.checkpoint(first.memory.journal.length, [
      ...(await first.stored()).filter(({ id }) => id !== `staff/${staffKey}`),
      { id: `staff/${staffKey}`, version: 1, value: { grants: { ann: given, dan: { ...given, role: 'admin' } } } },
    ])
    const open = await openBoth(first.memory, first.clock)
    expect(open.principalOf('ann')).toMatchObject({ role: 'player', may: ['look', 'play'] })
    expect(open.inDemo('dan')).toMatchObject({ role: 'admin' })
    expect(await open.query('olga', 'roles.nameAccounts', { accounts: ['ann'] })).toMatchObject({
      output: { people: [{ account: 'ann', role: 'player' }] },
    })
    expect(await open.giveRole('olga', 'ann', 'player')).toMatchObject({ ok: true })
    expect(open.hub.read(staff, staffKey).grants).not.toHaveProperty('ann')
  })
})

describe('[V8.2.2] a user with a higher role by their session than by their grant', () => {
  /** Ann is an admin with the permission to manage admins. */
  const start = async () => {
    const open = await openRoles()
    await open.giveRole('olga', 'ann', 'admin')
    await open.givePermission('olga', 'ann', 'manageAdmins', 'given')
    return open
  }

  test('[RO37] has its rank for as long as the session lasts', async () => {
    const open = await start()
    const acts = () => [
      open.ask('ann', endSessions.name, { account: 'olga' }),
      open.giveRole('ann', 'olga', 'moderator'),
      open.givePermission('ann', 'olga', 'kickPlayers', 'given'),
    ]
    for (const act of acts()) expect(await act).toMatchObject({ ok: false, code: 'above' })
    await open.hub.execute('sign-in', 'session.close', { key: tokenHash('olga') })
    for (const act of acts()) expect(await act).toMatchObject({ ok: true })
  })

  test('[RO38] also by a password, until the elevation ends; and an owner by password acts on them', async () => {
    const open = await start()
    await open.hub.execute('sign-in', 'session.elevate', {
      key: tokenHash('bob'),
      newKey: tokenHash('b2'),
      role: 'admin',
    })
    expect(await open.giveRole('ann', 'bob', 'moderator')).toMatchObject({ code: 'above' })
    expect(await open.giveRole('olga', 'bob', 'moderator')).toMatchObject({ ok: true })
    await open.ask('b2', 'session.endElevation', {})
    expect(await open.giveRole('ann', 'bob', 'player')).toMatchObject({ ok: true })
  })
})

test('[RO39] a permission that was taken from a player is also missing in an elevated session', async () => {
  const open = await openRoles()
  expect(await open.givePermission('olga', 'ann', 'kickPlayers', 'taken')).toMatchObject({ ok: true })
  await open.hub.execute('sign-in', 'session.elevate', {
    key: tokenHash('ann'),
    newKey: tokenHash('a2'),
    role: 'admin',
  })
  expect([open.principalOf('a2').can('kickPlayers'), open.principalOf('a2').can('banPlayers')]).toEqual([false, true])
  await open.giveRole('olga', 'ann', 'moderator')
  await open.giveRole('olga', 'ann', 'player')
  expect(open.hub.read(staff, staffKey).grants.ann).toMatchObject({ role: 'player', taken: ['kickPlayers'] })
  await open.givePermission('olga', 'ann', 'kickPlayers', 'asRole')
  expect(open.hub.read(staff, staffKey).grants).not.toHaveProperty('ann')
})

test("[V7.4.5] [RO40] ending a user's sessions also revokes their tokens, and both are recorded", async () => {
  const open = await openRoles()
  const request = { label: 'Bot', permissions: ['look'], endsAt: open.clock.now() + 3_600_000 }
  await open.ask('ann', 'tokens.make', { ...request, hash: tokenHash('bot') })
  expect(await open.ask('olga', endSessions.name, { account: 'ann' })).toMatchObject({
    output: { closed: 1, revoked: 1 },
  })
  expect(open.hub.read(tokens, 'ann').tokens).toEqual({})
  const { rows } = await open.memory.storage.archivePage({ kind: 'roleChanges', before: null, limit: 9 })
  expect(rows.map(({ row }) => [row.what, row.before])).toEqual([
    ['tokens', '1'],
    ['sessions', '1'],
  ])
})
