// What goes to services outside: the workers that send it, and the times at which they may.
import { expect, test } from 'vitest'
import type { DocumentKind } from '../../../shared/engine/document.ts'
import * as commands from '../../../shared/features/notifications/commands.ts'
import { postOutbox } from '../../../shared/features/notifications/posts.ts'
import {
  type Outgoing,
  outboxBucketOf,
  pushKeys,
  pushOutbox,
  pushSubscriptions,
} from '../../../shared/features/notifications/push.ts'
import { isQuiet, notificationSettings } from '../../../shared/features/notifications/settings.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import { type Context, implement } from '../../engine/rule.ts'
import { NotWritten } from '../../engine/storage.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { openApp } from '../../testing/openApp.ts'
import { accountFeature } from '../account/feature.ts'
import { seedDocument, seedingOf } from '../erasure/testing/samples.ts'
import { profileFeature } from '../profile/feature.ts'
import { rightsFeature } from '../rights/rights.ts'
import { sessionFeature } from '../session/feature.ts'
import { settingsFeature } from '../settings/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { configuredNotifications } from './feature.ts'
import { notifyEveryone } from './notify.ts'
import { startPostWorker } from './posts.ts'
import { queuePush, reportPush } from './push.ts'
import { startPushWorker } from './pushWorker.ts'

test('[NF40] a post whose report the store cannot take is sent once, and reported once there is room', async () => {
  const announce = implement({ ...commands.sendNotifications, name: 'sample.announce' }, (context) => {
    notifyEveryone(context as unknown as Context, {
      type: 'seasonEnded',
      title: 'A season ended',
      message: 'See the lists.',
    })
    return {}
  })
  const sample = { name: 'sample', documents: [], commands: [announce], queries: [] }
  const notifications = configuredNotifications({ pushHosts: [], channels: ['discord'] })
  const others = [accountFeature, rightsFeature([]), profileFeature, tokensFeature, sessionFeature, settingsFeature([])]
  const { hub, clock, memory } = await openApp([...others, notifications, sample])
  let sent = 0
  const send = async () => {
    sent += 1
    memory.fail(new NotWritten('full', 'no room'))
    return { is: 'sent' } as const
  }
  const worker = startPostWorker({ hub, clock, posts: { send }, onFault: () => {} })
  const input = { to: [], notification: { type: 'sale', title: '', message: '' } }
  await hub.execute('test', announce.command.name, input)
  for (let second = 0; second < 20; second += 1) {
    clock.pass(1_000)
    await hub.settled()
  }
  expect([sent, Object.keys(hub.read(postOutbox).waiting).length]).toEqual([1, 1])
  memory.fail(null)
  const waiting = () => {
    clock.pass(1_000)
    return Object.keys(hub.read(postOutbox).waiting).length
  }
  await expect.poll(waiting).toBe(0)
  expect(sent).toBe(1)
  await worker.stop()
})

test('[NF41] a push whose report the store cannot take is sent once', async () => {
  const clock = createTestClock()
  const one = { to: 'ann', type: 'sale', title: 'Sold', message: '', other: null, link: null, count: 1 }
  const waiting: Record<string, object> = {
    'ann sale': { ...one, notBefore: 0, expiresAt: null, attempts: 0, sent: [] },
  }
  const documents: Readonly<Record<string, object>> = {
    [`${pushKeys.kind}/`]: { publicKey: 'a', privateKey: 'b' },
    [`${pushOutbox.kind}/${outboxBucketOf('ann')}`]: { waiting },
    [`${pushSubscriptions.kind}/ann`]: { devices: { phone: {} } },
  }
  let [sent, isFull] = [0, true]
  const reports: object[] = []
  const hub = {
    read: ({ kind }: { kind: string }, key = '') => documents[`${kind}/${key}`] ?? { waiting: {} },
    async execute(_actor: string, name: string, report: object) {
      if (isFull) throw new CommandRefused(name, 'storageFull', 'no room')
      reports.push(report)
      delete waiting['ann sale']
    },
    onPublish: () => () => {},
  }
  const send = async () => {
    sent += 1
    return { is: 'sent' } as const
  }
  const push = { makeKeys: () => ({ publicKey: '', privateKey: '' }), send }
  const worker = startPushWorker({ hub: hub as never, clock, push, onFault: () => {} })
  const turn = () => {
    clock.pass(1_000)
    return reports.length
  }
  await expect.poll(() => [turn(), sent]).toEqual([0, 1])
  for (let nth = 0; nth < 20; nth += 1) await Promise.resolve(turn())
  expect(sent).toBe(1)
  isFull = false
  await expect.poll(turn).toBeGreaterThan(0)
  await worker.stop()
})

test('[NF111] keys of Web Push that the store refuses at the first start are kept as soon as it has room', async () => {
  const clock = createTestClock()
  let keys: object = { publicKey: null, privateKey: null }
  let isFull = true
  const hub = {
    read: ({ kind }: { kind: string }) => (kind === pushKeys.kind ? keys : { waiting: {} }),
    async execute(_actor: string, name: string, made: object) {
      if (isFull) throw new CommandRefused(name, 'storageFull', 'no room')
      keys = made
    },
    onPublish: () => () => {},
  }
  const made = { publicKey: 'a', privateKey: 'b' }
  const push = { makeKeys: () => made, send: async () => ({ is: 'sent' }) as const }
  const worker = startPushWorker({ hub: hub as never, clock, push, onFault: () => {} })
  const kept = () => {
    clock.pass(1_000)
    return keys
  }
  for (let nth = 0; nth < 20; nth += 1) expect(await Promise.resolve(kept())).not.toBe(made)
  isFull = false
  await expect.poll(kept).toBe(made)
  await worker.stop()
})

test('[NF43] a post that was under way when the hub stops is reported, and so not sent again by the next one', async () => {
  const clock = createTestClock()
  const post = { id: 'p', type: 'seasonEnded', title: 'Over', message: '', link: null, at: 1, channel: 'discord' }
  const waiting = { 'p discord': { ...post, notBefore: 0, attempts: 0 } }
  const reports: object[] = []
  const hub = {
    read: ({ kind }: { kind: string }) => (kind === postOutbox.kind ? { waiting } : {}),
    execute: async (_actor: string, _name: string, report: object) => void reports.push(report),
    onPublish: () => () => {},
  }
  const arrival = Promise.withResolvers<void>()
  const send = async () => {
    await arrival.promise
    return { is: 'sent' } as const
  }
  const worker = startPostWorker({ hub: hub as never, clock, posts: { send }, onFault: () => {} })
  const stopped = worker.stop()
  arrival.resolve()
  await stopped
  expect(reports).toEqual([{ key: 'p discord', problem: null, retryAt: null }])
})

const quietHours = { isOn: true, from: 22 * 60, to: 7 * 60, zone: 'UTC' }
const at = (time: string) => Date.parse(`2026-01-10T${time}Z`)

/** What waits for the phone of ann, who has quiet hours. */
function openQueue() {
  const documents = new Map<string, object>()
  const read = ({ kind, schema }: { kind: string; schema: { parse(value: object): object } }, key: string) => {
    const id = `${kind}/${key}`
    const one = documents.get(id) ?? schema.parse({})
    documents.set(id, one)
    return one
  }
  const devices = { phone: { device: 'Phone', addedAt: 0, sentAt: null } }
  Object.assign(read(notificationSettings, 'ann'), { quietHours, devices })
  const { waiting } = read(pushOutbox, outboxBucketOf('ann')) as { waiting: Record<string, Outgoing> }
  return { waiting, contextAt: (time: string) => ({ read, edit: read, now: at(time) }) as unknown as Context }
}

test('[NF42] neither the pause after a message nor one that a service asks for ends within quiet hours', () => {
  const { contextAt, waiting } = openQueue()
  const note = { type: 'giftReceived', title: 'A gift', message: '', other: null, link: null, details: {} } as never
  const dueAt = () => waiting['ann giftReceived']?.notBefore ?? 0
  const report = { to: 'ann', type: 'giftReceived', gone: [], refused: [] }

  queuePush(contextAt('21:57:00'), 'ann', note)
  expect(dueAt()).toBe(at('21:57:05'))
  reportPush(contextAt('21:57:05') as never, { ...report, count: 1, sent: ['phone'], retryAt: null } as never)
  queuePush(contextAt('21:59:00'), 'ann', note)
  const morning = Date.parse('2026-01-11T07:00:00Z')
  expect([dueAt(), isQuiet(quietHours, dueAt())]).toEqual([morning, false])
  reportPush(contextAt('21:59:30') as never, { ...report, count: 1, sent: [], retryAt: at('22:59:30') } as never)
  expect(dueAt()).toBe(morning)
})

test('[NF1001] that an event begins is pushed at once, and not when quiet hours end or after the pause of its kind', () => {
  const { contextAt, waiting } = openQueue()
  const told = { type: 'eventAnnounced', message: '', other: null, link: null }
  const scheduled = { ...told, title: 'Scheduled', details: {} } as never
  const begins = { ...told, title: 'Begins', details: { isUrgent: true } } as never
  const one = () => waiting['ann eventAnnounced']

  queuePush(contextAt('20:00:00'), 'ann', scheduled)
  const report = { to: 'ann', type: 'eventAnnounced', gone: [], refused: [], count: 1, sent: ['phone'], retryAt: null }
  reportPush(contextAt('20:00:05') as never, report as never)
  queuePush(contextAt('20:01:00'), 'ann', begins)
  expect(one()).toMatchObject({ notBefore: at('20:01:00'), expiresAt: at('20:02:00') })
  reportPush(contextAt('20:01:00') as never, report as never)
  queuePush(contextAt('23:00:00'), 'ann', begins)
  expect(one()?.count).toBe(0)
  queuePush(contextAt('23:01:00'), 'ann', scheduled)
  expect(one()).toMatchObject({ title: 'Scheduled', count: 1, notBefore: at('07:00:00') + 86_400_000 })
})

test('[NF108] a post or a push that waits while a user whom its text names is erased is not sent, and others are', async () => {
  const steamId = '76561198000000123'
  const kinds = new Map<string, DocumentKind>([pushOutbox, postOutbox].map((kind) => [kind.kind, kind]))
  const sample = { name: 'sample', documents: [], commands: [seedingOf(kinds)], queries: [] }
  const { hub, faults } = await openApp([...allFeatures, sample])
  const put = (kind: DocumentKind, key: string, waiting: object) =>
    hub.execute('test', seedDocument.name, { kind: kind.kind, key, value: { waiting } })
  const texts = {
    named: { title: 'Hunt', message: `With ${steamId}` },
    other: { title: `alt${steamId}1`, message: '' },
  }
  const push = { to: 'ann', other: null, link: null, count: 1, notBefore: 0, expiresAt: null, attempts: 3, sent: [] }
  const titled = { title: steamId, message: '' }
  await put(pushOutbox, '3', {
    'ann sale': { ...push, type: 'sale', ...texts.named },
    'ann gift': { ...push, type: 'giftReceived', ...texts.other },
    'bob sale': { ...push, to: 'bob', type: 'sale', ...titled, count: 0 },
  })
  const post = { type: 'eventAnnounced', link: null, at: 1, channel: 'discord', notBefore: 0, attempts: 7 }
  await put(postOutbox, '', {
    one: { ...post, id: 'one', ...texts.named },
    two: { ...post, id: 'two', ...titled },
    three: { ...post, id: 'three', ...texts.other },
  })
  await hub.erase({ ids: ['cyd'], externalIds: [steamId], documents: [] })
  const { waiting } = hub.read(pushOutbox, '3')
  // The pause of Bob after a message stays, and nothing of its text.
  expect(Object.keys(waiting)).toEqual(['ann gift', 'bob sale'])
  expect(waiting['bob sale']?.title).toBe(ERASED)
  expect(Object.keys(hub.read(postOutbox).waiting)).toEqual(['three'])
  expect(faults).toEqual([])
})
