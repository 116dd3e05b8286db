import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, notPersonal } from '../../engine/document.ts'
import { kindOfType, NotificationType } from './kinds.ts'

/**
 * Further facts of a notification, by name. Filters look for `adminCode`, and `action` beside the type. `isUrgent` makes a single one urgent;
 * `shared` is the id of the one for everyone that says the same.
 */
const Details = z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))

/** The most characters that a title and a message have. */
export const longestTitle = 120
export const longestMessage = 500

/** Something that a user is notified of. All times are epoch ms. */
export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
  title: z.string().max(longestTitle),
  /** `{other}` stands for the name of the user `other`: it is read from their profile, so that an erased user is not named. */
  message: z.string().max(longestMessage),
  /** When it happened; of several that became one, the latest. */
  timestamp: z.number(),
  details: Details.default({}),
  dismissed: z.boolean().default(false),
  dismissedAt: z.number().nullable().default(null),
  createdAt: z.number(),
  /** Of a set of challenges: how many it has. */
  challengeCount: z.int().nonnegative().nullable().default(null),
  /** Of a set of challenges: its entry of the challenge history. */
  historyId: z.string().nullable().default(null),
  /** When the user saw it in the list; null until then. */
  readAt: z.number().nullable().default(null),
  /** The account of another user whom it is about. */
  other: z.string().nullable().default(null),
  /** Address within this site to which it leads. */
  link: z.string().max(200).nullable().default(null),
  /** How many became this one. */
  count: z.int().positive().default(1),
  /** Of notifications that become one while they are unread: the same text. */
  key: z.string().nullable().default(null),
})
export type Notification = z.infer<typeof Notification>

/** Beyond this the oldest are dropped. A user is shown this many: their own and those for everyone together. */
export const mostNotifications = 100

/** What a user has done with a notification that is for everyone. */
const Seen = z.object({
  readAt: z.number().nullable().default(null),
  dismissedAt: z.number().nullable().default(null),
})

/** The inbox of a user. The key is the account id. */
export const notifications = defineDocument({
  kind: 'notifications',
  schema: z.object({
    entries: z.record(z.string(), Notification).default({}),
    /** By id of a notification of `sharedNotifications`. */
    shared: z.record(z.string(), Seen).default({}),
  }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'notifications',
    ({ entries }: { entries: Readonly<Record<string, Notification>> }) =>
      Object.values(entries).map((one) => ({ ...one, message: messageWith(one.message, '') })),
    {
      id: 'theirs',
      type: 'theirs',
      title: 'theirs',
      message: 'theirs',
      timestamp: 'theirs',
      details: 'theirs',
      dismissed: 'theirs',
      dismissedAt: 'theirs',
      createdAt: 'theirs',
      challengeCount: 'theirs',
      historyId: 'theirs',
      readAt: 'theirs',
      other: 'another',
      link: 'theirs',
      count: 'theirs',
      key: 'theirs',
    },
  ),
  erased: 'cleared',
  typedTexts: ['entries.*.title', 'entries.*.message', 'entries.*.details'],
  audited: null,
})
export type Inbox = z.output<typeof notifications.schema>

/** Beyond this the oldest are dropped. */
export const mostShared = 30

/** Notifications for everyone: one document, however many users there are. What each user has read is in their inbox. */
export const sharedNotifications = defineDocument({
  kind: 'sharedNotifications',
  schema: z.object({ entries: z.record(z.string(), Notification).default({}) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('tells everyone the same, and names no person'),
  typedTexts: ['entries.*.title', 'entries.*.message', 'entries.*.details'],
})

/**
 * The notifications that a user is shown, the newest first: their own and those for everyone, since `from` (when the account was made). What one
 * of their own tells them already is left out.
 */
export function allNotifications(
  inbox: Inbox,
  shared: Readonly<Record<string, Notification>>,
  from: number,
): readonly Notification[] {
  const told = new Set(Object.values(inbox.entries).map(({ details }) => details.shared))
  const forEveryone = Object.values(shared)
    .filter(({ id, createdAt }) => createdAt >= from && !told.has(id))
    .map((one) => {
      const { readAt = null, dismissedAt = null } = inbox.shared[one.id] ?? {}
      return { ...one, readAt, dismissedAt, dismissed: dismissedAt !== null }
    })
  // Of two at the same time the one that was added later comes first.
  const all = [...forEveryone, ...Object.values(inbox.entries)].reverse()
  return all.sort((one, other) => other.timestamp - one.timestamp).slice(0, mostNotifications)
}

/** Neither read nor dismissed: what the bell counts. */
export const isUnread = ({ dismissed, readAt }: Pick<Notification, 'dismissed' | 'readAt'>) =>
  !dismissed && readAt === null

/** What is urgent is useless later. */
export const urgentForMs = 60_000

/** Whether it is useless a minute later: all of its kind are, or this one is. */
export const isUrgent = ({ type, details }: Pick<Notification, 'type' | 'details'>): boolean =>
  kindOfType(type).isUrgent === true || details.isUrgent === true

/** The message with the name of the user whom it is about. @param name of `other`, empty where it is not known */
export const messageWith = (message: string, name: string) => message.replaceAll('{other}', name || 'Another player')
