import { z } from 'zod'

interface NotificationKind {
  /** As settings and filters name it. */
  readonly name: string
  /** One sentence for the settings: when it comes. */
  readonly about: string
  /** The title of several that are sent as one. `{n}`: how many. */
  readonly several: string
  /** It cannot be switched off, and quiet hours do not hold it back. */
  readonly isCritical?: true
  /** It is useless a minute later: sent at once, and not kept for the end of quiet hours. */
  readonly isUrgent?: true
  /** About everyone: the owner can have it posted to the community's channel. */
  readonly isPublic?: true
}

/** All kinds, in the order of the settings. A feature with a kind of its own adds it here; settings and filters follow. */
export const notificationKinds = {
  sale: {
    name: 'Market',
    about: 'Something of yours was sold, or came back unsold.',
    several: '{n} notifications from the market',
  },
  giftReceived: { name: 'Gifts', about: 'A player gave you something.', several: '{n} gifts arrived' },
  redemptionSettled: {
    name: 'Redemptions',
    about: 'What you redeemed is in the game, or what was held came back.',
    several: '{n} redemptions are settled',
  },
  purchaseRefunded: {
    name: 'Refunds',
    about: 'Staff gave back what you paid for something.',
    several: '{n} refunds',
  },
  ban: {
    name: 'Bans',
    about: "You were banned, or a ban ended. You can't turn this one off.",
    several: '{n} notifications about a ban',
    isCritical: true,
  },
  friendRequest: {
    name: 'Friend requests',
    about: 'A player asks to be your friend.',
    several: '{n} friend requests',
  },
  friendAccepted: {
    name: 'New friends',
    about: 'A player accepted your request.',
    several: '{n} new friends',
  },
  teleportRequest: {
    name: 'Teleport requests',
    about: 'A friend asks to teleport to you. The request ends after a minute.',
    several: '{n} teleport requests',
    isUrgent: true,
  },
  eventReminder: {
    name: 'Event reminders',
    about: 'An event that you registered for starts soon.',
    several: '{n} event reminders',
    isUrgent: true,
  },
  eventMoved: {
    name: 'Event changes',
    about: 'You got or lost a place at an event, or it was moved, cancelled or missed.',
    several: '{n} event changes',
  },
  eventReward: {
    name: 'Event rewards',
    about: 'You earned something at an event.',
    several: '{n} event rewards',
  },
  campaign: {
    name: 'Rewards from the server',
    about: 'You received currency from the server, or your patron tier changed.',
    several: '{n} rewards from the server',
  },
  challengesUpdated: {
    name: 'New challenges',
    about: 'There is a new set of daily or weekly challenges.',
    several: '{n} new sets of challenges',
    isPublic: true,
  },
  challengeJudged: {
    name: 'Challenges',
    about: 'Staff looked at a challenge that you marked complete.',
    several: '{n} challenges were judged',
  },
  achievement: {
    name: 'Achievements',
    about: 'You earned an achievement.',
    several: '{n} achievements',
  },
  seasonEnded: {
    name: 'Seasons',
    about: 'A season of the leaderboards ended.',
    several: '{n} seasons ended',
    isPublic: true,
  },
  eventAnnounced: {
    name: 'Events',
    about: 'An event was scheduled or moved, starts, or was cancelled.',
    several: '{n} notifications about events',
    isPublic: true,
  },
} as const satisfies Readonly<Record<string, NotificationKind>>

export type NotificationType = keyof typeof notificationKinds
export const notificationTypes = Object.keys(notificationKinds) as [NotificationType, ...NotificationType[]]
export const NotificationType = z.enum(notificationTypes)

/** What is declared of a kind. */
export const kindOfType = (type: NotificationType): NotificationKind => notificationKinds[type]

/** Kinds that the owner can have posted to the community's channel. */
export const publicTypes = notificationTypes.filter((type) => kindOfType(type).isPublic)
