import { describe, expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { raisedLengthMs } from '../../../shared/features/session/session.ts'
import { openSessions } from './testing/openSessions.ts'

const token = 'only the browser knows'

describe('whoever views the site as a role', () => {
  test.each(['admin', 'moderator', 'player'] as const)(
    '[SE16] sees what a %s sees and changes nothing',
    async (role) => {
      const { open, ask, principal } = await openSessions()
      await open(token, { role: 'owner', demo: true })
      expect(await ask(token, 'session.viewAs', { role })).toMatchObject({ ok: true })
      expect(principal(token)).toMatchObject({ id: 'ann', role, session: { viewing: role } })
      for (const name of ['session.lower', 'session.closeAll', 'session.revoke', 'account.unlink'])
        expect(await ask(token, name, {})).toMatchObject({ ok: false, code: 'readOnly' })
      expect(await ask(token, 'session.viewAs', { role: null })).toMatchObject({ ok: true })
      expect(principal(token)).toMatchObject({ role: 'owner', session: { viewing: null } })
    },
  )

  test('[V8.2.1] is somebody who may manage admins, and nobody else', async () => {
    const { open, ask, principal } = await openSessions()
    for (const role of ['admin', 'moderator', 'player'] as const satisfies readonly Role[]) {
      await open(`of ${role}`, { role, demo: true })
      expect(await ask(`of ${role}`, 'session.viewAs', { role: 'player' })).toMatchObject({ code: 'notAllowed' })
      expect(principal(`of ${role}`).role).toBe(role)
    }
  })

  test('[V16.3.2] is written down when the view changes, and when it does not, nothing is', async () => {
    const { open, ask, memory } = await openSessions()
    await open(token, { role: 'owner', demo: true })
    await open('of bob', { accountId: 'bob' })
    for (const role of [null, 'admin', 'admin', null, null]) await ask(token, 'session.viewAs', { role })
    expect(await ask('of bob', 'session.viewAs', { role: null })).toMatchObject({ ok: true })
    const { lines } = await memory.storage.readArchive('audit', 'viewAs', { before: null, limit: 9 })
    expect(lines.map(({ line }) => line.role)).toEqual([null, 'admin'])
  })

  test('[V8.3.2] sees it no longer than the right to lasts', async () => {
    const { open, raise, ask, principal, clock, hub } = await openSessions()
    await open(token)
    await raise(token, 'raised', 'owner')
    await ask('raised', 'session.viewAs', { role: 'admin' })
    expect(principal('raised')).toMatchObject({ role: 'admin', session: { viewing: 'admin' } })
    clock.pass(raisedLengthMs)
    expect(principal('raised')).toMatchObject({ role: 'player', session: { viewing: null } })
    await hub.settled()
    expect(principal('raised')).toMatchObject({ role: 'player', session: { viewing: null } })
  })
})
