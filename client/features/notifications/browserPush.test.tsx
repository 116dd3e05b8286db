// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { notifications, sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import { postSettings, setPosted, testPost } from '../../../shared/features/notifications/posts.ts'
import { pushSetup, subscribePush, unsubscribePush } from '../../../shared/features/notifications/push.ts'
import { notificationSettings } from '../../../shared/features/notifications/settings.ts'
import { given, renderScreen, screenNow } from '../../testing/renderScreen.tsx'
import { Bell } from './Bell.tsx'
import { deviceId, subscribeBrowser } from './browserPush.ts'
import { NotificationSettings } from './NotificationSettings.tsx'
import { deviceName } from './PushPart.tsx'

afterEach(() => vi.unstubAllGlobals())

const worker = readFileSync(join(import.meta.dirname, '../../public/push.js'), 'utf8')

/** Runs the service worker over a browser that the test gives. */
function openWorker(
  pages: readonly { visibilityState: string; focus?: () => void; navigate?: (to: string) => void }[],
) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: unknown[] = []
  const opened: string[] = []
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: async (to: string) => opened.push(to) },
    registration: { showNotification: async (title: string, options: object) => shown.push({ title, ...options }) },
  }
  new Function('self', worker)(self)
  const emit = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(name)?.({ ...event, waitUntil: (until: Promise<unknown>) => (work = until) })
    await work
  }
  return { emit, shown, opened, push: (message: unknown) => emit('push', { data: { json: () => message } }) }
}

test('[NF84] a pushed message is shown unless a page is in view, and leads within this site alone', async () => {
  const { push, shown, emit, opened } = openWorker([{ visibilityState: 'hidden' }])
  await push({ title: 'Sold', body: 'You got 5.', tag: 'sale', link: '/market' })
  for (const link of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:1', 7])
    await push({ title: 'T', body: '', tag: 't', link })
  await push(null)
  expect(shown).toMatchObject([
    { title: 'Sold', body: 'You got 5.', tag: 'sale', data: { link: '/market' } },
    ...Array.from({ length: 5 }, () => ({ data: { link: '/notifications' } })),
    { title: 'Waterhole', data: { link: '/notifications' } },
  ])
  const seen = openWorker([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }])
  await seen.push({ title: 'Sold' })
  expect(seen.shown).toEqual([])
  const closed = openWorker([])
  await closed.emit('notificationclick', { notification: { close: () => {}, data: { link: '/market' } } })
  expect(closed.opened).toEqual(['/market'])
  const went: string[] = []
  const open = openWorker([{ visibilityState: 'hidden', focus: () => {}, navigate: (to) => void went.push(to) }])
  await open.emit('notificationclick', { notification: { close: () => {}, data: { link: '/events' } } })
  expect([went, open.opened]).toEqual([['/events'], []])
  expect(opened).toEqual([])
  await emit('activate', {}).catch(() => {})
})

/** A browser with push, which asks its user once. */
function stubBrowser(answer: NotificationPermission) {
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc'
  let subscription: object | null = null
  const asked: string[] = []
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      asked.push(applicationServerKey)
      const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
      subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => (subscription = null) }
      return subscription
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => answer })
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Firefox/140 (Windows)', serviceWorker })
  return { endpoint, asked, isSubscribed: () => subscription !== null }
}

const me = 'ann'
const hello = {
  principal: { id: me, name: 'Ann', role: 'player' as const, session: null },
  may: [...permissionsOf.player],
}
const open = (settings: object, more: object = {}) =>
  renderScreen(<NotificationSettings account={me} />, {
    hello,
    documents: [
      given(notificationSettings, me, settings),
      given(pushSetup, '', { publicKey: 'the-key' }),
      given(postSettings, '', { last: { discord: { at: screenNow, problem: 'The webhook was deleted.' } } }),
    ],
    ...more,
  })

test('[NF85] push is turned on in this browser by a press, with the key of the hub, and off again', async () => {
  const { endpoint, asked, isSubscribed } = stubBrowser('granted')
  const { sent, change } = open({})
  expect(asked).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(asked).toEqual(['the-key'])
  expect(sent).toMatchObject([{ name: subscribePush.name, input: { endpoint, device: 'Firefox on Windows' } }])
  expect(subscribePush.input.safeParse(sent[0]?.input).success).toBe(true)
  const id = await deviceId(endpoint)
  await sent[0]?.answer({ ok: true, output: { id }, seq: 1 })
  change(given(notificationSettings, me, { devices: { [id]: { device: 'Firefox on Windows', addedAt: screenNow } } }))
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off in this browser' }))
  await waitFor(() => expect(sent.at(1)).toMatchObject({ name: unsubscribePush.name, input: { id } }))
  await sent[1]?.answer({ ok: true, output: {}, seq: 2 })
  await waitFor(() => expect(isSubscribed()).toBe(false))
})

test("[NF402] a subscription of someone who used this browser before ends for the next user; the user's own stays", async () => {
  const { endpoint, isSubscribed } = stubBrowser('granted')
  await subscribeBrowser('the-key')
  const own = { [await deviceId(endpoint)]: { device: 'Firefox on Windows', addedAt: screenNow } }
  const documents = (settings: object) => [
    given(notificationSettings, me, settings),
    given(notifications, me, {}),
    given(sharedNotifications, '', {}),
    given(account, me, { createdAt: 1 }),
  ]
  const mine = renderScreen(<Bell />, { hello, documents: documents({ devices: own }) })
  await mine.settle()
  // As long as the page takes to tell whose it is.
  for (let turn = 0; turn < 3; turn += 1) await deviceId(endpoint)
  expect(isSubscribed()).toBe(true)
  mine.unmount()
  const { change } = renderScreen(<Bell />, { hello, documents: documents({}) })
  await expect.poll(isSubscribed).toBe(false)
  // One that is made later is not among the devices at once.
  await subscribeBrowser('the-key')
  change(given(notificationSettings, me, { quietHours: { isOn: true } }))
  for (let turn = 0; turn < 3; turn += 1) await deviceId(endpoint)
  expect(isSubscribed()).toBe(true)
})

test('[NF86] a browser that does not allow it says so, and nothing is sent; a hub that refuses leaves no subscription', async () => {
  stubBrowser('denied')
  const { sent } = open({})
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }))
  expect(await screen.findByText(/blocks notifications from this site/)).toBeDefined()
  expect(sent).toEqual([])
})

test('[NF87] other devices are listed and removed; owners choose what is posted, and see how that went', async () => {
  const device = { device: 'Chrome on Android', addedAt: screenNow, sentAt: screenNow }
  const { sent } = open(
    { devices: { d1: device } },
    { hello: { ...hello, principal: { ...hello.principal, role: 'owner' }, may: [...permissionsOf.owner] } },
  )
  expect(await screen.findByText(/This browser can't show them here/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Remove Chrome on Android' }))
  expect(sent).toMatchObject([{ name: unsubscribePush.name, input: { id: 'd1' } }])
  expect(screen.getByText(/The webhook was deleted\./).textContent).toBe('Discord, just now: The webhook was deleted.')
  fireEvent.click(screen.getByRole('button', { name: 'Seasons' }))
  fireEvent.click(screen.getByRole('button', { name: 'Post a test' }))
  expect(sent.slice(1)).toMatchObject([
    { name: setPosted.name, input: { type: 'seasonEnded', isOn: false } },
    { name: testPost.name },
  ])
  expect(deviceName('curl/8')).toBe('A browser')
})
