import { z } from 'zod'
import { defaultPushHosts } from '../../shared/features/notifications/push.ts'
import { Flag } from './values.ts'

const Hosts = z.string().transform((text, context) => {
  const hosts = text.split(/[\s,;]+/).filter((host) => host !== '')
  if (hosts.length > 0 && hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))) return hosts
  context.addIssue('names of hosts separated by commas, such as fcm.googleapis.com, *.push.apple.com')
  return z.NEVER
})

const HookUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as https://discord.com/api/webhooks/1234/abcd' })
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, 'an address without user and password')

export const notificationVariables = {
  PUSH_HOSTS: Hosts.default([...defaultPushHosts]),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'an address such as mailto:owner@example.org')
    .optional(),
  DISCORD_WEBHOOK_URL: HookUrl.optional(),
  WEBHOOK_URL: HookUrl.optional(),
  WEBHOOK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  WEBHOOK_PRIVATE_NETWORKS: Flag.default(false),
}
const Variables = z.object(notificationVariables)

/** How users and the community are notified beyond the pages. */
export interface NotificationConfig {
  /** Hosts of push services that are sent to. */
  readonly pushHosts: readonly string[]
  /** Address of the owner, for the operators of push services. */
  readonly pushContact: string
  /** Secret: anyone who has the address can post to the channel. */
  readonly discordWebhook: string | null
  /** The body is signed with `secret`. */
  readonly webhook: { readonly url: string; readonly secret: string } | null
  /** Webhooks may lead into private networks. */
  readonly allowsPrivateHooks: boolean
}

export function notificationsOf(
  held: z.output<typeof Variables> & { readonly PUBLIC_URL?: string | undefined },
  fail: (why: string) => Error,
): NotificationConfig {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, PUBLIC_URL: hub } = held
  if (!url !== !secret)
    throw fail(
      url
        ? 'WEBHOOK_SECRET is missing: choose one of at least 16 characters. The receiver of WEBHOOK_URL checks the signature with it.'
        : 'WEBHOOK_URL is missing: WEBHOOK_SECRET is set, so give the address that it is for.',
    )
  return {
    pushHosts: held.PUSH_HOSTS,
    pushContact: held.PUSH_CONTACT ?? (hub?.startsWith('https:') ? hub : 'mailto:owner@waterhole.invalid'),
    discordWebhook: held.DISCORD_WEBHOOK_URL ?? null,
    webhook: url && secret ? { url, secret } : null,
    allowsPrivateHooks: held.WEBHOOK_PRIVATE_NETWORKS,
  }
}
