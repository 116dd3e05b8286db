import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, everyone, nobody, notPersonal } from '../../engine/document.ts'
import { bucketOf } from '../../engine/hashBuckets.ts'
import { Id } from '../../engine/ids.ts'
import { NotificationType } from './kinds.ts'
import { mostPushDevices } from './settings.ts'

/** Base64url, as browsers give the keys of a subscription. */
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/** Where messages for a browser are posted, and the keys with which they are encrypted for it. */
export const PushSubscription = z.object({
  endpoint: z.string().max(1_000),
  p256dh: z.string().max(100),
  auth: z.string().max(40),
  /** Public id of the session that subscribed it; null where an earlier release did. */
  session: z.string().nullable().default(null),
  /** How often in a row its service has refused a message for good, and since when, epoch ms; null where it took the last one. */
  refusals: z.object({ count: z.int(), since: z.number() }).nullable().default(null),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** By public id, as in the settings. The key is the account id. Anyone who has the endpoint can send to the browser, so it never leaves the server. */
export const pushSubscriptions = defineDocument({
  kind: 'pushSubscriptions',
  schema: z.object({ devices: z.record(z.string(), PushSubscription).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  exported: null,
  erased: 'cleared',
  audited: null,
})

/** The keys with which push services know this hub. Made at its first start; the private one never leaves the server. */
export const pushKeys = defineDocument({
  kind: 'pushKeys',
  schema: z.object({ publicKey: z.string().nullable().default(null), privateKey: z.string().nullable().default(null) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('has the keys of the hub'),
})

/** What a browser needs to subscribe. */
export const pushSetup = defineDocument({
  kind: 'pushSetup',
  schema: z.object({ publicKey: z.string().nullable().default(null) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('has the public key of the hub'),
})

/** A message that waits for its push services, or, with `count` 0, the pause after one. All times are epoch ms. */
export const Outgoing = z.object({
  to: z.string(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  other: z.string().nullable(),
  link: z.string().nullable(),
  /** How many notifications it stands for. */
  count: z.int().nonnegative(),
  /** Not sent before. */
  notBefore: z.number(),
  /** Not sent after; null for any time. */
  expiresAt: z.number().nullable(),
  attempts: z.int().nonnegative(),
  /** Devices that have it already. */
  sent: z.array(z.string()),
})
export type Outgoing = z.infer<typeof Outgoing>

export const outboxBuckets = 16

/** What has to be pushed, in buckets by `outboxBucketOf`: by account and type, so that several of a type become one message. */
export const pushOutbox = defineDocument({
  kind: 'pushOutbox',
  schema: z.object({ waiting: z.record(z.string(), Outgoing).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['waiting.*.title', 'waiting.*.message'],
  audited: null,
})

/** The accounts with a device, in the same buckets. */
export const pushAccounts = defineDocument({
  kind: 'pushAccounts',
  schema: z.object({ accounts: z.record(z.string(), z.literal(true)).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** Whose each device is, in buckets by the first digit of its id: a browser gets the messages of the account that subscribed it last. */
export const pushOwners = defineDocument({
  kind: 'pushOwners',
  schema: z.object({ accounts: z.record(z.string(), z.string()).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** The key of the bucket in which an account is. */
export const outboxBucketOf = (account: string): string => bucketOf(account, outboxBuckets)

/** The browser of the asking user gets messages while no page is open in it. The same endpoint again renews its keys. */
export const subscribePush = defineCommand({
  name: 'notifications.subscribePush',
  permission: 'play',
  input: z.strictObject({
    endpoint: z.string().max(1_000),
    keys: z.strictObject({ p256dh: Base64Url.length(87), auth: Base64Url.length(22) }),
    device: z.string().trim().min(1).max(120),
  }),
  output: z.object({ id: z.string() }),
  refusals: {
    badEndpoint: 'That is not the address of a push service: it must be https, on port 443.',
    otherHost: 'This hub does not send to the push service {host}. An owner can add it to PUSH_HOSTS.',
    tooMany: `You have ${mostPushDevices} devices already. Remove one first.`,
    notASession: 'Only a browser can be subscribed.',
  },
  secrets: ['endpoint', 'keys'],
})

export const unsubscribePush = defineCommand({
  name: 'notifications.unsubscribePush',
  permission: 'play',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
  refusals: {},
})

/** Keeps the first pair of keys. */
export const keepPushKeys = defineCommand({
  name: 'notifications.keepPushKeys',
  permission: 'hub',
  input: z.object({ publicKey: z.string(), privateKey: z.string() }),
  output: z.object({}),
  refusals: {},
  secrets: ['privateKey'],
})

/** What became of a message: by device, and when to try again where one was not reached. */
export const reportPush = defineCommand({
  name: 'notifications.reportPush',
  permission: 'hub',
  input: z.object({
    to: z.string(),
    type: NotificationType,
    /** How many notifications it stood for: more of them are sent in another one. */
    count: z.int(),
    sent: z.array(z.string()),
    /** Devices whose subscription has ended. */
    gone: z.array(z.string()),
    /** Devices whose service refused this message for good, and may take the next one. */
    refused: z.array(z.string()).default([]),
    /** Epoch ms; null if nothing is left to do. */
    retryAt: z.number().nullable(),
  }),
  output: z.object({}),
  refusals: {},
})

/**
 * Queues what everyone was notified of for the accounts of some buckets from this one on, and goes on with the others. It waits for timers that
 * notify users of the same in one of their own, for some minutes at most: one that this release cannot run stays.
 */
export const queueShared = defineCommand({
  name: 'notifications.queueShared',
  permission: 'hub',
  input: z.object({
    id: z.string(),
    bucket: z.int().min(0),
    after: z.array(z.string()).default([]),
    /** How often it has waited for them. */
    waits: z.int().min(0).default(0),
  }),
  output: z.object({}),
  refusals: {},
})

/** Hosts of the push services of browsers. A leading `*.` stands for any name below it. */
export const defaultPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

/** Why nothing is sent to this address: it is none of a push service, or its host is not on the list. Null if it may be sent to. */
export function endpointProblem(endpoint: string, hosts: readonly string[]): 'badEndpoint' | 'otherHost' | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  // A URL has no port where it is that of its protocol.
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return 'badEndpoint'
  const isListed = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
  return isListed ? null : 'otherHost'
}
