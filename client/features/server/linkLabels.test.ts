import { expect, test } from 'vitest'
import { ServerStatus } from '../../../shared/features/server/server.ts'
import { timeOf } from '../../ui/durations.ts'
import { figureOf, hubWarning, linkWarning, serverHeadline } from './linkLabels.ts'

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

test('[LW4] a link that is up warns as soon as the last reading is stale, and as danger once the server counts as down', () => {
  expect(linkWarning(status({ name: 'up' }, { readAt: now - 30_000 }), null, now)).toBeNull()
  expect(linkWarning(status({ name: 'up' }, { readAt: now - 61_000 }), null, now)).toMatchObject({
    tone: 'warn',
    title: 'No word from the game for 1 min.',
  })
  expect(
    linkWarning(status({ name: 'up' }, { readAt: now - 180_000, link: { name: 'up', since: 1 } }), null, now),
  ).toEqual({
    tone: 'danger',
    title: 'No word from the game for 3 min.',
    text: `It answers nothing that can be read. Last reading from ${timeOf(now - 180_000)}.`,
  })
})

test('[NG7] a game that was signed in to and from which nothing legible came is warned of after one reading interval', () => {
  const since = (ms: number) => linkWarning(status({ name: 'up', since: now - ms }, { readAt: null }), null, now)
  expect(since(10_000)).toBeNull()
  expect(since(42_000)).toEqual({
    tone: 'warn',
    title: 'Connected for 42 s.',
    text: 'The game has sent nothing legible yet.',
  })
  expect(since(180_000)).toMatchObject({ tone: 'danger', title: 'No word from the game for 3 min.' })
})

test('[LW5] without an answer of the hub nothing is called online, and the time of the data is shown', () => {
  const states = ['online', 'stale', 'unread', 'silent', 'connecting', 'refused', 'down', 'none'] as const
  expect(states.map((state) => serverHeadline(state, now, true))).not.toContain('Online')
  expect(hubWarning(now - 12_000, now)).toEqual({
    tone: 'danger',
    title: 'The hub is silent for 12 s.',
    text: `What you see is from ${timeOf(now - 12_000)}.`,
  })
})

test('[NG8] only a fresh reading is called online; a stale one shows since when, and unknown figures are a dash', () => {
  const shown = (state: Parameters<typeof serverHeadline>[0]) => serverHeadline(state, now, false)
  expect(shown('online')).toBe('Online')
  expect(shown('stale')).toBe(`Stale since ${timeOf(now)}`)
  expect([shown('silent'), shown('down')]).toEqual(['OFFLINE', 'OFFLINE'])
  expect([figureOf(null), figureOf(0)]).toEqual(['–', '0'])
})
