import { takeOverNotices } from '../../shared/features/notifications/formerNotices.ts'
import type { PostChannel } from '../../shared/features/notifications/posts.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { NotificationDeps } from '../features/notifications/feature.ts'
import { startPostWorker } from '../features/notifications/posts.ts'
import { startPushWorker } from '../features/notifications/pushWorker.ts'
import { createGuardedPost } from '../outbound/guardedRequest.ts'
import { createWebhooks } from '../outbound/webhooks.ts'
import { createWebPush } from '../outbound/webPush.ts'
import { communityOf } from './communityName.ts'

export function notificationDepsOf({ notifications }: Pick<Config, 'notifications'>): NotificationDeps {
  const { pushHosts, discordWebhook, webhook } = notifications
  const isOpen: Readonly<Record<PostChannel, boolean>> = { discord: discordWebhook !== null, webhook: webhook !== null }
  return { pushHosts, channels: (['discord', 'webhook'] as const).filter((channel) => isOpen[channel]) }
}

interface StartOptions {
  readonly hub: Hub
  readonly clock: Clock
  readonly config: Pick<Config, 'notifications' | 'publicUrl' | 'community'>
  readonly onFault: (what: string, error: unknown) => void
}

/** Starts what notifies users and the community beyond the pages: push messages and webhooks. */
export function startNotifications({ hub, clock, config, onFault }: StartOptions) {
  const { publicUrl, community, notifications } = config
  const { pushHosts, pushContact, discordWebhook, webhook, allowsPrivateHooks } = notifications
  const push = createWebPush({ post: createGuardedPost(), clock, hosts: pushHosts, contact: pushContact })
  const posts = createWebhooks({
    post: createGuardedPost({ allowsPrivate: allowsPrivateHooks }),
    clock,
    discord: discordWebhook,
    webhook,
    hub: publicUrl,
    community: () => communityOf(hub, community),
  })
  const workers = [
    startPushWorker({ hub, clock, push, onFault }),
    startPostWorker({ hub, clock, posts, onFault }),
  ] as const
  takeOver(hub).catch((error: unknown) => onFault('notices of an earlier release', error))
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

const mostAtOnce = 100

/** Notices that an earlier release kept become notifications. */
async function takeOver(hub: Hub) {
  const prefix = 'notices/'
  const accounts: string[] = []
  for (const id of hub.journaledIds()) if (id.startsWith(prefix)) accounts.push(id.slice(prefix.length))
  const left = accounts.filter((account) => {
    const { value } = hub.copy(`${prefix}${account}`) ?? {}
    return Object.keys((value as { entries?: object } | undefined)?.entries ?? {}).length > 0
  })
  for (let at = 0; at < left.length; at += mostAtOnce)
    await hub.execute('notifications', takeOverNotices.name, { accounts: left.slice(at, at + mostAtOnce) })
}
