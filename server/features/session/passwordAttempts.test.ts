import { expect, test } from 'vitest'
import { openSessions } from './testing/openSessions.ts'

test('[ED50] an attempt at a password that turns out right is taken back, and no other; others count for a minute', async () => {
  const { hub, clock } = await openSessions()
  const begin = async (accountId: string, address: string) => {
    const begun = hub.execute('sign-in', 'session.beginPasswordAttempt', { accountId, address })
    return begun.then((output) => (output as { attempt: string }).attempt).catch((error) => error.code as string)
  }
  const attempts = []
  for (let time = 0; time < 5; time += 1) attempts.push(await begin('ann', `192.0.2.${time}`))
  expect(await begin('ann', '192.0.2.9')).toBe('tooMany')
  await hub.execute('sign-in', 'session.withdrawPasswordAttempt', { attempt: 'another' })
  expect(await begin('ann', '192.0.2.9')).toBe('tooMany')
  await hub.execute('sign-in', 'session.withdrawPasswordAttempt', { attempt: attempts[2] ?? '' })
  expect(await begin('ann', '2001:db8::1')).not.toBe('tooMany')
  for (const name of ['bob', 'cyd', 'dee', 'eve']) expect(await begin(name, '2001:db8::2')).not.toBe('tooMany')
  expect(await begin('fay', '2001:db8::3')).toBe('tooMany')
  clock.pass(60_000)
  expect(await begin('ann', '2001:db8::1')).not.toBe('tooMany')
})
