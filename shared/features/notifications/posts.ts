import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, holdersOf, nobody, notPersonal } from '../../engine/document.ts'
import { NotificationType, publicTypes } from './kinds.ts'

/** Where the community is notified: its channel at Discord, and a program of the owner. */
export const postChannels = ['discord', 'webhook'] as const
export const PostChannel = z.enum(postChannels)
export type PostChannel = z.infer<typeof PostChannel>

/** Which kinds the owner has posted, and how that goes. */
export const postSettings = defineDocument({
  kind: 'postSettings',
  schema: z.object({
    /** Kinds that the owner has switched off. */
    off: z.record(z.string().max(40), z.literal(true)).default({}),
    /** Of the last post to each channel, epoch ms; `problem` is null if it was taken. */
    last: z.partialRecord(PostChannel, z.object({ at: z.number(), problem: z.string().nullable() })).default({}),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('has settings, and when the last post was sent'),
})

/** Something that is posted to the community. */
export const Post = z.object({
  id: z.string(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  /** Address within this site. */
  link: z.string().nullable(),
  /** When it happened, epoch ms. */
  at: z.number(),
})
export type Post = z.infer<typeof Post>

/** A post that waits for a channel. Times are epoch ms. */
export const WaitingPost = Post.extend({
  channel: PostChannel,
  notBefore: z.number(),
  attempts: z.int().nonnegative(),
})
export type WaitingPost = z.infer<typeof WaitingPost>

/** Beyond this the oldest are dropped: a channel that was unreachable for long is not flooded. */
export const mostWaitingPosts = 50

export const postOutbox = defineDocument({
  kind: 'postOutbox',
  schema: z.object({ waiting: z.record(z.string(), WaitingPost).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('has what everyone is notified of, until it is posted'),
  typedTexts: ['waiting.*.title', 'waiting.*.message'],
})

/** Whether a kind is posted to the community's channel. */
export const setPosted = defineCommand({
  name: 'notifications.setPosted',
  permission: 'ownerPanel',
  input: z.strictObject({ type: NotificationType, isOn: z.boolean() }),
  output: z.object({}),
  refusals: { notPublic: 'Notifications of this kind are about one player, and are never posted.' },
})

/** Posts a text that says that posting works. */
export const testPost = defineCommand({
  name: 'notifications.testPost',
  permission: 'ownerPanel',
  input: z.strictObject({}),
  output: z.object({}),
  refusals: { noChannel: 'No channel is set up. Set DISCORD_WEBHOOK_URL or WEBHOOK_URL, and restart the hub.' },
})

export const reportPost = defineCommand({
  name: 'notifications.reportPost',
  permission: 'hub',
  input: z.object({
    /** Of the outbox. */
    key: z.string(),
    /** Null if it was taken. */
    problem: z.string().nullable(),
    /** Epoch ms; null if nothing is left to do. */
    retryAt: z.number().nullable(),
  }),
  output: z.object({}),
  refusals: {},
})

export const isPublicType = (type: NotificationType) => publicTypes.includes(type)
