import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { NotificationType } from './kinds.ts'
import { mostNotifications, mostShared, Notification } from './notifications.ts'
import { Channels, QuietHours } from './settings.ts'

const Ids = z
  .array(Id)
  .min(1)
  .max(mostNotifications + mostShared)

/** Dismisses notifications. One that is gone, or dismissed already, is not a fault. */
export const dismissNotifications = defineCommand({
  name: 'notifications.dismiss',
  permission: 'play',
  input: z.strictObject({ ids: Ids }),
  output: z.object({ dismissed: z.int().nonnegative() }),
  refusals: {},
})

/** Dismisses all that happened up to `upTo`, epoch ms: what has come since the page was drawn stays. */
export const dismissAllNotifications = defineCommand({
  name: 'notifications.dismissAll',
  permission: 'play',
  input: z.strictObject({ upTo: z.number().nonnegative() }),
  output: dismissNotifications.output,
  refusals: {},
})

/** The user has seen these. */
export const markNotificationsRead = defineCommand({
  name: 'notifications.markRead',
  permission: 'play',
  input: z.strictObject({ ids: Ids }),
  output: z.object({}),
  refusals: {},
})

/** Where a kind is shown. Switched off in the page it is off altogether. */
export const setNotificationKind = defineCommand({
  name: 'notifications.setKind',
  permission: 'play',
  input: z.strictObject({ type: NotificationType, ...Channels.shape }),
  output: z.object({}),
  refusals: { critical: "Notifications about bans can't be switched off." },
})

export const setQuietHours = defineCommand({
  name: 'notifications.setQuietHours',
  permission: 'play',
  input: QuietHours.strict(),
  output: z.object({}),
  refusals: {
    noSuchZone: 'There is no time zone "{zone}". Choose one such as Europe/Berlin or America/New_York.',
    never: 'Quiet hours need an end that differs from their start.',
  },
})

/**
 * What a user is notified of. `{other}` in the message stands for the name of the account `other`. With `key`, notifications of one type and key that
 * come within ten minutes while the first is unread become one with a count.
 */
export const NewNotification = Notification.pick({ type: true, title: true, message: true }).extend({
  other: z.string().nullable().optional(),
  link: Notification.shape.link.optional(),
  details: Notification.shape.details.optional(),
  key: z.string().max(120).nullable().optional(),
  challengeCount: Notification.shape.challengeCount.optional(),
  historyId: Notification.shape.historyId.optional(),
})

export type NewNotification = z.input<typeof NewNotification>

/** Adds the same notification to many inboxes, some at a time. */
export const sendNotifications = defineCommand({
  name: 'notifications.send',
  permission: 'hub',
  input: z.object({ to: z.array(z.string()), notification: NewNotification }),
  output: z.object({}),
  refusals: {},
})
