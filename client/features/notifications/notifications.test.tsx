// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/notifications/commands.ts'
import type { NotificationType } from '../../../shared/features/notifications/kinds.ts'
import {
  type Notification,
  notifications,
  sharedNotifications,
} from '../../../shared/features/notifications/notifications.ts'
import { notificationSettings } from '../../../shared/features/notifications/settings.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { given, renderScreen, screenNow } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { Bell } from './Bell.tsx'
import { NotificationsScreen } from './NotificationsScreen.tsx'

const me = 'ann'
const hello = {
  principal: { id: me, name: 'Ann', role: 'player' as const, session: null },
  may: [...permissionsOf.player],
}
const minuteMs = 60_000

const entry = (id: string, agoMs: number, more: Partial<Notification> = {}) => ({
  id,
  type: 'giftReceived' as NotificationType,
  title: 'A gift for you',
  message: '{other} sent you 200 Void Pearls.',
  other: 'bob',
  timestamp: screenNow - agoMs,
  createdAt: screenNow - agoMs,
  ...more,
})
const inbox = (...entries: readonly ReturnType<typeof entry>[]) =>
  given(notifications, me, { entries: Object.fromEntries(entries.map((one) => [one.id, one])) })
const others = [
  given(sharedNotifications, '', {}),
  given(account, me, { createdAt: 1 }),
  given(profile, 'bob', { name: 'Bob' }),
  given(profile, 'gone', {}),
]
const bell = (name: string) => screen.getByRole('button', { name })
const rows = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('[NF80] the bell counts what is unread, and its list shows the latest with their age and marks them read', async () => {
  const { sent } = renderScreen(<Bell />, {
    hello,
    documents: [
      inbox(
        entry('n1', 30_000),
        entry('n2', 5 * minuteMs, { other: 'gone' }),
        entry('n3', 3 * 60 * minuteMs, { title: 'Sold', message: 'Troodon was sold.', other: null, readAt: 1 }),
        entry('n4', 48 * 60 * minuteMs, { dismissed: true }),
      ),
      ...others,
    ],
  })
  fireEvent.click(bell('Notifications, 2 unread'))
  expect(rows('Latest notifications')).toEqual([
    expect.stringMatching(/New: A gift for you.*Bob sent you 200 Void Pearls\.Just now/),
    expect.stringMatching(/Another player sent you 200 Void Pearls\.5 min ago/),
    expect.stringMatching(/^Sold.*3 h ago/),
  ])
  expect(sent).toMatchObject([{ name: commands.markNotificationsRead.name, input: { ids: ['n1', 'n2'] } }])
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss Sold' }))
  expect(sent).toMatchObject([{}, { name: commands.dismissNotifications.name, input: { ids: ['n3'] } }])
  await sent[1]?.answer({ ok: true, output: { dismissed: 1 }, seq: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss all' }))
  expect(sent.at(2)).toMatchObject({ name: commands.dismissAllNotifications.name, input: { upTo: screenNow - 30_000 } })
})

test('[NF2385] a user who dismisses one after another by keyboard stays in the list: the focus moves on at once, and no answer is waited for', async () => {
  const titled = (id: string, title: string) => entry(id, Number(id.slice(1)) * minuteMs, { title, other: null })
  const { sent, change } = renderScreen(<Bell />, {
    hello,
    documents: [inbox(titled('n1', 'One'), titled('n2', 'Two'), titled('n3', 'Three')), ...others],
  })
  fireEvent.click(bell('Notifications, 3 unread'))
  const button = (title: string) => screen.getByRole('button', { name: `Dismiss ${title}` })
  const dismiss = (title: string) => {
    button(title).focus()
    fireEvent.click(button(title))
  }
  dismiss('Two')
  expect(document.activeElement).toBe(button('Three'))
  expect((button('Two') as HTMLButtonElement).disabled).toBe(true)
  dismiss('Three')
  expect(document.activeElement).toBe(button('One'))
  expect(sent.slice(1)).toMatchObject([{ input: { ids: ['n2'] } }, { input: { ids: ['n3'] } }])
  change(inbox(titled('n1', 'One')))
  expect(document.activeElement).toBe(button('One'))
})

test('[NF81] what arrives while the page is open is shown at once, including later counts of one notification; what was there is not', async () => {
  const { change } = renderScreen(
    <>
      <Bell />
      <Toasts />
    </>,
    { hello, documents: [inbox(entry('n1', minuteMs, { message: 'Old.' })), ...others] },
  )
  expect(screen.queryByText('Old.')).toBeNull()
  change(inbox(entry('n1', minuteMs, { message: 'Old.' }), entry('n2', 0)))
  expect(await screen.findByText('Bob sent you 200 Void Pearls.')).toBeDefined()
  expect(bell('Notifications, 2 unread')).toBeDefined()
  change(inbox(entry('n1', 0, { message: 'Again.', count: 2 }), entry('n2', 0)))
  expect(await screen.findByText('Again.')).toBeDefined()
  // Dismissed on another device: the count follows, and nothing is shown again.
  change(inbox(entry('n1', 0, { dismissed: true }), entry('n2', 0, { readAt: screenNow })))
  await waitFor(() => expect(bell('Notifications')).toBeDefined())
})

test('[NF1000] a page that was away does not say that an event begins which began long ago; the bell counts it', async () => {
  const { change } = renderScreen(
    <>
      <Bell />
      <Toasts />
    </>,
    { hello, documents: [inbox(), ...others] },
  )
  const begins = (id: string, agoMs: number, message: string) =>
    entry(id, agoMs, { type: 'eventAnnounced', message, other: null, details: { isUrgent: true } })
  change(
    inbox(
      begins('n1', 60 * minuteMs, 'The hunt begins now!'),
      entry('n2', 61 * minuteMs, { type: 'eventReminder', message: 'The hunt begins in 15 minutes.', other: null }),
      entry('n3', 62 * minuteMs, { message: 'A gift arrived.', other: null }),
      begins('n4', 1_000, 'The hill begins now!'),
    ),
  )
  expect(await screen.findByText('The hill begins now!')).toBeDefined()
  expect(screen.getByText('A gift arrived.')).toBeDefined()
  expect(screen.queryByText(/^The hunt/)).toBeNull()
  expect(bell('Notifications, 4 unread')).toBeDefined()
})

test('[NF1002] a kind for everyone that the user has switched off is neither shown nor counted; switched on again it is in the list', () => {
  const shared = (...entries: readonly ReturnType<typeof entry>[]) =>
    given(sharedNotifications, '', { entries: Object.fromEntries(entries.map((one) => [one.id, one])) })
  const began = entry('s1', minuteMs, { type: 'eventAnnounced', message: 'A hunt was moved.', other: null })
  const season = entry('s2', 0, { type: 'seasonEnded', message: 'A season ended.', other: null })
  const off = { page: false, browser: true, push: true }
  const { change } = renderScreen(
    <>
      <Bell />
      <Toasts />
    </>,
    { hello, documents: [inbox(), ...others, given(notificationSettings, me, { kinds: { eventAnnounced: off } })] },
  )
  change(shared(began, season))
  expect(screen.getByText('A season ended.')).toBeDefined()
  expect(bell('Notifications, 1 unread')).toBeDefined()
  change(given(notificationSettings, me, {}))
  expect(bell('Notifications, 2 unread')).toBeDefined()
  expect(screen.queryByText('A hunt was moved.')).toBeNull()
})

test('[NF82] the page filters by days, admin code, action and status, and the address keeps the filters', () => {
  const update = {
    type: 'challengesUpdated' as const,
    title: 'Daily Challenges Updated!',
    message: 'New.',
    other: null,
  }
  const { address } = renderScreen(<NotificationsScreen />, {
    hello,
    path: '/notifications?status=read',
    documents: [
      inbox(
        entry('n1', minuteMs),
        entry('n2', 2 * minuteMs, { readAt: 1, title: 'Read' }),
        entry('n3', 3 * 24 * 60 * minuteMs, { ...update, details: { adminCode: 'OLGA-7' } }),
      ),
      ...others,
    ],
  })
  expect(rows('Notifications')).toEqual([expect.stringMatching(/^Read/)])
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(rows('Notifications')).toHaveLength(3)
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Admin code', 'olga')
  expect(rows('Notifications')).toEqual([expect.stringMatching(/Daily Challenges Updated!/)])
  type('Admin code', 'nope')
  expect(screen.getByText('No notifications match your filters.')).toBeDefined()
  type('Admin code', '')
  type('Start date', '2026-11-20')
  expect(rows('Notifications')).toHaveLength(2)
  type('Action', 'challengesUpdated')
  expect(screen.getByText('No notifications match your filters.')).toBeDefined()
  type('Start date', '')
  type('End date', '2026-11-19')
  expect(rows('Notifications')).toHaveLength(1)
  expect(address()).toBe('/notifications?action=challengesUpdated&to=2026-11-19')
})

test('[NF401] the page marks what it shows as read, and keeps it in the list of unread ones as long as it is open', async () => {
  const read = { readAt: screenNow }
  const { sent, change } = renderScreen(<NotificationsScreen />, {
    hello,
    path: '/notifications?status=unread&action=giftReceived',
    documents: [
      inbox(entry('n1', 0), entry('n2', 1, { type: 'sale', title: 'Sold' }), entry('n3', 2, read)),
      ...others,
    ],
  })
  expect(rows('Notifications')).toEqual([expect.stringMatching(/^New: A gift/)])
  expect(sent).toMatchObject([{ name: commands.markNotificationsRead.name, input: { ids: ['n1'] } }])
  change(inbox(entry('n1', 0, read), entry('n2', 1, { type: 'sale', title: 'Sold' }), entry('n3', 2, read)))
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  expect(rows('Notifications')).toEqual([expect.stringMatching(/^New: A gift/)])
  expect(sent).toHaveLength(1)
})

test('[NF83] each kind is switched in the page, the browser and push; bans stay on, and quiet hours are set', () => {
  const { sent } = renderScreen(<NotificationsScreen />, {
    hello,
    path: '/notifications?tab=settings',
    documents: [
      given(notificationSettings, me, { kinds: { sale: { page: false, browser: true, push: true } } }),
      inbox(),
      ...others,
    ],
  })
  const kind = (name: string) => within(screen.getByRole('group', { name }))
  fireEvent.click(kind('Gifts').getByRole('button', { name: 'Push' }))
  expect(sent).toMatchObject([
    {
      name: commands.setNotificationKind.name,
      input: { type: 'giftReceived', page: true, browser: true, push: false },
    },
  ])
  expect((kind('Market').getByRole('button', { name: 'Browser' }) as HTMLButtonElement).disabled).toBe(true)
  expect((kind('Bans').getByRole('button', { name: 'This page' }) as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '23:30' } })
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Berlin' } })
  fireEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }))
  expect(sent.at(1)).toMatchObject({
    name: commands.setQuietHours.name,
    input: { isOn: true, from: 23 * 60 + 30, to: 7 * 60, zone: 'Europe/Berlin' },
  })
})

test('[NF1200] the kind that is about a place also says that it is about events that are moved, cancelled or missed', () => {
  renderScreen(<NotificationsScreen />, {
    hello,
    path: '/notifications?tab=settings',
    documents: [given(notificationSettings, me, {}), inbox(), ...others],
  })
  expect(screen.getByRole('group', { name: 'Event changes' })).toBeDefined()
  expect(screen.getByText('You got or lost a place at an event, or it was moved, cancelled or missed.')).toBeDefined()
})

test('[NF400] what is typed into quiet hours stays when they change on another device; saving says so, keeps its button, and is not typed any more', async () => {
  const on = (hours: object) =>
    given(notificationSettings, me, { quietHours: { isOn: true, zone: 'UTC', from: 60, to: 120, ...hours } })
  const { sent, change } = renderScreen(<NotificationsScreen />, {
    hello,
    path: '/notifications?tab=settings',
    documents: [on({}), inbox(), ...others],
  })
  const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
  fireEvent.change(field('From'), { target: { value: '23:30' } })
  change(on({ from: 90, to: 180 }))
  await waitFor(() => expect(field('To').value).toBe('03:00'))
  expect(field('From').value).toBe('23:30')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toMatchObject([{ input: { isOn: true, from: 23 * 60 + 30, to: 180, zone: 'UTC' } }])
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  expect(screen.getByText('Saved.').getAttribute('role')).toBe('status')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
  change(on({ from: 0, to: 180 }))
  await waitFor(() => expect(field('From').value).toBe('00:00'))
})

test('[NF107] a toast has the title of its notification, unless its message says it already', async () => {
  const { change } = renderScreen(
    <>
      <Bell />
      <Toasts />
    </>,
    { hello, documents: [inbox(), ...others] },
  )
  const earned = { title: 'Achievement: Pack animal', message: 'Make a friend.', other: null }
  change(inbox(entry('n1', 0, earned)))
  expect(await screen.findByText('Achievement: Pack animal')).toBeDefined()
  expect(screen.getByText('Make a friend.')).toBeDefined()
  change(inbox(entry('n1', 0, earned), entry('n2', 0, { title: 'Sold', message: 'Troodon was sold.', other: null })))
  expect(await screen.findByText('Troodon was sold.')).toBeDefined()
  expect(screen.queryByText('Sold')).toBeNull()
})
