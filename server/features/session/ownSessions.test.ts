import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import {
  elevationLengthMs,
  OwnSession,
  ownSessions,
  publicIdOf,
  sessions,
} from '../../../shared/features/session/session.ts'
import { tokenHash } from './openSessions.ts'
import { type OpenSessions, openSessions } from './testing/openSessions.ts'

const people = ['ann', 'bob'] as const
const Token = fc.constantFrom(...Array.from({ length: 8 }, (_, index) => `token ${index}`))
const hour = 3_600_000

/** One action on sessions. A refused action changes nothing. */
const Step = fc.oneof(
  fc.record({ act: fc.constant('open' as const), token: Token, accountId: fc.constantFrom(...people) }),
  fc.record({ act: fc.constant('elevate' as const), token: Token, next: Token }),
  fc.record({ act: fc.constantFrom('use' as const, 'close' as const, 'review' as const), token: Token }),
  fc.record({ act: fc.constant('endElevation' as const), token: Token }),
  fc.record({ act: fc.constant('revoke' as const), token: Token, other: Token }),
  fc.record({ act: fc.constant('closeAll' as const), token: Token, keepThis: fc.boolean() }),
  fc.record({ act: fc.constant('viewAs' as const), token: Token, role: fc.constantFrom('admin', 'player', null) }),
  fc.record({ act: fc.constant('pass' as const), hours: fc.constantFrom(1, 11, 13, 24 * 6, 24 * 8) }),
)
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never

async function apply(hub: OpenSessions, step: Step) {
  const execute = (name: string, input: object) => hub.hub.execute('sign-in', name, input)
  switch (step.act) {
    case 'open':
      return hub.open(step.token, { accountId: step.accountId })
    case 'elevate':
      return hub.elevate(step.token, step.next, 'owner')
    case 'use':
      return hub.use(step.token)
    case 'close':
    case 'review':
      return execute(`session.${step.act}`, { key: tokenHash(step.token) })
    case 'endElevation':
      return hub.ask(step.token, 'session.endElevation', {})
    case 'revoke':
      return hub.ask(step.token, 'session.revoke', { session: publicIdOf(tokenHash(step.other)) })
    case 'closeAll':
      return hub.ask(step.token, 'session.closeAll', { keepThis: step.keepThis })
    case 'viewAs':
      return hub.ask(step.token, 'session.viewAs', { role: step.role })
    case 'pass':
      return hub.clock.pass(step.hours * hour)
  }
}

/** Each user's own sessions, computed from the documents of all sessions. */
function expectedOwn({ hub }: OpenSessions) {
  const own: Record<string, Record<string, OwnSession>> = { ann: {}, bob: {} }
  for (let bucket = 0; bucket < 256; bucket += 1)
    for (const [key, session] of Object.entries(hub.read(sessions, bucket.toString(16).padStart(2, '0')).open))
      own[session.accountId] = { ...own[session.accountId], [publicIdOf(key)]: OwnSession.parse(session) }
  return own
}

test('[SE17] through any sequence of actions, users see exactly their own sessions with their current state', async () => {
  const steps = fc.array(Step, { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const hub = await openSessions()
      for (const step of all) {
        await Promise.resolve(apply(hub, step)).catch(() => {})
        await hub.hub.settled()
        const seen = Object.fromEntries(people.map((one) => [one, hub.hub.read(ownSessions, one).open]))
        expect(seen).toEqual(expectedOwn(hub))
      }
      await hub.hub.close()
    }),
    { numRuns: 60 },
  )
})

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
    // By a person who asks: from where they ask, which no test of rules knows.
    ['session.revoke', 'ann', null],
    ['session.closeAll', 'ann', null],
    ['session.close', 'ann', address],
  ])
})
