import { expect, test } from 'vitest'
import { publicIdOf } from '../../../shared/features/session/session.ts'
import { sessionKey } from './sessionKey.ts'
import { openSessions } from './testing/openSessions.ts'

const token = 'only the browser knows'

test('[SE20] who comes in, is lent rights, tries a wrong password or ends sessions stands in the audit, with from where', async () => {
  const { hub, ask, raise, memory } = await openSessions()
  const address = '203.0.113.9'
  const open = (shown: string) =>
    hub.order('sign-in', 'session.open', {
      ...{ key: sessionKey(shown), accountId: 'ann', role: 'player', demo: false, address },
    })
  await open(token)
  await open('another')
  await hub.order('sign-in', 'session.noteWrongPassword', { accountId: 'ann', wanted: 'admin', address })
  await raise(token, 'raised', 'admin')
  await ask('raised', 'session.revoke', { session: publicIdOf(sessionKey('another')) })
  await ask('raised', 'session.closeAll', { keepThis: true })
  await hub.order('sign-in', 'session.close', { key: sessionKey('raised') })
  await hub.order('sign-in', 'session.close', { key: sessionKey('raised') })
  const lines = await Promise.all(
    ['sessions', 'raise'].map((list) => memory.storage.readArchive('audit', list, { before: null, limit: 99 })),
  )
  const told = lines.flatMap((page) => page.lines).sort((one, other) => one.seq - other.seq)
  expect(told.map(({ line }) => [line.act, line.by, line.address]).slice(-7)).toEqual([
    ['session.open', 'ann', address],
    ['session.open', 'ann', address],
    ['session.wrongPassword', 'ann', address],
    ['session.raise', 'ann', address],
    // By a person who asks: from where they ask, which no test of rules knows.
    ['session.revoke', 'ann', null],
    ['session.closeAll', 'ann', null],
    ['session.close', 'ann', address],
  ])
})
