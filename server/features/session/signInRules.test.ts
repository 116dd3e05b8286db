import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { enter, keepSignInSecret } from '../../../shared/features/session/commands.ts'
import { sessions } from '../../../shared/features/session/session.ts'
import { signInSecret } from '../../../shared/features/session/signIns.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest } from '../../testing/people.ts'
import { accountFeature } from '../account/feature.ts'
import { sessionFeature } from './feature.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const identity = {
  ...{ provider: 'discord', discordId: '900000000000000001', username: 'ann', displayName: 'Ann', discriminator: '0' },
  ...{ avatar: '', verified: false, locale: 'en-US', premium_type: 0, fullUsername: 'ann' },
}

async function open() {
  const clock = createTestClock()
  const { storage } = createMemoryStorage()
  const hub = await createHub({ storage, clock, features: [accountFeature, sessionFeature], onFault() {} })
  const end = (attempt: string | null, token: string) =>
    hub.order('sign-in', enter.name, {
      ...{ identity, newAccount: null, key: hashOf(token), role: 'player', demo: false },
      attempt: attempt && hashOf(attempt),
    })
  const isOpen = (token: string) => hashOf(token) in hub.read(sessions, hashOf(token).slice(0, 2)).open
  return { clock, hub, end, isOpen }
}

test('[SI64] [V10.2.1] one sign-in opens one session, to however many nodes its address is brought', async () => {
  const { clock, end, isOpen } = await open()
  await end('state', 'first')
  await expect(end('state', 'second')).rejects.toMatchObject({ code: 'used' })
  clock.pass(10 * 60_000)
  await expect(end('state', 'second')).rejects.toMatchObject({ code: 'used' })
  expect([isOpen('first'), isOpen('second')]).toEqual([true, false])
  await end('other', 'second')
  await end(null, 'third')
  await end(null, 'fourth')
  expect(['second', 'third', 'fourth'].map(isOpen)).toEqual([true, true, true])
})

test('[SI65] of two nodes that make a secret the first one’s stays, and nobody is told it', async () => {
  const { hub } = await open()
  const [first, second] = [hashOf('a'), hashOf('b')]
  await hub.order('sign-in', keepSignInSecret.name, { secret: first })
  await hub.order('sign-in', keepSignInSecret.name, { secret: second })
  expect(hub.read(signInSecret).secret).toBe(first)
  expect(hub.mayRead(guest, 'signInSecret/')).toBe(false)
})
