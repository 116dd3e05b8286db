import { expect, test } from 'vitest'
import { ServerStatus } from '../../../shared/features/server/server.ts'
import { timeOf } from '../../ui/durations.ts'
import { hubWarning, linkWarning, staleHeadline } from './linkLabels.ts'

const now = 1_800_000_000_000
const status = (link: object, more: object = {}) =>
  ServerStatus.parse({ link: { since: now - 42_000, ...link }, readAt: now - 45_000, ...more })

test('[LW1] a link that is down says for how long, from when the last positions are, and why', () => {
  const warning = linkWarning(status({ name: 'down', why: 'the game closed the connection' }), now - 44_000, now)
  expect(warning).toEqual({
    tone: 'danger',
    title: 'Link down for 42 s.',
    words: `Last positions from ${timeOf(now - 44_000)}. The game closed the connection.`,
  })
})

test('[LW2] who holds no positions is told of the last reading', () => {
  expect(linkWarning(status({ name: 'down' }), null, now)?.words).toBe(`Last reading from ${timeOf(now - 45_000)}.`)
  expect(linkWarning(status({ name: 'down' }, { readAt: null }), null, now)?.words).toBe('Nothing was read yet.')
})

test('[LW3] a refused password is called that, and says who can mend it', () => {
  expect(linkWarning(status({ name: 'refused' }), null, now)).toMatchObject({ title: 'Password refused.' })
})

test('[LW4] a link that is up warns only when the game has been silent', () => {
  expect(linkWarning(status({ name: 'up' }), null, now)).toBeNull()
  expect(linkWarning(status({ name: 'up' }, { readAt: now - 61_000 }), null, now)?.title).toBe(
    'No word from the game for 1 min.',
  )
})

test('[LW5] when the hub itself is silent nothing is called online, and it is said from when things are', () => {
  expect(Object.values(staleHeadline)).not.toContain('Online')
  expect(hubWarning(now - 12_000, now)).toEqual({
    tone: 'danger',
    title: 'The hub is silent for 12 s.',
    words: `What you see is from ${timeOf(now - 12_000)}.`,
  })
})
