import { createHmac } from 'node:crypto'
import type { Post } from '../../shared/features/notifications/posts.ts'
import type { Clock } from '../engine/clock.ts'
import type { PostPort } from '../features/notifications/posts.ts'
import { type GuardedPost, PrivateAddress, retryAfterMs } from './guardedRequest.ts'

interface WebhookOptions {
  readonly post: GuardedPost
  readonly clock: Pick<Clock, 'now'>
  readonly discord: string | null
  readonly webhook: { readonly url: string; readonly secret: string } | null
  /** Address of this site, for links; null if it is not configured. */
  readonly hub: string | null
  /** Its name, asked each time. */
  readonly community: () => string
}

// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const longestEmbedTitle = 256
const longestDescription = 4_096
const longestName = 80

/** Posts to the community's channel at Discord, and to a program of the owner, which checks the signature of the body. */
export function createWebhooks({ post, clock, discord, webhook, hub, community }: WebhookOptions): PostPort {
  const addressOf = (link: string | null) => (hub === null || link === null ? null : new URL(link, hub).href)
  const requestOf = (one: Post, channel: 'discord' | 'webhook') => {
    const url = addressOf(one.link)
    if (channel === 'discord') {
      if (discord === null) return null
      const embed = {
        title: one.title.slice(0, longestEmbedTitle),
        description: one.message.slice(0, longestDescription),
        timestamp: new Date(one.at).toISOString(),
        ...(url && { url }),
      }
      // No text of ours may call the members of a channel.
      const message = { username: nameFor(community()), embeds: [embed], allowed_mentions: { parse: [] } }
      return { url: discord, body: JSON.stringify(message), headers: {} }
    }
    if (webhook === null) return null
    const { id, type, title, message, at } = one
    const body = JSON.stringify({ id, type, title, message, link: url, at })
    return { url: webhook.url, body, headers: signed(webhook.secret, id, body, clock.now()) }
  }
  return {
    async send(channel, one) {
      const request = requestOf(one, channel)
      if (request === null) return { is: 'refused', why: 'Its address is no longer set.' }
      try {
        const headers = { 'content-type': 'application/json', 'user-agent': 'Waterhole', ...request.headers }
        const answer = await post({ url: new URL(request.url), body: request.body, headers })
        const { status } = answer
        if (status >= 200 && status < 300) return { is: 'sent' }
        if (status === 404 || status === 410) return { is: 'gone' }
        const why = status === 429 ? 'It takes no more posts for now.' : `It answered with ${status}.`
        if (status === 429 || status >= 500) return { is: 'later', afterMs: retryAfterMs(answer, clock.now()), why }
        return { is: 'refused', why }
      } catch (error) {
        if (!(error instanceof PrivateAddress)) return { is: 'later', afterMs: null }
        return {
          is: 'refused',
          why: 'Its address is in a private network. Set WEBHOOK_PRIVATE_NETWORKS=1 if that is meant to be so.',
        }
      }
    },
  }
}

/** HMAC-SHA256 over the time, a dot, and the body: so that neither can be replaced, and an old one is seen to be old. */
export function signed(secret: string, id: string, body: string, now: number) {
  const timestamp = String(Math.floor(now / 1_000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'x-waterhole-id': id,
    'x-waterhole-timestamp': timestamp,
    'x-waterhole-signature': `sha256=${signature}`,
  }
}

/** Discord refuses names that hold its own. */
const nameFor = (community: string) =>
  community
    .replace(/discord|clyde/gi, '')
    .trim()
    .slice(0, longestName) || 'Waterhole'
