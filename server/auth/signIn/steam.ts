import { z } from 'zod'
import type { SteamUser } from '../../../shared/features/account/identity.ts'
import type { Clock } from '../../engine/clock.ts'
import {
  type AskProvider,
  createAskProvider,
  orFailure,
  readJson,
  type SignInAttempt,
  SignInFault,
  type SignInProvider,
  shownAddress,
  shownText,
  wrongAnswer,
} from './provider.ts'
import { isConfirmed, readAssertion, steamStartAddress } from './steamOpenId.ts'

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

/** So far may the clocks of Steam and the hub be apart, the way there included. */
export const nonceWindowMs = 5 * 60_000
/** Beyond that the oldest are forgotten: Steam itself confirms nothing twice. */
const mostKept = 10_000

/** Says of each nonce once, and only around its time, that it is good. */
export function createUsedNonces(clock: Pick<Clock, 'now'>) {
  /** Nonce to the epoch ms from which it is too old anyway; the order in which they came. */
  const used = new Map<string, number>()

  return (nonce: string, madeAt: number): boolean => {
    const now = clock.now()
    if (Math.abs(now - madeAt) > nonceWindowMs || used.has(nonce)) return false
    for (const [old, until] of used) {
      if (until >= now && used.size < mostKept) break
      used.delete(old)
    }
    used.set(nonce, madeAt + nonceWindowMs)
    return true
  }
}

/** ISteamUser/GetPlayerSummaries/v2; what somebody keeps to themselves is left out. */
const Summary = z.object({
  steamid: z.string(),
  personaname: z.string().optional(),
  avatarfull: z.string().optional(),
  profileurl: z.string().optional(),
  realname: z.string().optional(),
  loccountrycode: z.string().optional(),
  /** Epoch seconds. */
  timecreated: z.int().min(0).max(9_999_999_999).optional(),
})
const Summaries = z.object({ response: z.object({ players: z.array(Summary).max(100) }) })

/** All that is known without a Web API key. */
const plainSteamUser = (steamId: string): SteamUser => ({
  ...{ provider: 'steam', steamId, displayName: `Steam player …${steamId.slice(-4)}` },
  ...{ avatar: '', profileUrl: '', realName: '', country: '', accountCreated: null },
})

interface ProfileParts {
  readonly apiUrl: string
  readonly apiKey: string
  readonly ask: AskProvider
}

/** Throws a SignInFault where Steam does not tell. */
async function steamProfile({ apiUrl, apiKey, ask }: ProfileParts, steamId: string): Promise<SteamUser> {
  const address = new URL('/ISteamUser/GetPlayerSummaries/v2/', apiUrl)
  address.search = new URLSearchParams({ key: apiKey, steamids: steamId }).toString()
  const { status, text } = await ask(address.href)
  if (status !== 200) throw wrongAnswer(`answers with ${status}`)
  const summary = readJson(text, Summaries).response.players.find(({ steamid }) => steamid === steamId)
  if (!summary) throw wrongAnswer('does not know the player')
  return userOf(summary, plainSteamUser(steamId))
}

const userOf = (summary: z.infer<typeof Summary>, plain: SteamUser): SteamUser => ({
  ...plain,
  displayName: shownText(summary.personaname, plain.displayName),
  avatar: shownAddress(summary.avatarfull),
  profileUrl: shownAddress(summary.profileurl),
  realName: shownText(summary.realname),
  country: /^[A-Z]{2}$/.exec(summary.loccountrycode ?? '')?.[0] ?? '',
  accountCreated: summary.timecreated === undefined ? null : new Date(summary.timecreated * 1_000).getUTCFullYear(),
})
