import * as commands from '../../../shared/features/notifications/commands.ts'
import { formerNotices, takeOverNotices } from '../../../shared/features/notifications/formerNotices.ts'
import { notifications, sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import * as posts from '../../../shared/features/notifications/posts.ts'
import * as push from '../../../shared/features/notifications/push.ts'
import { notificationSettings } from '../../../shared/features/notifications/settings.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, setTo } from '../../engine/rule.ts'
import * as postRules from './posts.ts'
import * as pushRules from './push.ts'
import * as rules from './rules.ts'

/** The inbox of each user, and how they are notified. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  documents: [
    notifications,
    sharedNotifications,
    notificationSettings,
    formerNotices,
    push.pushSubscriptions,
    push.pushKeys,
    push.pushSetup,
    push.pushOutbox,
    push.pushAccounts,
    push.pushOwners,
    posts.postSettings,
    posts.postOutbox,
  ],
  commands: [
    implement(commands.dismissNotifications, rules.dismissNotifications),
    implement(commands.dismissAllNotifications, rules.dismissAllNotifications),
    implement(commands.markNotificationsRead, rules.markNotificationsRead),
    implement(commands.setNotificationKind, rules.setNotificationKind),
    implement(commands.setQuietHours, rules.setQuietHours),
    implement(commands.sendNotifications, rules.sendNotifications),
    implement(takeOverNotices, rules.takeOverNotices),
    implement(push.subscribePush, pushRules.subscribePush),
    implement(push.unsubscribePush, pushRules.unsubscribePush),
    implement(push.keepPushKeys, pushRules.keepPushKeys),
    implement(push.reportPush, pushRules.reportPush),
    implement(push.queueShared, pushRules.queueShared),
    implement(posts.setPosted, postRules.setPosted),
    implement(posts.testPost, postRules.testPost),
    implement(posts.reportPost, postRules.reportPost),
  ],
  queries: [],
  derivations: [pushRules.followSessions, pushRules.dropErasedMessages, postRules.dropErasedPosts],
  removals: [push.pushOutbox, push.pushAccounts, push.pushOwners].map((kind) => ({
    kind,
    remove: (context, { account }) => pushRules.removeFromPush(context, account),
  })),
}

export interface NotificationDeps {
  /** To which messages are pushed. */
  readonly pushHosts: readonly string[]
  /** Where the community is notified. */
  readonly channels: readonly posts.PostChannel[]
}

/** The feature as it is configured. */
export const configuredNotifications = ({ pushHosts, channels }: NotificationDeps): Feature => ({
  ...notificationsFeature,
  settings: [setTo(pushRules.pushHosts, pushHosts), setTo(postRules.openChannels, channels)],
})
