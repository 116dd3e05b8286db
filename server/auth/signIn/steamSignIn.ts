import type { SteamUser } from '../../../shared/features/account/identity.ts'
import type { Clock } from '../../engine/clock.ts'
import type { SignInAttempt, SignInProvider } from '../http/signInProvider.ts'
import { createAskProvider, wrongAnswer } from './askProvider.ts'
import { orFailure, SignInFault } from './signInFault.ts'
import { plainSteamUser, steamProfile } from './steamProfile.ts'
import { isConfirmed, readAssertion, steamStartAddress } from './steamProtocol.ts'
import { createUsedNonces } from './usedNonces.ts'

interface SteamParts {
  readonly openIdUrl: string
  readonly apiUrl: string
  /** Null: Steam says who somebody is, and nothing else of them. */
  readonly apiKey: string | null
  readonly clock: Clock
  readonly log: { warn(fields: object, text: string): void }
}

/** Sign-in through Steam. Needs no configuration. */
export function createSteamSignIn({ openIdUrl, apiUrl, apiKey, clock, log }: SteamParts): SignInProvider {
  const ask = createAskProvider(clock)
  const isFresh = createUsedNonces(clock)

  async function confirm(question: URLSearchParams) {
    const { status, text } = await ask(openIdUrl, { method: 'POST', body: question })
    if (status !== 200) throw wrongAnswer(`answers with ${status}`)
    if (isConfirmed(text)) return
    if (/^is_valid:false$/m.test(text))
      throw new SignInFault('invalid', 'the provider says that the assertion is not its own')
    throw wrongAnswer('answers in a form that is not known')
  }
  async function profileOf(steamId: string): Promise<SteamUser> {
    if (apiKey === null) return plainSteamUser(steamId)
    const profile = await orFailure(() => steamProfile({ apiUrl, apiKey, ask }, steamId))
    if (!('reason' in profile)) return profile
    log.warn(
      { provider: 'steam', why: profile.why },
      'somebody signs in without the name and picture that Steam has of them',
    )
    return plainSteamUser(steamId)
  }
  async function identify(query: URLSearchParams, attempt: SignInAttempt) {
    const { steamId, nonce, madeAt, question } = readAssertion(openIdUrl, query, attempt)
    if (!isFresh(nonce, madeAt))
      throw new SignInFault('invalid', 'the assertion is too old, too new, or was used before')
    await confirm(question)
    return profileOf(steamId)
  }
  return {
    provider: 'steam',
    isConfigured: true,
    startAddress: (attempt) => steamStartAddress(openIdUrl, attempt),
    identify: (query, attempt) => orFailure(() => identify(query, attempt)),
  }
}
