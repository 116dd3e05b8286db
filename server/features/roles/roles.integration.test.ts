import { afterEach, describe, expect, test } from 'vitest'
import { endSessions, setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { openReauthorize } from './testing/openReauthorize.ts'

const principalOf = (client: TestClient) => client.hellos.at(-1)?.principal
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('[V8.3.2] a permission that is taken is gone on open connections too', () => {
  let testApp: TestApp
  afterEach(() => testApp.close())

  /** Ann is an admin with the permission for the owner panel, and watches what a player may not. */
  async function start() {
    testApp = await openTestApp()
    const olga = await testApp.visitAs({ account: 'olga', role: 'owner' })
    const ann = await testApp.visitAs({ account: 'ann' })
    const give = async (permission: string, state: string) =>
      expect(await olga.command(setPermission.name, { account: 'ann', permission, state })).toMatchObject({ ok: true })
    const giveRole = async (role: string) =>
      expect(await olga.command(setRole.name, { account: 'ann', role })).toMatchObject({ ok: true })
    await giveRole('admin')
    await give('ownerPanel', 'given')
    await ann.until(() => ann.hellos.at(-1)?.may.includes('ownerPanel') ?? false)
    expect((await ann.watch('roster/main', 'positions/main')).refused).toEqual([])
    await ann.until(() => ann.copies.has('roster/main') && ann.frames.length > 0)
    return { olga, ann, give, giveRole }
  }

  test('documents and positions are dropped, and no more of them is sent', async () => {
    const { olga, ann, giveRole } = await start()
    await olga.watch('roster/main', 'positions/main')
    await giveRole('player')
    await ann.until(() => ['roster/main', 'positions/main'].every((id) => ann.dropped.includes(id as never)))
    expect(principalOf(ann)).toMatchObject({ id: 'ann', role: 'player' })
    const [frames, downs, ofOlga] = [ann.frames.length, ann.downs.length, olga.frames.length]
    await olga.until(() => olga.frames.length > ofOlga + 2)
    expect([ann.frames.length, ann.downs.length]).toEqual([frames, downs])
    expect((await ann.watch('roster/main', 'positions/main')).refused).toEqual(['roster/main', 'positions/main'])
  })

  test('commands and queries are refused, after the loss of a role or of a single permission', async () => {
    const { ann, give, giveRole } = await start()
    const command = () => ann.command('mapImage.clearCalibration', { server: 'main' })
    const query = () => ann.query('replay.span', { server: 'main' })
    expect(await command()).toMatchObject({ code: 'none' })
    expect(await query()).toMatchObject({ ok: true })
    await give('ownerPanel', 'taken')
    expect(await command()).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await query()).toMatchObject({ ok: true })
    await giveRole('moderator')
    expect(await query()).toMatchObject({ ok: false, code: 'forbidden' })
    await give('viewAllPositions', 'given')
    expect(await query()).toMatchObject({ ok: true })
  })

  test('[V8.2.1] and cannot be given by the user over the wire', async () => {
    const { ann } = await start()
    for (const account of ['ann', 'olga'])
      expect(await ann.command(setRole.name, { account, role: 'owner' })).toMatchObject({ code: 'forbidden' })
    expect((await ann.watch('staff/all', 'sessions/00', 'identities/00')).refused).toHaveLength(3)
  })
})

describe('[V8.3.2] a hundred sockets, of which some fail, lose a permission in one flush', () => {
  let open: Awaited<ReturnType<typeof openReauthorize>>
  afterEach(() => open.close())

  test('sockets whose principal cannot be determined are closed, and dead ones delay no other', async () => {
    open = await openReauthorize(100)
    const { clients, gateway, faults } = open
    const [failing, dead, deaf] = [clients.slice(0, 8), clients.slice(8, 16), clients.slice(16, 24)]
    const well = clients.slice(24)
    expect([gateway.watched('staff/all'), gateway.watched('positions/main')]).toEqual([100, 100])
    open.failPrincipals(8)
    for (const { webSocket } of deaf) webSocket.pause()
    for (const { webSocket } of dead) webSocket.terminate()

    const taken = await open.take()
    expect(taken).toMatchObject({ ok: true })
    await turn()
    expect([gateway.watched('staff/all'), gateway.watched('positions/main')]).toEqual([0, 0])
    await open.publishMore()

    for (const { webSocket } of deaf) webSocket.resume()
    for (const client of [...well, ...deaf]) {
      await client.until(() => client.of('hello').length === 2)
      await client.watch('profileOfNobody/x')
      const dropped = client.changes().flatMap((change) => (change.type === 'dropped' ? [change.id] : []))
      expect(dropped.sort()).toEqual(['positions/main', 'staff/all'])
      expect(JSON.stringify(client.received)).not.toContain(open.laterAccount)
      expect(client.frames().map(String)).not.toContain(String(open.laterFrame))
    }
    for (const client of failing) {
      await client.closed
      expect(JSON.stringify(client.received)).not.toContain(open.laterAccount)
    }
    expect(faults.length).toBeGreaterThanOrEqual(8)
  })
})

test('[V7.4.5] a manager of admins ends all sessions of a user of lower rank at once, and of no other user', async () => {
  const testApp = await openTestApp()
  const olga = await testApp.visitAs({ account: 'olga', role: 'owner' })
  const [one, other] = [await testApp.visitAs({ account: 'ann' }), await testApp.visitAs({ account: 'ann' })]
  const bob = await testApp.visitAs({ account: 'bob' })
  await one.watch('account/ann')
  expect(await bob.command(endSessions.name, { account: 'ann' })).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await olga.command(endSessions.name, { account: 'olga' })).toMatchObject({ ok: false, code: 'yourself' })
  expect(await olga.command(endSessions.name, { account: 'nobody' })).toMatchObject({ ok: false, code: 'gone' })
  expect(await olga.command(endSessions.name, { account: 'ann' })).toMatchObject({ ok: true, output: { closed: 2 } })
  for (const client of [one, other]) await client.until(() => principalOf(client) === null)
  expect(one.dropped).toContain('account/ann')
  expect(await (await one.get('/api/player/me')).json()).toMatchObject({ code: 'signIn' })
  expect(principalOf(bob)).toMatchObject({ id: 'bob' })
  await testApp.close()
})
