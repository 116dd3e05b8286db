import type { z } from 'zod'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import { type NewNotification, sendNotifications } from '../../../shared/features/notifications/commands.ts'
import {
  longestMessage,
  longestTitle,
  mostNotifications,
  mostShared,
  Notification,
  notifications,
  sharedNotifications,
} from '../../../shared/features/notifications/notifications.ts'
import { queueShared } from '../../../shared/features/notifications/push.ts'
import { channelsOf, notificationSettings } from '../../../shared/features/notifications/settings.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Context } from '../../engine/rule.ts'
import { queuePost } from './posts.ts'
import { queuePush } from './push.ts'

type NotifyContext = Pick<Context, 'edit' | 'read' | 'newId' | 'now'>

/** Notifications with the same key become one if the later one comes within this time. */
export const digestMs = 10 * 60_000

/**
 * Notifies one user, in the same change as what happened: on all their open pages at once, or else when they open one. Returns the id; null
 * if the account does not exist, or the user has switched the kind off.
 *
 *     notify(context, { to: seller, type: 'sale', title: 'Sold', message: '{other} bought your Troodon.', other: buyer, link: '/market' })
 */
export function notify(
  context: NotifyContext,
  { to, ...notification }: NewNotification & { readonly to: string },
): string | null {
  const { read, edit, now } = context
  if (read(account, to).createdAt === 0) return null
  const settings = read(notificationSettings, to)
  const { page } = channelsOf(settings, notification.type)
  if (!page) return null
  const { entries } = edit(notifications, to)
  const earlier =
    notification.key == null ? undefined : Object.values(entries).find((one) => isSame(one, notification, now))
  const one = earlier
    ? Object.assign(earlier, { ...written(notification, now), count: earlier.count + 1 })
    : addTo(entries, { ...written(notification, now), id: context.newId(), createdAt: now }, mostNotifications)
  queuePush(context, to, one)
  return one.id
}

/** Removes the notifications with a key from an inbox, since what they say was a mistake. */
export function takeNotification({ read, edit }: Pick<NotifyContext, 'read' | 'edit'>, from: string, key: string) {
  for (const one of Object.values(read(notifications, from).entries))
    if (one.key === key) delete edit(notifications, from).entries[one.id]
}

/**
 * Notifies many users of the same thing. The first are notified in this change, the others in batches soon after it, even across a restart,
 * so that ten thousand inboxes do not hold up other commands. Where everyone was notified of it in the same change (`details.shared`), that
 * notification is pushed when all of these users have theirs.
 */
export function notifyMany(
  context: NotifyContext & Pick<Context, 'schedule'>,
  to: readonly string[],
  notification: NewNotification,
): void {
  const { schedule, newId, now } = context
  for (const one of to.slice(0, mostAtOnce)) notify(context, { ...notification, to: one })
  const later: string[] = []
  for (let at = mostAtOnce; at < to.length; at += mostAtOnce) {
    const timer = `notifications/${newId()}`
    schedule.set(timer, now, sendNotifications.name, { to: to.slice(at, at + mostAtOnce), notification })
    later.push(timer)
  }
  const shared = notification.details?.shared
  if (typeof shared === 'string' && later.length > 0) pushShared(context, shared, later)
}

const mostAtOnce = 100

/**
 * Notifies everyone, in one document, and posts it to the community's channel if the owner has chosen that kind. It names no person. Users see
 * those that were sent after their first sign-in.
 */
export function notifyEveryone(
  context: NotifyContext & Pick<Context, 'schedule' | 'setting'>,
  notification: Omit<NewNotification, 'other' | 'key'>,
): string {
  const { edit, newId, now } = context
  const { entries } = edit(sharedNotifications)
  const one = addTo(entries, { ...written(notification, now), id: newId(), createdAt: now }, mostShared)
  pushShared(context, one.id, [])
  queuePost(context, one)
  return one.id
}

/** @param after timers that come before it */
const pushShared = ({ schedule, now }: Pick<Context, 'schedule' | 'now'>, id: string, after: readonly string[]) =>
  schedule.set(`notifications/${id}`, now, queueShared.name, { id, bucket: 0, after, waits: 0 })

interface Gift {
  readonly to: string
  /** Null where it is not known any more. */
  readonly from: string | null
  /** Null for a dinosaur or a skin. */
  readonly price: Price | null
  /** The name of the dinosaur or skin. */
  readonly item?: string
  /** Of an item. */
  readonly kind?: 'dinosaur' | 'skin'
  /** Of the ledger, or of the inventory's history. */
  readonly operation?: string
}

export function notifyOfGift(
  context: NotifyContext,
  { to, from, price, item = '', kind = 'dinosaur', operation }: Gift,
) {
  const common = { to, type: 'giftReceived', other: from } as const
  const details = operation === undefined ? {} : { operation }
  if (price === null) {
    const message = `{other} gave you a ${kind}: ${item}.`
    const link = kind === 'skin' ? '/skins' : '/inventory'
    return notify(context, { ...common, title: `A ${kind} for you`, message, link, details })
  }
  const message = `{other} sent you ${amountInWords(price.amount, price.currency)}.`
  return notify(context, {
    ...common,
    title: 'A gift for you',
    message,
    link: '/ledger',
    details: { ...details, ...price },
  })
}

const isSame = (one: Notification, notification: NewNotification, now: number) =>
  one.type === notification.type &&
  one.key === notification.key &&
  one.readAt === null &&
  !one.dismissed &&
  now - one.timestamp <= digestMs

/**
 * Many texts contain what users or staff typed. Characters that turn its direction are written out here, so that pushes and posts have them written
 * out too, and a text that is too long is cut.
 */
const written = ({ details = {}, title, message, ...given }: NewNotification, now: number) => ({
  other: null,
  link: null,
  key: null,
  challengeCount: null,
  historyId: null,
  ...given,
  title: withMarksShown(title).slice(0, longestTitle),
  message: withMarksShown(message).slice(0, longestMessage),
  details,
  timestamp: now,
})

/** Adds a notification. The oldest beyond `most` are removed. */
function addTo(entries: Record<string, Notification>, one: z.input<typeof Notification>, most: number): Notification {
  const added = Notification.parse(one)
  entries[added.id] = added
  const tooMany = Object.keys(entries).length - most
  if (tooMany > 0)
    for (const { id } of Object.values(entries)
      .toSorted((before, after) => before.timestamp - after.timestamp)
      .slice(0, tooMany))
      delete entries[id]
  return added
}
