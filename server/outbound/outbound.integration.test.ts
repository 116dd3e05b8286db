// One file because all of it runs on one hub with one receiver.
import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { eraseMe } from '../../shared/features/erasure/commands.ts'
import * as commands from '../../shared/features/notifications/commands.ts'
import { postSettings, setPosted, testPost } from '../../shared/features/notifications/posts.ts'
import {
  pushKeys,
  pushOutbox,
  pushOwners,
  pushSetup,
  pushSubscriptions,
  subscribePush,
} from '../../shared/features/notifications/push.ts'
import { notificationSettings } from '../../shared/features/notifications/settings.ts'
import { type Context, implement } from '../engine/rule.ts'
import { accountFeature } from '../features/account/feature.ts'
import { erasureFeature } from '../features/erasure/feature.ts'
import { configuredNotifications } from '../features/notifications/feature.ts'
import { notify, notifyEveryone } from '../features/notifications/notify.ts'
import { startPostWorker } from '../features/notifications/posts.ts'
import { startPushWorker } from '../features/notifications/pushWorker.ts'
import { profileFeature } from '../features/profile/feature.ts'
import { rightsFeature } from '../features/rights/rights.ts'
import { sessionFeature } from '../features/session/feature.ts'
import { settingsFeature } from '../features/settings/feature.ts'
import { tokensFeature } from '../features/tokens/feature.ts'
import { ensureAccount } from '../testing/accounts.ts'
import { openApp } from '../testing/openApp.ts'
import { inSession, person } from '../testing/principals.ts'
import { createGuardedPost, isPublicAddress, retryAfterMs } from './guardedRequest.ts'
import { claimsOf, createBrowserKeys, openPostReceiver } from './testing/postReceiver.ts'
import { createWebhooks } from './webhooks.ts'
import { createWebPush } from './webPush.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hosts = ['push.test', '*.push.test']
const secret = 'a secret of some length'

async function openNotified() {
  const receiver = await openPostReceiver()
  let rule: (context: Context) => void = () => {}
  const act = implement({ ...commands.sendNotifications, name: 'sample.act' }, (context) => {
    rule(context as never)
    return {}
  })
  const app = await openApp([
    accountFeature,
    rightsFeature([]),
    profileFeature,
    tokensFeature,
    sessionFeature,
    settingsFeature([]),
    configuredNotifications({ pushHosts: hosts, channels: ['discord', 'webhook'] }),
    erasureFeature,
    { name: 'sample', documents: [], commands: [act], queries: [] },
  ])
  const { hub, clock, dispatch } = app
  const faults: unknown[] = []
  const base = { hub, clock, onFault: (_: string, error: unknown) => void faults.push(error) }
  const { post } = receiver
  const workers = [
    startPushWorker({ ...base, push: createWebPush({ post, clock, hosts, contact: 'mailto:owner@hub.test' }) }),
    startPostWorker({
      ...base,
      posts: createWebhooks({
        post,
        clock,
        discord: 'https://discord.test/api/webhooks/1/abc',
        webhook: { url: 'https://owner.test/hook', secret },
        hub: 'https://hub.test',
        community: () => 'My Discord community',
      }),
    }),
  ]
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop()
    await receiver.close()
  })
  for (const account of ['ann', 'bob']) await ensureAccount(hub, clock.now(), { account })
  const ask = (who: string, name: string, input: unknown) => dispatch(inSession(person(who)), name, input)
  const subscribe = (who: string, endpoint: string, keys: object) =>
    ask(who, subscribePush.name, { endpoint, keys, device: 'Firefox on Windows' })
  const sentTo = (path: string) => receiver.received.filter((one) => one.path === path)
  return {
    ...app,
    ...receiver,
    faults,
    ask,
    subscribe,
    sentTo,
    /** Resolves when this many were posted to the path. */
    arrived: (path: string, count: number) => expect.poll(() => sentTo(path).length).toBe(count),
    /** Resolves when no message is under way. */
    reported: (who: string) =>
      expect.poll(() => Object.values(hub.read(notificationSettings, who).devices).map(({ sentAt }) => sentAt)),
    async inRule(does: (context: Context) => void) {
      rule = does
      await hub.execute('test', 'sample.act', { to: [], notification: { type: 'sale', title: '', message: '' } })
    },
    /** The keys are made after the hub has opened. */
    ready: () => expect.poll(() => hub.read(pushSetup).publicKey).not.toBeNull(),
  }
}

const gift = (to: string, amount: number) =>
  ({
    to,
    type: 'giftReceived',
    title: 'A gift',
    message: `{other} sent you ${amount}.`,
    other: 'bob',
    link: '/ledger',
  }) as const

test('[NF30] a message is encrypted for the browser alone, signed with the keys of the hub, and says what happened', async () => {
  const { hub, clock, subscribe, inRule, arrived, sentTo, reported, ready } = await openNotified()
  await ready()
  const { p256dh, auth, read } = createBrowserKeys()
  expect(await subscribe('ann', 'https://push.test/ann', { p256dh, auth })).toMatchObject({ ok: true })
  await inRule((context) => void notify(context, gift('ann', 200)))
  clock.pass(5 * secondMs)
  await arrived('/ann', 1)
  const [one] = sentTo('/ann')
  expect(read(one?.body ?? Buffer.alloc(0))).toEqual({
    title: 'A gift',
    body: 'bob sent you 200.',
    tag: 'giftReceived',
    link: '/ledger',
  })
  expect(() => createBrowserKeys().read(one?.body ?? Buffer.alloc(0))).toThrow()
  const { publicKey, privateKey } = hub.read(pushKeys)
  expect(one?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(claimsOf(one?.headers.authorization, publicKey ?? '')).toMatchObject({
    aud: 'https://push.test',
    sub: 'mailto:owner@hub.test',
  })
  expect(hub.read(pushSetup).publicKey).toBe(publicKey)
  expect(JSON.stringify(hub.read(pushSetup))).not.toContain(privateKey)
  await reported('ann').toEqual([clock.now()])
})

test('[NF31] several of a kind become one message, and what is critical does not wait, even in quiet hours', async () => {
  const { clock, subscribe, inRule, arrived, sentTo, reported, ready, ask } = await openNotified()
  await ready()
  const { p256dh, auth, read } = createBrowserKeys()
  await subscribe('ann', 'https://push.test/ann', { p256dh, auth })
  const texts = () => sentTo('/ann').map(({ body }) => (read(body) as { title: string }).title)
  await inRule((context) => {
    notify(context, gift('ann', 1))
    notify(context, gift('ann', 2))
  })
  clock.pass(5 * secondMs)
  await arrived('/ann', 1)
  await reported('ann').toEqual([clock.now()])
  for (let amount = 3; amount < 6; amount += 1) await inRule((context) => void notify(context, gift('ann', amount)))
  clock.pass(minuteMs)
  await inRule((context) => void notify(context, { to: 'ann', type: 'ban', title: 'You were banned', message: 'Spam' }))
  await arrived('/ann', 2)
  await reported('ann').toEqual([clock.now()])
  clock.pass(4 * minuteMs)
  await arrived('/ann', 3)
  expect(texts()).toEqual(['2 gifts arrived', 'You were banned', '3 gifts arrived'])
  await reported('ann').toEqual([clock.now()])
  // Quiet from an hour ago, for two hours.
  const minute = new Date(clock.now()).getUTCHours() * 60
  const [from, to] = [(minute + 1_380) % 1_440, (minute + 120) % 1_440]
  expect(await ask('ann', commands.setQuietHours.name, { isOn: true, from, to, zone: 'UTC' })).toMatchObject({
    ok: true,
  })
  clock.pass(6 * minuteMs)
  await inRule((context) => {
    notify(context, gift('ann', 7))
    notify(context, { to: 'ann', type: 'teleportRequest', title: 'Teleport?', message: 'No' })
    notify(context, { to: 'ann', type: 'ban', title: 'Banned again', message: 'Spam' })
  })
  await arrived('/ann', 4)
  await reported('ann').toEqual([clock.now()])
  clock.pass(2 * 60 * minuteMs)
  await arrived('/ann', 5)
  expect(texts().slice(3)).toEqual(['Banned again', 'A gift'])
})

test('[NF32] a subscription that has ended is removed; a service that is busy is asked again when it says', async () => {
  const { hub, clock, subscribe, inRule, arrived, answer, reported, ready } = await openNotified()
  await ready()
  const { p256dh, auth } = createBrowserKeys()
  await subscribe('ann', 'https://push.test/gone', { p256dh, auth })
  await subscribe('ann', 'https://push.test/busy', { p256dh, auth })
  answer(({ path }) =>
    path === '/gone'
      ? { status: 410 }
      : { status: 429, headers: { 'retry-after': '120', location: 'https://push.test/else' } },
  )
  await inRule((context) => void notify(context, gift('ann', 1)))
  clock.pass(5 * secondMs)
  await arrived('/busy', 1)
  await expect.poll(() => Object.keys(hub.read(pushSubscriptions, 'ann').devices)).toHaveLength(1)
  answer(() => ({ status: 201 }))
  clock.pass(120 * secondMs - 1)
  await hub.settled()
  await arrived('/busy', 1)
  clock.pass(1)
  await arrived('/busy', 2)
  await reported('ann').toEqual([clock.now()])
  await arrived('/gone', 1)
})

test('[NF2318] a subscription whose service refuses every message ends after ten of them within a week or more; one message that it takes begins the count again', async () => {
  const { hub, clock, subscribe, inRule, arrived, answer, ready, faults } = await openNotified()
  await ready()
  const { p256dh, auth } = createBrowserKeys()
  for (const path of ['bad', 'large', 'fine']) await subscribe('ann', `https://push.test/${path}`, { p256dh, auth })
  const left = () => Object.values(hub.read(pushSubscriptions, 'ann').devices).map(({ endpoint }) => endpoint.slice(-4))
  let [taken, sent] = [0, 0]
  answer(({ path }) => ({ status: path === '/fine' ? 201 : path === '/large' ? 413 : taken > 0 ? 201 : 405 }))
  const send = async (times: number, pauseMs: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      clock.pass(pauseMs)
      await inRule((context) => void notify(context, gift('ann', nth)))
      clock.pass(5 * secondMs)
      sent += 1
      await arrived('/fine', sent)
      await expect
        .poll(() => Object.values(hub.read(notificationSettings, 'ann').devices).at(-1)?.sentAt)
        .toBe(clock.now())
    }
  }
  const dayMs = 86_400_000
  await send(11, dayMs / 2)
  expect(left()).toHaveLength(3)
  taken = 1
  await send(1, dayMs)
  taken = 0
  await send(9, dayMs)
  expect(left()).toHaveLength(3)
  await send(1, dayMs)
  expect(left()).toEqual(['arge', 'fine'])
  await send(1, dayMs)
  await arrived('/bad', 22)
  expect(String(faults.at(0))).toContain('push.test answered 405')
})

test('[NF2800] no subscription ends because the keys, the clock or the contact of the hub are wrong, however long they are', async () => {
  const { hub, clock, subscribe, inRule, arrived, answer, ready, faults } = await openNotified()
  await ready()
  const { p256dh, auth } = createBrowserKeys()
  for (const status of [400, 401, 403]) await subscribe('ann', `https://push.test/${status}`, { p256dh, auth })
  await subscribe('ann', 'https://push.test/fine', { p256dh, auth })
  answer(({ path }) => ({ status: path === '/fine' ? 201 : Number(path.slice(1)) }))
  const reported = () => Object.values(hub.read(notificationSettings, 'ann').devices).at(-1)?.sentAt
  for (let sent = 1; sent <= 12; sent += 1) {
    clock.pass(86_400_000)
    await inRule((context) => void notify(context, gift('ann', sent)))
    clock.pass(5 * secondMs)
    await arrived('/fine', sent)
    await expect.poll(reported).toBe(clock.now())
  }
  await arrived('/403', 12)
  expect(Object.keys(hub.read(pushSubscriptions, 'ann').devices)).toHaveLength(4)
  expect(String(faults.at(0))).toContain('push.test answered 400')
})

test('[NF2801] a message that the hub cannot sign ends no subscription; keys of a browser that are not a point on the curve end theirs', async () => {
  const { p256dh, auth } = createBrowserKeys()
  const post = () => Promise.reject(new Error('not sent'))
  const options = { post, clock: { now: () => 0 }, hosts, contact: 'mailto:owner@hub.test' }
  const { makeKeys, send } = createWebPush(options)
  const message = { title: 'A gift', body: '', tag: 'gift', link: null }
  const keys = { publicKey: 'A'.repeat(87), privateKey: 'A'.repeat(43) }
  const device = { endpoint: 'https://push.test/a', p256dh, auth, session: null, refusals: null }
  expect(await send(device, keys, message, 60, false)).toMatchObject({ is: 'refused' })
  expect(await send({ ...device, p256dh: 'B'.repeat(87) }, makeKeys(), message, 60, false)).toEqual({ is: 'gone' })
})

test('[NF33] nothing is sent to a host that is not listed, another port, or a listed name that resolves to a private address', async () => {
  const { subscribe, inRule, names, received, faults, clock, ready, answer } = await openNotified()
  await ready()
  const { p256dh, auth } = createBrowserKeys()
  const keys = { p256dh, auth }
  for (const [endpoint, code] of [
    ['http://push.test/a', 'badEndpoint'],
    ['https://push.test:8443/a', 'badEndpoint'],
    ['https://me:me@push.test/a', 'badEndpoint'],
    ['file:///etc/passwd', 'badEndpoint'],
    ['not an address', 'badEndpoint'],
    ['https://127.0.0.1/a', 'otherHost'],
    ['https://[::1]/a', 'otherHost'],
    ['https://169.254.169.254/latest', 'otherHost'],
    ['https://push.test.evil.example/a', 'otherHost'],
    ['https://notpush.test/a', 'otherHost'],
  ] as const)
    expect(await subscribe('ann', endpoint, keys), endpoint).toMatchObject({ ok: false, code })
  expect(await subscribe('ann', 'https://push.test/a', { p256dh: 'x', auth })).toMatchObject({ code: 'badInput' })
  names.set('inner.push.test', '10.0.0.7')
  expect(await subscribe('ann', 'https://inner.push.test/a', keys)).toMatchObject({ ok: true })
  await inRule((context) => void notify(context, gift('ann', 1)))
  clock.pass(5 * secondMs)
  await expect
    .poll(() => faults.map(String))
    .toEqual([expect.stringContaining('inner.push.test: the address is in a private network')])
  expect(received).toEqual([])
  // A redirect is an answer, and not followed.
  names.delete('inner.push.test')
  answer(() => ({ status: 302, headers: { location: 'http://127.0.0.1/' } }))
  clock.pass(5 * minuteMs)
  await inRule((context) => void notify(context, gift('ann', 2)))
  await expect.poll(() => received.length).toBe(1)
  await expect.poll(() => faults.map(String).at(1)).toContain('answered 302')
})

test('[NF34] a browser gets the messages of the account that subscribed it last, and none of an erased one', async () => {
  const { hub, subscribe, inRule, ask, ready } = await openNotified()
  await ready()
  const { p256dh, auth } = createBrowserKeys()
  const devicesOf = (who: string) => Object.keys(hub.read(notificationSettings, who).devices)
  await subscribe('ann', 'https://push.test/shared', { p256dh, auth })
  await inRule((context) => void notify(context, gift('ann', 1)))
  await subscribe('bob', 'https://push.test/shared', { p256dh, auth })
  expect([devicesOf('ann').length, devicesOf('bob').length]).toEqual([0, 1])
  const waiting = () =>
    Array.from({ length: 16 }, (_, at) => Object.values(hub.read(pushOutbox, String(at)).waiting)).flat()
  expect(waiting()).toEqual([])
  await inRule((context) => void notify(context, gift('bob', 1)))
  expect(waiting()).toHaveLength(1)
  expect(await ask('bob', eraseMe.name, { confirm: 'bob' })).toMatchObject({ ok: true })
  const [id = ''] = devicesOf('bob')
  expect([waiting(), devicesOf('bob'), hub.read(pushOwners, id.slice(0, 1)).accounts]).toEqual([[], [], {}])
})

test('[NF35] what is for everyone is posted in the format of Discord and as a signed body, kind by kind', async () => {
  const { hub, clock, dispatch, inRule, arrived, sentTo, answer } = await openNotified()
  answer(({ host }) => (host === 'discord.test' ? { status: 204 } : { status: 200 }))
  const event = {
    type: 'eventAnnounced',
    title: 'Moonlight Hunt',
    message: 'Tonight. @everyone',
    link: '/events',
  } as const
  await inRule((context) => {
    notify(context, gift('ann', 1))
    notifyEveryone(context, event)
  })
  await arrived('/api/webhooks/1/abc', 1)
  await arrived('/hook', 1)
  const [post] = sentTo('/api/webhooks/1/abc')
  expect(JSON.parse(String(post?.body))).toEqual({
    username: 'My  community',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: 'Moonlight Hunt',
        description: 'Tonight. @everyone',
        url: 'https://hub.test/events',
        timestamp: new Date(clock.now()).toISOString(),
      },
    ],
  })
  const [hook] = sentTo('/hook')
  const signature = createHmac('sha256', secret).update(`${hook?.headers['x-waterhole-timestamp']}.${hook?.body}`)
  expect(hook?.headers['x-waterhole-signature']).toBe(`sha256=${signature.digest('hex')}`)
  expect(JSON.parse(String(hook?.body))).toMatchObject({ type: 'eventAnnounced', link: 'https://hub.test/events' })
  await expect
    .poll(() => hub.read(postSettings).last)
    .toMatchObject({ discord: { problem: null }, webhook: { problem: null } })
  const owner = person('olga', 'owner')
  expect(await dispatch(person('ann'), setPosted.name, { type: 'eventAnnounced', isOn: false })).toMatchObject({
    code: 'forbidden',
  })
  expect(await dispatch(owner, setPosted.name, { type: 'ban', isOn: true })).toMatchObject({ code: 'notPublic' })
  expect(await dispatch(owner, setPosted.name, { type: 'eventAnnounced', isOn: false })).toMatchObject({ ok: true })
  await inRule((context) => {
    notifyEveryone(context, event)
    notifyEveryone(context, { type: 'seasonEnded', title: 'Season over', message: 'Look who won.' })
  })
  await arrived('/hook', 2)
  expect(JSON.parse(String(sentTo('/hook')[1]?.body))).toMatchObject({ type: 'seasonEnded' })
})

test('[NF38] what is for everyone is pushed to all who have a device and want that kind', async () => {
  const { clock, subscribe, inRule, arrived, sentTo, ready, ask, hub } = await openNotified()
  await ready()
  const { p256dh, auth, read } = createBrowserKeys()
  for (const who of ['ann', 'bob']) await subscribe(who, `https://push.test/${who}`, { p256dh, auth })
  const off = { type: 'seasonEnded', page: true, browser: true, push: false }
  expect(await ask('bob', commands.setNotificationKind.name, off)).toMatchObject({ ok: true })
  await inRule((context) => void notifyEveryone(context, { type: 'seasonEnded', title: 'Season over', message: '1' }))
  clock.pass(1)
  // In the outbox of those who want it, by a command of its own.
  const waiting = () =>
    Array.from({ length: 16 }, (_, at) => Object.values(hub.read(pushOutbox, String(at)).waiting)).flat()
  await expect.poll(() => waiting().map(({ to }) => to)).toEqual(['ann'])
  clock.pass(10 * secondMs)
  await arrived('/ann', 1)
  expect(read(sentTo('/ann')[0]?.body ?? Buffer.alloc(0))).toMatchObject({ title: 'Season over', tag: 'seasonEnded' })
  expect(sentTo('/bob')).toEqual([])
})

test('[NF36] a channel that is busy gets its posts later, in order, and one whose webhook is gone says so', async () => {
  const { hub, clock, inRule, arrived, sentTo, answer } = await openNotified()
  answer(({ path }) => (path === '/hook' ? { status: 503 } : { status: 404 }))
  await inRule((context) => void notifyEveryone(context, { type: 'seasonEnded', title: 'One', message: '1' }))
  await arrived('/hook', 1)
  await expect
    .poll(() => hub.read(postSettings).last)
    .toMatchObject({
      discord: { problem: 'The webhook was deleted. Make a new one, set its address in .env, and restart the hub.' },
      webhook: { problem: 'It answered with 503. The hub will try again.' },
    })
  answer(() => ({ status: 200 }))
  clock.pass(1)
  await inRule((context) => void notifyEveryone(context, { type: 'seasonEnded', title: 'Two', message: '2' }))
  await arrived('/api/webhooks/1/abc', 2)
  expect(sentTo('/hook')).toHaveLength(1)
  clock.pass(30 * secondMs)
  await arrived('/hook', 3)
  expect(sentTo('/hook').map(({ body }) => JSON.parse(String(body)).title)).toEqual(['One', 'One', 'Two'])
})

test('[NF2707] a webhook that answered with a fault, or asked to wait, is not said to be out of reach', async () => {
  const { hub, clock, dispatch, answer } = await openNotified()
  const problem = () => hub.read(postSettings).last.webhook?.problem
  const answers = [
    [{ status: 500 }, 'It answered with 500. The hub will try again.'],
    [{ status: 429 }, 'It takes no more posts for now. The hub will try again.'],
  ] as const
  for (const [one, text] of answers) {
    answer(() => one)
    clock.pass(1)
    expect(await dispatch(person('olga', 'owner'), testPost.name, {})).toMatchObject({ ok: true })
    await expect.poll(problem).toBe(text)
  }
})

test('[NF39] a test post is sent at once, with what waits before it, so that its outcome is seen without a wait', async () => {
  const { hub, clock, dispatch, inRule, arrived, sentTo, answer } = await openNotified()
  answer(() => ({ status: 503 }))
  await inRule((context) => void notifyEveryone(context, { type: 'seasonEnded', title: 'One', message: '1' }))
  await arrived('/hook', 1)
  await expect.poll(() => hub.read(postSettings).last.webhook?.problem).toContain('The hub will try again.')
  answer(() => ({ status: 200 }))
  clock.pass(1)
  expect(await dispatch(person('olga', 'owner'), testPost.name, {})).toMatchObject({ ok: true })
  await arrived('/hook', 3)
  expect(sentTo('/hook').map(({ body }) => JSON.parse(String(body)).title)).toEqual(['One', 'One', 'A test'])
  await expect.poll(() => hub.read(postSettings).last.webhook).toMatchObject({ problem: null })
})

test('[NF37] no webhook leads into a private network, by its address or its name, unless the owner allows it', async () => {
  const { port, close } = await openPostReceiver()
  onTestFinished(close)
  const lookup = async (name: string) => [
    { address: '93.184.215.14', family: 4 },
    ...(name === 'inner.test' ? [{ address: '192.168.1.1', family: 4 }] : []),
  ]
  const hook = (url: string, allowsPrivate: boolean) =>
    createWebhooks({
      post: createGuardedPost({ allowsPrivate, lookup }),
      clock: { now: () => 0 },
      discord: null,
      webhook: { url, secret },
      hub: null,
      community: () => '',
    }).send('webhook', { id: 'p', type: 'seasonEnded', title: 'T', message: 'M', link: null, at: 0 })
  const refused = { is: 'refused', why: expect.stringContaining('WEBHOOK_PRIVATE_NETWORKS=1') }
  for (const host of ['127.0.0.1', '[::1]', '10.1.2.3', '[::ffff:127.0.0.1]', '0x7f.1', 'inner.test'])
    expect(await hook(`http://${host}:${port}/`, false), host).toEqual(refused)
  expect(await hook(`http://127.0.0.1:${port}/`, true)).toEqual({ is: 'sent' })
  for (const [address, isPublic] of [
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['::', false],
    ['no address', false],
  ] as const)
    expect(isPublicAddress(address), address).toBe(isPublic)
  const after = (value: string) => retryAfterMs({ headers: { 'retry-after': value } }, 1_000)
  expect([after('2.5'), after(new Date(61_000).toUTCString()), after('soon'), after('')]).toEqual([
    2_500,
    60_000,
    null,
    null,
  ])
})
