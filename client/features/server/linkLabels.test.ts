import { expect, test } from 'vitest'
import { ServerStatus } from '../../../shared/features/server/server.ts'
import type { ConnectionState } from '../../connection/connectionState.ts'
import { timeOf } from '../../ui/durations.ts'
import { healthOf } from './health.ts'
import { figureOf, healthAnnouncement, healthLabel, healthNotice, serverHeadline } from './linkLabels.ts'

const now = 1_800_000_000_000
const live: ConnectionState = { name: 'live', since: now - 100_000 }
const status = (link: object, more: object = {}) =>
  ServerStatus.parse({ link: { since: now - 42_000, ...link }, readAt: now - 45_000, ...more })

const noticeOf = (read: ServerStatus, positionsAt: number | null = null, connection = live, isStaff = true) =>
  healthNotice(healthOf(connection, read, now), { positionsAt, readAt: read.readAt }, now, isStaff)

const labelOf = (read: ServerStatus | null, connection = live) => healthLabel(healthOf(connection, read, now), now)

test('[LW1] a link that is down shows since when, the time of the last positions, and why', () => {
  expect(noticeOf(status({ name: 'down', why: 'the game closed the connection' }), now - 44_000)).toEqual({
    tone: 'danger',
    title: 'Game link down for 42 s.',
    text: `Last positions from ${timeOf(now - 44_000)}. The game closed the connection.`,
  })
})

test('[LW2] without positions the time of the last reading is shown', () => {
  expect(noticeOf(status({ name: 'down' }))?.text).toBe(`Last reading from ${timeOf(now - 45_000)}.`)
  expect(noticeOf(status({ name: 'down' }, { readAt: null }))?.text).toBe('No data yet.')
})

test('[RWA1] a player reads that the game link is down and how old the data is, and not what is wrong with the link', () => {
  for (const name of ['down', 'refused'] as const) {
    const read = status({ name, why: 'nothing listens at that address' })
    expect(noticeOf(read, null, live, false)).toEqual({
      tone: 'danger',
      title: 'Game link down for 42 s.',
      text: `Last reading from ${timeOf(now - 45_000)}.`,
    })
  }
})

test('[LW3] a refused password is named, with who can correct it', () => {
  expect(noticeOf(status({ name: 'refused' }))?.text).toMatch(/^The game server refused the RCON password\. An owner/)
})

test('[LW4] a link that is up warns as soon as the last reading is stale, and as danger once the server counts as down', () => {
  expect(noticeOf(status({ name: 'up' }, { readAt: now - 30_000 }))).toBeNull()
  expect(noticeOf(status({ name: 'up' }, { readAt: now - 61_000 }))).toMatchObject({
    tone: 'warn',
    title: 'Data is 1 min old.',
  })
  expect(noticeOf(status({}, { readAt: now - 180_000, link: { name: 'up', since: 1 } }))).toEqual({
    tone: 'danger',
    title: 'Game link down for 3 min.',
    text: `It's connected, but not answering. Last reading from ${timeOf(now - 180_000)}.`,
  })
})

test('[NG7] a game that was signed in to and from which nothing legible came is warned of after one reading interval', () => {
  const since = (ms: number) => noticeOf(status({ name: 'up', since: now - ms }, { readAt: null }))
  expect(since(10_000)).toBeNull()
  expect(since(42_000)).toEqual({ tone: 'warn', title: 'Connected for 42 s.', text: 'No data from the game yet.' })
  expect(since(180_000)).toMatchObject({ tone: 'danger', title: 'Game link down for 3 min.' })
})

test('[LW5] without an answer of the hub nothing is called online, and the time of the data is shown', () => {
  const states = ['online', 'stale', 'unread', 'silent', 'connecting', 'refused', 'down', 'none'] as const
  expect(states.map((state) => serverHeadline(state, now, true))).not.toContain('Online')
  expect(noticeOf(status({ name: 'up' }), null, { name: 'stale', since: now - 12_000 })).toEqual({
    tone: 'danger',
    title: "Can't reach the hub. Retrying…",
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

test.each([
  ['connecting', 'Connecting…', ''],
  ['reconnecting', 'Reconnecting…', '7 s'],
  ['stale', "Can't reach the hub", `since ${timeOf(now - 7_000)}`],
  ['reload', 'New version', ''],
] as const)(
  '[CS4] while the hub is %s the health sign says "%s", whatever the game link was',
  (name, label, detail) => {
    const connection = { name, since: now - 7_000 }
    for (const read of [null, status({ name: 'up' }), status({ name: 'down' }), status({ name: 'refused' })])
      expect(labelOf(read, connection)).toEqual({ name: label, detail })
  },
)

test('[FQ1] the health sign says Live only while hub and game link are up and the data is fresh', () => {
  const names = [
    status({ name: 'up' }, { readAt: now - 5_000 }),
    status({ name: 'up' }, { readAt: now - 42_000 }),
    status({ name: 'up' }, { readAt: now - 180_000, link: { name: 'up', since: 1 } }),
    status({ name: 'up' }, { readAt: null }),
    status({ name: 'down' }),
    status({ name: 'connecting' }),
    status({ name: 'refused' }),
    status({ name: 'none' }),
    null,
  ].map((read) => labelOf(read).name)
  expect(names).toEqual([
    'Live',
    'Data 42 s old',
    'Game link down',
    'No data yet',
    'Game link down',
    'Game link down',
    'Game link down',
    'No game link',
    'Connecting…',
  ])
})

test('[FQ2] a screen reader hears of the hub first, then of the link, then of old data', () => {
  const down = status({ name: 'down' })
  expect(healthAnnouncement(healthOf({ name: 'stale', since: now }, down, now))).toMatch(/^Can't reach the hub/)
  expect(healthAnnouncement(healthOf(live, down, now))).toBe('The game link is down.')
  expect(healthAnnouncement(healthOf(live, status({ name: 'up' }), now))).toMatch(/^The game server is not answering/)
})

test('[FQ2082] before the hub has said anything of its link, and while it connects for the first time, nothing is called down', () => {
  const begun = ServerStatus.parse({})
  const connecting = (ms: number) => status({ name: 'connecting', since: now - ms }, { readAt: null })
  for (const read of [begun, connecting(0), connecting(10_000)]) {
    expect(labelOf(read)).toEqual({ name: 'Connecting…', detail: '' })
    expect(noticeOf(read)).toBeNull()
  }
  expect(labelOf(connecting(10_001)).name).toBe('Game link down')
  expect(labelOf(status({ name: 'none' })).name).toBe('No game link')
})
