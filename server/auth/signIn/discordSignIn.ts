import type { Clock } from '../../engine/clock.ts'
import type { SignInAttempt, SignInProvider } from '../http/signInProvider.ts'
import { createAskProvider, type ProviderAnswer, wrongAnswer } from './askProvider.ts'
import {
  codeExchange,
  codeIn,
  discordStartAddress,
  discordUserOf,
  TokenAnswer,
  TokenRefusal,
  UserAnswer,
} from './discordProtocol.ts'
import { readJson } from './readJson.ts'
import { orFailure, SignInFault } from './signInFault.ts'

interface DiscordParts {
  /** Null: the owner of the hub has registered no application with Discord. */
  readonly application: { readonly url: string; readonly clientId: string; readonly clientSecret: string } | null
  readonly clock: Clock
}

/** Sign-in through Discord. The token serves to ask who it is, and is kept nowhere. */
export function createDiscordSignIn({ application, clock }: DiscordParts): SignInProvider {
  const ask = createAskProvider(clock)
  const configured = () => {
    if (application === null) throw new SignInFault('notConfigured', 'nothing is configured for this provider')
    return application
  }
  async function identify(query: URLSearchParams, attempt: SignInAttempt) {
    const known = configured()
    const body = codeExchange(known, codeIn(query), attempt)
    const token = tokenOf(await ask(new URL('/api/oauth2/token', known.url).href, { method: 'POST', body }))
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await ask(new URL('/api/users/@me', known.url).href, { headers })
    if (status !== 200) throw wrongAnswer(`answers with ${status}`)
    return discordUserOf(readJson(text, UserAnswer))
  }
  return {
    provider: 'discord',
    isConfigured: application !== null,
    startAddress: (attempt) => discordStartAddress(configured(), attempt),
    identify: (query, attempt) => orFailure(() => identify(query, attempt)),
  }
}

function tokenOf({ status, text }: ProviderAnswer) {
  if (status === 200) return readJson(text, TokenAnswer).access_token
  if (status !== 400 && status !== 401) throw wrongAnswer(`answers with ${status}`)
  const { error } = readJson(text, TokenRefusal)
  if (error === 'invalid_grant') throw new SignInFault('expired', 'the provider no longer takes the code')
  if (error === 'invalid_client')
    throw new SignInFault('notConfigured', 'the provider does not know DISCORD_CLIENT_ID with DISCORD_CLIENT_SECRET')
  throw new SignInFault('invalid', 'the provider refuses how it was asked')
}
