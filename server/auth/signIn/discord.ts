import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DiscordUser } from '../../../shared/features/account/identity.ts'
import type { Clock } from '../../engine/clock.ts'
import {
  createAskProvider,
  orFailure,
  type ProviderAnswer,
  readJson,
  type SignInAttempt,
  SignInFault,
  type SignInProvider,
  shownText,
  unusableAnswer,
} from './provider.ts'

// OAuth 2.0 with a code and PKCE: https://discord.com/developers/docs/topics/oauth2

/** The hub's registration with Discord. */
interface Application {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}
interface DiscordDeps {
  /** Null: the owner of the hub has registered no application. */
  readonly application: Application | null
  readonly clock: Clock
}

/** Sign-in through Discord. The access token is used once, to read the user, and is not stored. */
export function createDiscordSignIn({ application, clock }: DiscordDeps): SignInProvider {
  const ask = createAskProvider(clock)
  const configured = () => {
    if (application === null) throw new SignInFault('notConfigured', 'nothing is configured for this provider')
    return application
  }
  async function identify(query: URLSearchParams, attempt: SignInAttempt) {
    const { url, ...credentials } = configured()
    const body = codeExchange(credentials, codeIn(query), attempt)
    const token = tokenOf(await ask(new URL('/api/oauth2/token', url).href, { method: 'POST', body }))
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await ask(new URL('/api/users/@me', url).href, { headers })
    if (status !== 200) throw unusableAnswer(`answers with ${status}`)
    return discordUserOf(readJson(text, UserAnswer))
  }
  return {
    provider: 'discord',
    isConfigured: application !== null,
    startAddress: (attempt) => discordStartAddress(configured(), attempt),
    identify: (query, attempt) => orFailure(() => identify(query, attempt)),
  }
}

function discordStartAddress({ url, clientId }: Application, attempt: SignInAttempt) {
  const address = new URL('/oauth2/authorize', url)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    scope: 'identify',
    redirect_uri: attempt.returnAddress,
    state: attempt.state,
    code_challenge: challengeOf(attempt.verifier),
    code_challenge_method: 'S256',
  }).toString()
  return address.href
}

/** RFC 7636: binds the code to the verifier without revealing it. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The code in the address with which the browser returned. @throws SignInFault */
function codeIn(query: URLSearchParams): string {
  if (query.get('error') === 'access_denied') throw new SignInFault('cancelled', 'the user cancelled at the provider')
  if (query.has('error')) throw new SignInFault('invalid', 'the provider rejects the request')
  const [code = '', ...more] = query.getAll('code')
  if (!/^[\x21-\x7e]{1,500}$/.test(code) || more.length > 0)
    throw new SignInFault('invalid', 'there is not exactly one code')
  return code
}

const codeExchange = (
  { clientId, clientSecret }: Omit<Application, 'url'>,
  code: string,
  { returnAddress, verifier }: SignInAttempt,
) =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: returnAddress,
    code_verifier: verifier,
    client_id: clientId,
    client_secret: clientSecret,
  })

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,2000}$/),
  token_type: z.string().regex(/^bearer$/i),
})
const TokenRefusal = z.object({ error: z.string() })

function tokenOf({ status, text }: ProviderAnswer) {
  if (status === 200) return readJson(text, TokenAnswer).access_token
  if (status !== 400 && status !== 401) throw unusableAnswer(`answers with ${status}`)
  const { error } = readJson(text, TokenRefusal)
  if (error === 'invalid_grant') throw new SignInFault('expired', 'the provider no longer accepts the code')
  if (error === 'invalid_client')
    throw new SignInFault('notConfigured', 'the provider does not know DISCORD_CLIENT_ID with DISCORD_CLIENT_SECRET')
  throw new SignInFault('invalid', 'the provider rejects the request')
}

const UserAnswer = z.object({
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

function discordUserOf(user: z.infer<typeof UserAnswer>): DiscordUser {
  const { id, discriminator, avatar } = user
  const username = shownText(user.username, `discord-${id.slice(-4)}`)
  const hasNoDiscriminator = /^0+$/.test(discriminator)
  return {
    provider: 'discord',
    discordId: id,
    username,
    discriminator,
    verified: user.verified,
    displayName: shownText(user.global_name, username),
    avatar: avatar && /^\w{1,100}$/.test(avatar) ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` : '',
    locale: shownText(user.locale, 'en-US'),
    premium_type: user.premium_type ?? 0,
    fullUsername: hasNoDiscriminator ? username : shownText(`${username}#${discriminator}`),
  }
}
