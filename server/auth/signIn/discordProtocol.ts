import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DiscordUser } from '../../../shared/features/account/identity.ts'
import type { SignInAttempt } from '../http/signInProvider.ts'
import { shownText } from './shownText.ts'
import { SignInFault } from './signInFault.ts'

// OAuth 2.0 with a code, as Discord speaks it: https://discord.com/developers/docs/topics/oauth2

/** RFC 7636: what the code is bound to, without saying it. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

interface DiscordApplication {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

export function discordStartAddress({ url, clientId }: DiscordApplication, attempt: SignInAttempt) {
  const address = new URL('/oauth2/authorize', url)
  address.search = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, scope: 'identify', redirect_uri: attempt.returnAddress },
    ...{ state: attempt.state, code_challenge: challengeOf(attempt.verifier), code_challenge_method: 'S256' },
  }).toString()
  return address.href
}

/** The code in the address by which somebody came back. @throws SignInFault */
export function codeIn(query: URLSearchParams): string {
  if (query.get('error') === 'access_denied') throw new SignInFault('cancelled', 'they cancelled it at the provider')
  if (query.has('error')) throw new SignInFault('invalid', 'the provider refuses how it was asked')
  const [code = '', ...more] = query.getAll('code')
  if (!/^[\x21-\x7e]{1,500}$/.test(code) || more.length > 0) throw new SignInFault('invalid', 'there is no one code')
  return code
}

export const codeExchange = (
  { clientId, clientSecret }: DiscordApplication,
  code: string,
  { returnAddress, verifier }: SignInAttempt,
) =>
  new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: returnAddress, code_verifier: verifier },
    ...{ client_id: clientId, client_secret: clientSecret },
  })

export const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,2000}$/),
  token_type: z.string().regex(/^bearer$/i),
})
export const TokenRefusal = z.object({ error: z.string() })

export const UserAnswer = z.object({
  id: z.string().regex(/^\d{5,25}$/),
  username: z.string(),
  discriminator: z.string().max(10).default('0000'),
  global_name: z.string().nullable().default(null),
  /** The name of a picture, not its address. */
  avatar: z.string().nullable().default(null),
  verified: z.boolean().default(false),
  locale: z.string().default('en-US'),
  premium_type: z.int().min(0).max(100).nullable().default(0),
})

export function discordUserOf(told: z.infer<typeof UserAnswer>): DiscordUser {
  const { id, discriminator, avatar } = told
  const username = shownText(told.username, `discord-${id.slice(-4)}`)
  const isWhole = /^0+$/.test(discriminator)
  return {
    ...{ provider: 'discord', discordId: id, username, discriminator, verified: told.verified },
    displayName: shownText(told.global_name, username),
    avatar: avatar && /^\w{1,100}$/.test(avatar) ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` : '',
    locale: shownText(told.locale, 'en-US'),
    premium_type: told.premium_type ?? 0,
    fullUsername: isWhole ? username : shownText(`${username}#${discriminator}`),
  }
}
