import { describe, expect, test } from 'vitest'
import {
  bucketOf,
  elevationLengthMs,
  idleLengthMs,
  mostSessions,
  ownSessions,
  publicIdOf,
  sessionLengthMs,
  sessions,
} from '../../../shared/features/session/session.ts'
import { tokens } from '../../../shared/features/tokens/tokens.ts'
import { timers } from '../../engine/schedule.ts'
import { person } from '../../testing/principals.ts'
import { tokenHash } from './openSessions.ts'
import { openSessions } from './testing/openSessions.ts'

const token = 'only the browser knows'
const key = tokenHash(token)

test('[SE1] the token of a session gives its principal, with the rights of its role, even after a restart', async () => {
  const { open, principal, restart } = await openSessions()
  expect(principal(token)).toMatchObject({ id: null, role: null })
  await open(token, { role: 'admin', demo: true })
  expect(principal(token)).toMatchObject({
    id: 'ann',
    role: 'admin',
    session: { id: publicIdOf(key), elevatedUntil: null },
  })
  expect(principal(token).can('viewAllPositions')).toBe(true)
  expect(principal(token).can('ownerPanel')).toBe(false)
  expect((await restart()).principal(token).id).toBe('ann')
})

test('[SE2] the token itself is never stored', async () => {
  const { open, elevate, memory } = await openSessions()
  await open(token)
  await elevate(token, 'another that only the browser knows', 'admin')
  expect(JSON.stringify(memory.journal)).not.toContain('only the browser knows')
})

test('[SE3] no user reads session documents, not even their own', async () => {
  const { open, hub } = await openSessions()
  await open(token)
  expect(hub.mayRead(person('ann', 'owner'), `sessions/${bucketOf(key)}`)).toBe(false)
})

test('[V7.4.1] a closed session is a guest at once, and closing it twice changes nothing', async () => {
  const { open, hub, principal } = await openSessions()
  await open(token)
  await hub.execute('sign-in', 'session.close', { key })
  await hub.execute('sign-in', 'session.close', { key })
  expect(principal(token).id).toBeNull()
})

test('[V7.3.2] a session ends after thirty days, however much it is used, and is removed', async () => {
  const { open, use, hub, clock, principal } = await openSessions()
  await open(token)
  for (let day = 0; day < 29; day += 1) {
    clock.pass(24 * 3_600_000)
    await use(token)
  }
  clock.pass(24 * 3_600_000 - 1)
  expect(principal(token).id).toBe('ann')
  clock.pass(1)
  expect(principal(token).id).toBeNull()
  await hub.settled()
  expect(hub.read(sessions, bucketOf(key)).open).toEqual({})
  expect(sessionLengthMs).toBe(30 * 24 * 3_600_000)
})

test('[V7.3.1] a session ends seven days after its last use, and is removed', async () => {
  const { open, use, hub, clock, principal } = await openSessions()
  await open(token)
  clock.pass(idleLengthMs - 1)
  await use(token, '203.0.113.9')
  expect(hub.read(ownSessions, 'ann').open[publicIdOf(key)]).toMatchObject({
    seenAt: clock.now(),
    address: '203.0.113.9',
  })
  clock.pass(idleLengthMs - 1)
  expect(principal(token).id).toBe('ann')
  clock.pass(1)
  expect(principal(token).id).toBeNull()
  await hub.settled()
  expect(hub.read(sessions, bucketOf(key)).open).toEqual({})
  expect(hub.read(ownSessions, 'ann').open).toEqual({})
  await use(token)
  expect(principal(token).id).toBeNull()
})

test('[SE6] a session cannot be opened twice', async () => {
  const { open } = await openSessions()
  await open(token)
  await expect(open(token, { role: 'owner' })).rejects.toThrow('already open')
})

test('[SE7] a demo session is a guest on a hub that is not a demo', async () => {
  const { open, principal } = await openSessions()
  await open(token, { role: 'admin', demo: true })
  expect(principal(token, true).id).toBe('ann')
  expect(principal(token, false)).toMatchObject({ id: null, role: null })
})

test('[SE8] a session of a real account is valid with and without demo mode', async () => {
  const { open, principal } = await openSessions()
  await open(token)
  expect([principal(token, true).id, principal(token, false).id]).toEqual(['ann', 'ann'])
})

test('[V7.4.2] no session is opened for an account that does not exist', async () => {
  const { open, principal, hub } = await openSessions()
  await expect(open(token, { accountId: 'nobody' })).rejects.toMatchObject({ code: 'noAccount' })
  expect(principal(token)).toMatchObject({ id: null, role: null })
  expect(hub.read(ownSessions, 'nobody').open).toEqual({})
})

test('[SE9] fifty ended sessions leave only empty buckets, and no timers', async () => {
  const { open, hub, clock, restart } = await openSessions()
  const tokens = Array.from({ length: 50 }, (_, index) => `token ${index}`)
  for (const each of tokens) await open(each)
  for (const each of tokens.slice(0, 25)) await hub.execute('sign-in', 'session.close', { key: tokenHash(each) })
  clock.pass(sessionLengthMs)
  await hub.settled()
  await hub.close()
  const again = (await restart()).hub
  for (const each of tokens) expect(again.read(sessions, bucketOf(tokenHash(each)))).toEqual({ open: {} })
  for (let bucket = 0; bucket < 64; bucket += 1) expect(again.read(timers, String(bucket)).due).toEqual({})
  expect(again.read(ownSessions, 'ann').open).toEqual({})
})

test('[V7.2.4] a new sign-in replaces the former session', async () => {
  const { open, principal, hub } = await openSessions()
  await open(token)
  await open('next', { replaces: key })
  expect([principal(token).id, principal('next').id]).toEqual([null, 'ann'])
  expect(Object.keys(hub.read(ownSessions, 'ann').open)).toEqual([publicIdOf(tokenHash('next'))])
})

test('[SE10] beyond the limit the least recently used sessions are removed', async () => {
  const { open, use, principal, clock, hub } = await openSessions()
  await open('first')
  for (let index = 1; index < mostSessions; index += 1) await open(`token ${index}`)
  clock.pass(60_000)
  await use('first')
  await open('one more')
  expect(Object.keys(hub.read(ownSessions, 'ann').open)).toHaveLength(mostSessions)
  expect([principal('first').id, principal('token 1').id, principal('token 2').id, principal('one more').id]).toEqual([
    'ann',
    null,
    'ann',
    'ann',
  ])
})

describe('an elevation', () => {
  const next = 'an elevated token'

  test('[V7.2.4] gives the session another token, and the former token opens nothing', async () => {
    const { open, elevate, principal, clock } = await openSessions()
    await open(token)
    expect(await elevate(token, next, 'admin')).toMatchObject({ until: clock.now() + elevationLengthMs })
    expect(principal(token).id).toBeNull()
    expect(principal(next)).toMatchObject({
      id: 'ann',
      role: 'admin',
      session: { elevatedUntil: clock.now() + elevationLengthMs },
    })
    await expect(elevate(token, 'third', 'owner')).rejects.toThrow('has ended')
  })

  test('[SE11] ends after twelve hours, and the session continues', async () => {
    const { open, elevate, principal, clock, hub } = await openSessions()
    await open(token)
    await elevate(token, next, 'owner')
    clock.pass(elevationLengthMs - 1)
    expect(principal(next).role).toBe('owner')
    const published: string[] = []
    hub.onPublish((changes) => published.push(...changes.map(({ id }) => id)))
    clock.pass(1)
    expect(principal(next)).toMatchObject({ id: 'ann', role: 'player', session: { elevatedUntil: null } })
    await hub.settled()
    // This makes the gateway check the rights of open sockets again.
    expect(published).toContain(`sessions/${bucketOf(tokenHash(next))}`)
    expect(hub.read(sessions, bucketOf(tokenHash(next))).open[tokenHash(next)]?.elevation).toBeNull()
  })

  test('[SE12] can be ended by the user, once', async () => {
    const { open, elevate, principal, ask } = await openSessions()
    await open(token)
    await elevate(token, next, 'owner')
    expect(await ask(next, 'session.endElevation', {})).toMatchObject({ ok: true })
    expect(principal(next).role).toBe('player')
    expect(await ask(next, 'session.endElevation', {})).toMatchObject({ ok: false, code: 'notElevated' })
  })

  test('[V7.4.1] ends with the session, and the next session is not elevated', async () => {
    const { open, elevate, principal, hub } = await openSessions()
    await open(token)
    await elevate(token, next, 'owner')
    await hub.execute('sign-in', 'session.close', { key: tokenHash(next) })
    await open('later')
    expect([principal(next).id, principal('later').role]).toEqual([null, 'player'])
  })

  test('[SE13] to a lower role takes no rights away', async () => {
    const { open, elevate, principal } = await openSessions()
    await open(token, { role: 'owner', demo: true })
    await elevate(token, next, 'moderator')
    expect(principal(next).role).toBe('owner')
  })

  test('[V16.3.1] is audited, as are wrong passwords, without what was tried', async () => {
    const { open, elevate, hub, memory } = await openSessions()
    await open(token)
    const wrong = { accountId: 'ann', wanted: 'owner', address: '203.0.113.7' }
    await hub.execute('sign-in', 'session.recordWrongPassword', wrong)
    await elevate(token, next, 'owner')
    const { rows } = await memory.storage.archivePage({ kind: 'sessionAudit', before: null, limit: 9 })
    expect(rows.slice(0, 2).map(({ row }) => row)).toEqual([
      {
        act: 'session.elevate',
        by: 'ann',
        role: 'owner',
        address: '',
        session: publicIdOf(tokenHash(next)),
        agent: null,
      },
      {
        act: 'session.wrongPassword',
        by: 'ann',
        wanted: 'owner',
        address: '203.0.113.7',
        session: null,
        agent: null,
      },
    ])
  })
})

describe('[V7.5.2] users end sessions:', () => {
  const id = (of: string) => publicIdOf(tokenHash(of))

  test('[SE14] one of their own; a session of another user is answered as unknown', async () => {
    const { open, principal, ask } = await openSessions()
    await open('here')
    await open('there')
    await open('bobs', { accountId: 'bob' })
    const answers = [await ask('here', 'session.revoke', { session: id('bobs') })]
    answers.push(await ask('here', 'session.revoke', { session: '0123456789abcdef' }))
    expect(answers[0]).toMatchObject({ ok: false, code: 'gone' })
    expect(answers[1]).toEqual(answers[0])
    expect(await ask('here', 'session.revoke', { session: id('there') })).toMatchObject({ ok: true })
    expect([principal('here').id, principal('there').id, principal('bobs').id]).toEqual(['ann', null, 'bob'])
  })

  test('[V7.4.3] all others, or all', async () => {
    const { open, principal, ask } = await openSessions()
    for (const each of ['one', 'two', 'three']) await open(each)
    await open('bobs', { accountId: 'bob' })
    expect(await ask('two', 'session.closeAll', { keepThis: true })).toMatchObject({ output: { closed: 2 } })
    expect(['one', 'two', 'three', 'bobs'].map((each) => principal(each).id)).toEqual([null, 'ann', null, 'bob'])
    expect(await ask('two', 'session.closeAll', { keepThis: false })).toMatchObject({ output: { closed: 1 } })
    expect([principal('two').id, principal('bobs').id]).toEqual([null, 'bob'])
  })

  test('[V7.4.3] and their tokens too, if requested', async () => {
    const { open, ask, hub, clock } = await openSessions()
    await open('here')
    const request = { label: 'Bot', permissions: ['look'], endsAt: clock.now() + 3_600_000 }
    for (const name of ['one', 'two']) await ask('here', 'tokens.make', { ...request, hash: tokenHash(name) })
    expect(await ask('here', 'session.closeAll', { keepThis: true })).toMatchObject({
      output: { closed: 0, revoked: 0 },
    })
    expect(Object.keys(hub.read(tokens, 'ann').tokens)).toHaveLength(2)
    const both = { keepThis: true, tokens: true }
    expect(await ask('here', 'session.closeAll', both)).toMatchObject({ output: { closed: 0, revoked: 2 } })
    expect(hub.read(tokens, 'ann').tokens).toEqual({})
  })

  test('[SE15] but not with a token', async () => {
    const { open, ask, askAs } = await openSessions()
    await open('here')
    const program = { ...person('ann'), session: null }
    for (const [name, input] of [
      ['session.revoke', { session: id('here') }],
      ['session.closeAll', { keepThis: false }],
      ['session.endElevation', {}],
      ['session.viewAs', { role: null }],
    ] as const)
      expect(await askAs(program, name, input)).toMatchObject({ ok: false, code: 'notASession' })
    expect(await ask('unknown', 'session.closeAll', { keepThis: false })).toMatchObject({ code: 'forbidden' })
  })
})
