import { describe, expect, test } from 'vitest'
import { permissions, permissionsOf, type Role, roles } from '../../../shared/engine/permissions.ts'
import { mostGrants, staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { person } from '../../testing/principals.ts'
import { rightsOf } from '../rights/rights.ts'
import { configuredId, openRoles } from './testing/openRoles.ts'

const grantsIn = ({ hub }: Awaited<ReturnType<typeof openRoles>>) => hub.read(staff, staffKey).grants

test('[RO1] an owner gives a role and takes it back, and no grant is kept for a player', async () => {
  const open = await openRoles()
  expect(await open.giveRole('olga', 'ann', 'admin')).toMatchObject({ ok: true })
  expect(open.principalOf('ann')).toMatchObject({ role: 'admin' })
  expect(grantsIn(open).ann).toEqual({ role: 'admin', given: [], taken: [], by: 'olga', at: open.clock.now() })
  expect(await open.giveRole('olga', 'ann', 'player')).toMatchObject({ ok: true })
  expect(open.principalOf('ann')).toMatchObject({ role: 'player' })
  expect(grantsIn(open)).not.toHaveProperty('ann')
})

test('[RO2] a single permission is given and taken beside the role', async () => {
  const open = await openRoles()
  await open.giveRole('olga', 'ann', 'moderator')
  await open.givePermission('olga', 'ann', 'banPlayers', 'given')
  await open.givePermission('olga', 'ann', 'kickPlayers', 'taken')
  expect([open.principalOf('ann').can('banPlayers'), open.principalOf('ann').can('kickPlayers')]).toEqual([true, false])
  await open.givePermission('olga', 'ann', 'banPlayers', 'asRole')
  await open.givePermission('olga', 'ann', 'kickPlayers', 'asRole')
  expect(open.principalOf('ann').may).toEqual(permissionsOf.moderator)
})

test('[V8.2.1] a user without the permission to manage admins changes no rights', async () => {
  const open = await openRoles()
  for (const role of ['admin', 'moderator', 'player'] as const) {
    await open.giveRole('olga', 'ann', role)
    expect(await open.giveRole('ann', 'bob', 'moderator')).toMatchObject({ ok: false, code: 'forbidden' })
  }
  expect(open.hub.mayRead(open.principalOf('ann'), `staff/${staffKey}`)).toBe(false)
})

test('[V8.2.2] no user changes their own rights, up or down', async () => {
  const open = await openRoles()
  await open.giveRole('olga', 'ann', 'owner')
  for (const who of ['olga', 'ann'])
    for (const role of roles) expect(await open.giveRole(who, who, role)).toMatchObject({ code: 'yourself' })
  expect(await open.givePermission('ann', 'ann', 'runConsole', 'given')).toMatchObject({ code: 'yourself' })
})

test('[RO3] the rights of owners by configuration cannot be changed', async () => {
  const open = await openRoles()
  expect(open.principalOf('cora')).toMatchObject({ role: 'owner' })
  expect(await open.giveRole('olga', 'cora', 'player')).toMatchObject({ code: 'byConfiguration' })
  expect(await open.givePermission('olga', 'cora', 'runConsole', 'taken')).toMatchObject({ code: 'byConfiguration' })
})

test('[V8.2.2] an owner by grant acts on no other owner; an owner by configuration or password does', async () => {
  const open = await openRoles()
  for (const account of ['ann', 'bob'])
    expect(await open.giveRole('olga', account, 'owner')).toMatchObject({ ok: true })
  expect(await open.giveRole('ann', 'bob', 'player')).toMatchObject({ ok: false, code: 'above' })
  expect(await open.giveRole('cora', 'bob', 'player')).toMatchObject({ ok: true })
  expect(await open.giveRole('ann', 'bob', 'owner')).toMatchObject({ ok: true })
})

describe('[V8.2.2] staff change only users of lower rank, and give only what they hold', () => {
  /** Staff who may manage admins without being an owner. */
  const start = async (role: Role) => {
    const open = await openRoles()
    await open.giveRole('olga', 'ann', role)
    await open.givePermission('olga', 'ann', 'manageAdmins', 'given')
    return open
  }
  test.each(
    roles.flatMap((role) => roles.map((target) => [role, target] as const)).filter(([role]) => role !== 'owner'),
  )('%s on %s', async (role, target) => {
    const open = await start(role)
    await open.giveRole('olga', 'bob', target)
    const isBelow = roles.indexOf(target) > roles.indexOf(role)
    const wanted = target === 'player' ? 'moderator' : 'player'
    expect((await open.giveRole('ann', 'bob', wanted)).ok).toBe(isBelow)
    expect(open.principalOf('bob').role).toBe(isBelow ? wanted : target)
  })
  test('an admin makes admins and no owner, and gives no permission that they lack', async () => {
    const open = await start('admin')
    expect(await open.giveRole('ann', 'bob', 'owner')).toMatchObject({ code: 'above' })
    expect(await open.givePermission('ann', 'bob', 'ownerPanel', 'given')).toMatchObject({ code: 'above' })
    expect(await open.givePermission('ann', 'bob', 'runConsole', 'given')).toMatchObject({ ok: true })
    await open.givePermission('olga', 'ann', 'banPlayers', 'taken')
    expect(await open.giveRole('ann', 'bob', 'admin')).toMatchObject({ code: 'above' })
  })
  test('an admin who was given the permissions of an owner makes no owner', async () => {
    const open = await start('admin')
    await open.givePermission('olga', 'ann', 'ownerPanel', 'given')
    expect(open.principalOf('ann').may).toEqual(permissionsOf.owner)
    expect(await open.giveRole('ann', 'bob', 'owner')).toMatchObject({ code: 'above' })
    expect(await open.giveRole('ann', 'bob', 'admin')).toMatchObject({ ok: true })
  })
  test('an admin gives no taken permission back that they lack', async () => {
    const open = await start('admin')
    await open.giveRole('olga', 'bob', 'moderator')
    for (const account of ['ann', 'bob']) await open.givePermission('olga', account, 'kickPlayers', 'taken')
    for (const state of ['asRole', 'given'] as const)
      expect(await open.givePermission('ann', 'bob', 'kickPlayers', state)).toMatchObject({ code: 'above' })
  })
  test('a program gives no more than its token holds', async () => {
    const open = await openRoles()
    const { asOf: _asOf, ...principal } = open.principalOf('olga')
    const token = { ...principal, session: null, can: (one: string) => one === 'manageAdmins' }
    expect(await open.askAs(token, setRole.name, { account: 'ann', role: 'moderator' })).toMatchObject({
      code: 'above',
    })
  })
})

test('[RO4] an unknown account has no rights to change', async () => {
  const open = await openRoles()
  expect(await open.giveRole('olga', 'nobody', 'admin')).toMatchObject({ ok: false, code: 'gone' })
})

test('[RO5] permissions of everyone, and of the hub only, can be neither given nor taken', async () => {
  const open = await openRoles()
  for (const permission of ['look', 'play', 'hub'])
    expect(await open.ask('olga', setPermission.name, { account: 'ann', permission, state: 'given' })).toMatchObject({
      code: 'badInput',
    })
})

test('[RO6] the number of grants is limited; existing ones can still be changed', async () => {
  const open = await openRoles()
  const grants = Object.fromEntries(
    Array.from({ length: mostGrants }, (_, index) => [
      `x${index}`,
      { role: 'admin', given: [], taken: [], by: '', at: 0 },
    ]),
  )
  const memory = open.memory
  await memory.storage.checkpoint(memory.journal.length, [
    ...(await open.stored()),
    { id: `staff/${staffKey}`, version: 1, value: { grants: { ...grants, ann: { role: 'moderator' } } } },
  ])
  const again = await openRoles(memory, open.clock)
  expect(await again.giveRole('olga', 'bob', 'moderator')).toMatchObject({ ok: false, code: 'full' })
  expect(await again.giveRole('olga', 'ann', 'admin')).toMatchObject({ ok: true })
})

test('[RO31] no permission can be taken from an owner, and the role of a session adds to a grant', () => {
  const taken = [...permissions]
  const grant = { role: 'owner' as const, given: [], taken, by: '', at: 0 }
  expect(rightsOf({ grant, byConfiguration: false, sessionRole: 'player' })).toEqual({
    role: 'owner',
    may: permissionsOf.owner,
  })
  const less = { ...grant, role: 'player' as const, given: ['runConsole' as const], taken: ['kickPlayers' as const] }
  const { role, may } = rightsOf({ grant: less, byConfiguration: false, sessionRole: 'moderator' })
  expect([role, may.includes('runConsole'), may.includes('kickPlayers')]).toEqual(['moderator', true, false])
})

test('[V16.3.2] each change is recorded once, with ids only; a call without a change records nothing', async () => {
  const open = await openRoles()
  await open.giveRole('olga', 'ann', 'admin')
  await open.giveRole('olga', 'ann', 'admin')
  await open.givePermission('olga', 'ann', 'runConsole', 'taken')
  const { rows } = await open.memory.storage.archivePage({ kind: 'roleChanges', before: null, limit: 9 })
  const origin = { address: null, session: expect.stringMatching(/^[0-9a-f]{16}$/), agent: null }
  expect(rows.map(({ row }) => row)).toEqual([
    { by: 'olga', account: 'ann', what: 'runConsole', before: 'asRole', after: 'taken', ...origin },
    { by: 'olga', account: 'ann', what: 'role', before: 'player', after: 'admin', ...origin },
  ])
})

describe('managers of admins look up', () => {
  test('[RO32] the history, newest first, with current names', async () => {
    const open = await openRoles()
    await open.giveRole('olga', 'ann', 'admin')
    await open.rename('ann', 'Annabel')
    expect(await open.query('olga', 'roles.history', { before: null })).toMatchObject({
      output: {
        changes: [{ by: 'olga', account: 'ann', what: 'role', before: 'player', after: 'admin' }],
        names: { ann: 'Annabel', olga: 'Olga' },
        next: null,
      },
    })
  })

  test('[RO33] accounts by name, best match first, or by a complete id', async () => {
    const open = await openRoles()
    for (const [account, name] of [
      ['x1', 'Old Annabel'],
      ['x2', 'Annabel'],
      ['x3', 'ANN'],
    ] as const)
      await open.join(account, name)
    const found = async (text: string) => {
      const answer = await open.query('olga', 'roles.findAccounts', { text })
      if (!answer.ok) throw new Error(answer.message)
      return (answer.output as { people: { account: string }[] }).people.map(({ account }) => account)
    }
    expect((await found('ann')).slice(0, 2).sort()).toEqual(['ann', 'x3'])
    expect((await found('ann')).slice(2)).toEqual(['x2', 'x1'])
    expect(await found(configuredId)).toEqual(['cora'])
    expect(await found('x2')).toEqual(['x2'])
    expect(await found('a/b')).toEqual([])
    expect(await found('nobody of that name')).toEqual([])
  })

  test('[RO34] at most twenty, with what is known of each', async () => {
    const open = await openRoles()
    for (let index = 0; index < 25; index += 1) await open.join(`y${index}`, `Yara ${index}`)
    const many = await open.query('olga', 'roles.findAccounts', { text: 'yara' })
    expect(many).toMatchObject({ ok: true })
    expect((many as { output: { people: unknown[] } }).output.people).toHaveLength(20)
    expect(await open.query('olga', 'roles.nameAccounts', { accounts: ['cora', 'nobody', 'ann'] })).toMatchObject({
      output: {
        people: [
          { account: 'cora', role: 'owner', byConfiguration: true, hasSteam: true, hasDiscord: true },
          { account: 'ann', role: 'player', byConfiguration: false, hasSteam: false, hasDiscord: true },
        ],
      },
    })
  })

  test('[V8.2.1] no other user looks them up', async () => {
    const open = await openRoles()
    await open.giveRole('olga', 'ann', 'admin')
    for (const [name, input] of [
      ['roles.history', { before: null }],
      ['roles.findAccounts', { text: 'bob' }],
      ['roles.nameAccounts', { accounts: ['bob'] }],
    ] as const)
      for (const principal of [open.principalOf('ann'), person('bob')])
        expect(await open.hub.query(principal, { name, input })).toMatchObject({ ok: false, code: 'forbidden' })
  })
})
