import { describe, expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { sessionAudit, signIns } from '../../../shared/features/session/archives.ts'
import { elevationLengthMs, publicIdOf } from '../../../shared/features/session/session.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'
import { tokenHash } from './openSessions.ts'
import { openSessions } from './testing/openSessions.ts'

const token = 'only the browser knows'

describe('a user who views the site as a role', () => {
  test.each(['admin', 'moderator', 'player'] as const)(
    '[SE16] has the rights of a %s and changes nothing',
    async (role) => {
      const { open, ask, principal } = await openSessions()
      await open(token, { role: 'owner', demo: true })
      expect(await ask(token, 'session.viewAs', { role })).toMatchObject({ ok: true })
      expect(principal(token)).toMatchObject({ id: 'ann', role, session: { viewing: role } })
      for (const name of ['session.endElevation', 'session.closeAll', 'session.revoke', 'account.unlink'])
        expect(await ask(token, name, {})).toMatchObject({ ok: false, code: 'readOnly' })
      expect(await ask(token, 'session.viewAs', { role: null })).toMatchObject({ ok: true })
      expect(principal(token)).toMatchObject({ role: 'owner', session: { viewing: null } })
    },
  )

  test('[V8.2.1] must have the permission to manage admins', async () => {
    const { open, ask, principal } = await openSessions()
    for (const role of ['admin', 'moderator', 'player'] as const satisfies readonly Role[]) {
      await open(`of ${role}`, { role, demo: true })
      expect(await ask(`of ${role}`, 'session.viewAs', { role: 'player' })).toMatchObject({ code: 'notAllowed' })
      expect(principal(`of ${role}`).role).toBe(role)
    }
  })

  test('[V16.3.2] is audited when the view changes, and only then', async () => {
    const { open, ask, memory } = await openSessions()
    await open(token, { role: 'owner', demo: true })
    await open('of bob', { accountId: 'bob' })
    for (const role of [null, 'admin', 'admin', null, null]) await ask(token, 'session.viewAs', { role })
    expect(await ask('of bob', 'session.viewAs', { role: null })).toMatchObject({ ok: true })
    const filter = { act: 'session.viewAs' }
    const { rows } = await memory.storage.archivePage({ kind: 'sessionAudit', filter, before: null, limit: 9 })
    expect(rows.map(({ row }) => row.role)).toEqual([null, 'admin'])
  })

  test('[V8.3.2] loses the view together with the permission to view', async () => {
    const { open, elevate, ask, principal, clock, hub } = await openSessions()
    await open(token)
    await elevate(token, 'elevated', 'owner')
    await ask('elevated', 'session.viewAs', { role: 'admin' })
    expect(principal('elevated')).toMatchObject({ role: 'admin', session: { viewing: 'admin' } })
    clock.pass(elevationLengthMs)
    expect(principal('elevated')).toMatchObject({ role: 'player', session: { viewing: null } })
    await hub.settled()
    expect(principal('elevated')).toMatchObject({ role: 'player', session: { viewing: null } })
  })
})

test('[SE20] sign-ins, elevations, wrong passwords and ended sessions are audited with the address of the client', async () => {
  const { hub, ask, elevate, memory } = await openSessions()
  const address = '203.0.113.9'
  const open = (shown: string) =>
    hub.execute('sign-in', 'session.open', {
      key: tokenHash(shown),
      accountId: 'ann',
      role: 'player',
      demo: false,
      address,
    })
  await open(token)
  await open('another')
  await hub.execute('sign-in', 'session.recordWrongPassword', { accountId: 'ann', wanted: 'admin', address })
  await elevate(token, 'elevated', 'admin')
  await ask('elevated', 'session.revoke', { session: publicIdOf(tokenHash('another')) })
  await ask('elevated', 'session.closeAll', { keepThis: true })
  await hub.execute('sign-in', 'session.close', { key: tokenHash('elevated') })
  await hub.execute('sign-in', 'session.close', { key: tokenHash('elevated') })
  const { rows } = await memory.storage.archivePage({ kind: 'sessionAudit', before: null, limit: 99 })
  expect(
    rows
      .toReversed()
      .map(({ row }) => [row.act, row.by, row.address])
      .slice(-7),
  ).toEqual([
    ['session.open', 'ann', address],
    ['session.open', 'ann', address],
    ['session.wrongPassword', 'ann', address],
    ['session.elevate', 'ann', address],
    // These record the address of the caller, which a test of rules does not have.
    ['session.revoke', 'ann', null],
    ['session.closeAll', 'ann', null],
    ['session.close', 'ann', address],
  ])
})

test('[SE2397] the audit names the role of a sign-in in a demo, and of no other one: an owner has that of the account', () => {
  const origin = { address: '203.0.113.9', session: 's', agent: null }
  const detailOf = (role: Role) =>
    sessionAudit.audited?.({ act: 'session.open', by: 'ann', role, provider: 'steam', ...origin }).detail
  expect(detailOf('player')).toEqual({ provider: 'steam' })
  expect(detailOf('moderator')).toEqual({ role: 'moderator', provider: 'steam' })
})

test('[SE2409] nor does the export of a user name a role that the sign-in did not give, even of a row of an earlier release', async () => {
  const { hub, clock } = await openApp(allFeatures)
  await ensureAccount(hub, clock.now(), { account: 'olga' })
  const olga = inSession(person('olga', 'owner'))
  const answer = await hub.query(olga, { name: exportMe.name, input: {} })
  const { archives = [] } = answer.ok ? (exportMe.output.parse(answer.output).personal ?? {}) : {}
  const rowsOf = (kind: string) => archives.filter(({ archive }) => archive === kind).map(({ row }) => row)
  expect(rowsOf(signIns.kind)).toEqual([{ account: 'olga', demo: false, provider: 'discord' }])
  const opened = rowsOf(sessionAudit.kind).find(({ act }) => act === 'session.open')
  expect(opened).toMatchObject({ by: 'olga', provider: 'discord' })
  expect(opened).not.toHaveProperty('role')
  const kept = { account: 'ann', demo: true, provider: null }
  expect(signIns.schema.parse({ ...kept, role: 'player' })).toEqual(kept)
  expect(signIns.schema.parse({ ...kept, role: 'moderator' })).toEqual({ ...kept, role: 'moderator' })
})
