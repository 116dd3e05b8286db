import { expect, test } from 'vitest'
import { ServerStatus } from '../../../shared/features/server/server.ts'
import { timeOf } from '../../ui/durations.ts'
import { hubWarning, linkWarning, staleHeadline } from './linkLabels.ts'

const now = 1_800_000_000_000
const status = (link: object, more: object = {}) =>
  ServerStatus.parse({ link: { since: now - 42_000, ...link }, readAt: now - 45_000, ...more })

test('[LW1] a link that is down shows since when, the time of the last positions, and why', () => {
  const warning = linkWarning(status({ name: 'down', why: 'the game closed the connection' }), now - 44_000, now)
  expect(warning).toEqual({
    tone: 'danger',
    title: 'Link down for 42 s.',
    text: `Last positions from ${timeOf(now - 44_000)}. The game closed the connection.`,
  })
})

test('[LW2] without positions the time of the last reading is shown', () => {
  expect(linkWarning(status({ name: 'down' }), null, now)?.text).toBe(`Last reading from ${timeOf(now - 45_000)}.`)
  expect(linkWarning(status({ name: 'down' }, { readAt: null }), null, now)?.text).toBe('Nothing was read yet.')
})

test('[LW3] a refused password is named, with who can correct it', () => {
  expect(linkWarning(status({ name: 'refused' }), null, now)).toMatchObject({ title: 'Password refused.' })
})

test('[LW4] a link that is up warns only after silence of the game', () => {
  expect(linkWarning(status({ name: 'up' }), null, now)).toBeNull()
  expect(linkWarning(status({ name: 'up' }, { readAt: now - 61_000 }), null, now)?.title).toBe(
    'No word from the game for 1 min.',
  )
})

test('[LW5] without an answer of the hub nothing is called online, and the time of the data is shown', () => {
  expect(Object.values(staleHeadline)).not.toContain('Online')
  expect(hubWarning(now - 12_000, now)).toEqual({
    tone: 'danger',
    title: 'The hub is silent for 12 s.',
    text: `What you see is from ${timeOf(now - 12_000)}.`,
  })
})
