import { z } from 'zod'
import { kindOfType, type NotificationType, publicTypes } from '../../../shared/features/notifications/kinds.ts'
import type { Notification } from '../../../shared/features/notifications/notifications.ts'
import type * as commands from '../../../shared/features/notifications/posts.ts'
import {
  isPublicType,
  mostWaitingPosts,
  type Post,
  type PostChannel,
  postOutbox,
  postSettings,
  reportPost as reportPostCommand,
} from '../../../shared/features/notifications/posts.ts'
import type { Clock } from '../../engine/clock.ts'
import { createDelays } from '../../engine/delays.ts'
import { changedKeys } from '../../engine/draftKeys.ts'
import { derive } from '../../engine/feature.ts'
import type { Hub } from '../../engine/hub.ts'
import { createReport } from '../../engine/reportUntilKept.ts'
import { type Context, defineSetting, type Rule } from '../../engine/rule.ts'
import { changeOwnerSetting, ownerSetting } from '../settings/changes.ts'
import { isErased } from './push.ts'
import { longestWaitMs, type PushAnswer, pauseMs } from './pushWorker.ts'

/** The channels that are configured. */
export const openChannels = defineSetting<readonly PostChannel[]>('postChannels', [])

type PostContext = Pick<Context, 'read' | 'edit' | 'now' | 'setting'>

/** Lets something that is for everyone be posted to the community's channels, where the owner has it so. */
export function queuePost(context: PostContext, { id, type, title, message, link, timestamp }: Notification): void {
  if (!isPublicType(type) || Object.hasOwn(context.read(postSettings).off, type)) return
  addPosts(context, { id, type, title, message, link, at: timestamp })
}

function addPosts({ edit, now, setting }: PostContext, post: Post) {
  const channels = setting(openChannels)
  if (channels.length === 0) return
  const { waiting } = edit(postOutbox)
  for (const channel of channels) waiting[`${post.id} ${channel}`] = { ...post, channel, notBefore: now, attempts: 0 }
  const oldest = Object.entries(waiting).toSorted(([, one], [, other]) => one.at - other.at)
  for (const [key] of oldest.slice(0, Math.max(0, oldest.length - mostWaitingPosts))) delete waiting[key]
}

/** A post that names an erased user is not sent: a text in which something is left out says little. */
export const dropErasedPosts = derive(postOutbox, ({ read, edit }, key, before) => {
  const { waiting } = read(postOutbox, key)
  for (const one of changedKeys(waiting, before.waiting))
    if (waiting[one] && isErased(waiting[one])) delete edit(postOutbox, key).waiting[one]
})

const postedSetting = (type: NotificationType) =>
  ownerSetting<boolean>({
    key: `notifications.posted.${type}`,
    name: `posts about “${kindOfType(type).name}”`,
    schema: z.boolean(),
    inWords: (isOn) => (isOn ? 'on' : 'off'),
    read: ({ read }) => !Object.hasOwn(read(postSettings).off, type),
    write({ edit }, isOn) {
      if (isOn) delete edit(postSettings).off[type]
      else edit(postSettings).off[type] = true
    },
  })
/** Which kinds are posted to the community's channel. */
export const postedSettings = publicTypes.map(postedSetting)

export const setPosted: Rule<typeof commands.setPosted> = (context, { type, isOn }) => {
  if (!isPublicType(type)) return context.refuse('notPublic')
  changeOwnerSetting(context, postedSetting(type), isOn)
  return {}
}

export const testPost: Rule<typeof commands.testPost> = (context) => {
  const { setting, refuse, newId, now } = context
  if (setting(openChannels).length === 0) return refuse('noChannel')
  const message = 'Posts from the hub arrive here.'
  addPosts(context, { id: newId(), type: 'eventAnnounced', title: 'A test', message, link: '/events', at: now })
  // What waits before it is tried now as well: the owner wants to see whether posting works again.
  for (const one of Object.values(context.edit(postOutbox).waiting)) one.notBefore = now
  return {}
}

export const reportPost: Rule<typeof commands.reportPost> = ({ read, edit, now }, { key, problem, retryAt }) => {
  const one = read(postOutbox).waiting[key]
  if (!one) return {}
  edit(postSettings).last[one.channel] = { at: now, problem }
  if (retryAt === null) delete edit(postOutbox).waiting[key]
  else Object.assign(edit(postOutbox).waiting[key] ?? {}, { attempts: one.attempts + 1, notBefore: retryAt })
  return {}
}

export interface PostPort {
  /** Never throws. */
  send(channel: PostChannel, post: Post): Promise<PushAnswer>
}

interface PostWorkerOptions {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly clock: Clock
  readonly posts: PostPort
  readonly onFault: (what: string, error: unknown) => void
}

const mostAttempts = 8

/** Posts what waits, one after the other in each channel, in the order in which it happened. A post may be sent twice over a crash. */
export function startPostWorker({ hub, clock, posts, onFault }: PostWorkerOptions) {
  const running = new Map<PostChannel, Promise<void>>()
  const delays = createDelays(clock)
  const report = createReport({ hub, delays, onFault })
  let cancelTimer = () => {}
  let isStopped = false

  async function send(channel: PostChannel, key: string) {
    const one = hub.read(postOutbox).waiting[key]
    if (!one) return
    const answer = await posts.send(channel, one)
    const isLast = one.attempts + 1 >= mostAttempts
    const retryAt = answer.is === 'later' && !isLast ? clock.now() + pauseMs(one.attempts, answer.afterMs) : null
    const problem =
      answer.is === 'sent'
        ? null
        : answer.is === 'refused'
          ? answer.why
          : answer.is === 'gone'
            ? 'The webhook was deleted. Make a new one, set its address in .env, and restart the hub.'
            : `${answer.why ?? 'It could not be reached.'} ${retryAt === null ? 'The hub has stopped trying to send this post.' : 'The hub will try again.'}`
    await report('notifications', reportPostCommand.name, { key, problem, retryAt })
  }

  function runDue() {
    cancelTimer()
    if (isStopped) return
    let next = Number.POSITIVE_INFINITY
    const waiting = Object.entries(hub.read(postOutbox).waiting).toSorted(([, one], [, other]) => one.at - other.at)
    const behind = new Set<PostChannel>()
    for (const [key, { channel, notBefore }] of waiting) {
      if (running.has(channel) || behind.has(channel)) continue
      behind.add(channel)
      if (notBefore > clock.now()) next = Math.min(next, notBefore)
      else
        running.set(
          channel,
          send(channel, key)
            .catch((error: unknown) => onFault('post', error))
            .finally(() => {
              running.delete(channel)
              runDue()
            }),
        )
    }
    if (Number.isFinite(next)) cancelTimer = clock.after(Math.min(next - clock.now(), longestWaitMs), runDue)
  }
  const stop = hub.onPublish((published) => {
    if (published.some(({ id }) => id === `${postOutbox.kind}/`)) runDue()
  })
  runDue()
  return {
    async stop() {
      isStopped = true
      stop()
      cancelTimer()
      delays.stop()
      await Promise.all(running.values())
    },
  }
}
