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
  unusableAnswer,
} from './provider.ts'
import { isConfirmed, readAssertion, steamStartAddress } from './steamOpenId.ts'

interface SteamDeps {
  readonly openIdUrl: string
  readonly apiUrl: string
  /** Of the Web API; null: only the SteamID of a user is known. */
  readonly apiKey: string | null
  readonly clock: Clock
  readonly log: { warn(fields: object, text: string): void }
}

/** Sign-in through Steam. Needs no configuration. */
export function createSteamSignIn({ openIdUrl, apiUrl, apiKey, clock, log }: SteamDeps): SignInProvider {
  const ask = createAskProvider(clock)
  const isFresh = createNonceCheck(clock)

  async function identify(query: URLSearchParams, attempt: SignInAttempt) {
    const { steamId, nonce, madeAt, question } = readAssertion(openIdUrl, query, attempt)
    if (!isFresh(nonce, madeAt)) throw new SignInFault('invalid', whyNotFresh(madeAt, clock.now()))
    await confirm(question)
    return profileOf(steamId)
  }
  async function confirm(question: URLSearchParams) {
    const { status, text } = await ask(openIdUrl, { method: 'POST', body: question })
    if (status !== 200) throw unusableAnswer(`answers with ${status}`)
    if (isConfirmed(text)) return
    if (/^is_valid:false$/m.test(text))
      throw new SignInFault('invalid', 'the provider says that the assertion is not its own')
    throw unusableAnswer('answers in an unknown form')
  }
  async function profileOf(steamId: string): Promise<SteamUser> {
    if (apiKey === null) return unnamedSteamUser(steamId)
    const profile = await orFailure(() => steamProfile({ apiUrl, apiKey, ask }, steamId))
    if (!('reason' in profile)) return profile
    log.warn(
      { provider: 'steam', why: profile.why },
      'a user signs in without the name and picture of their Steam profile',
    )
    return unnamedSteamUser(steamId)
  }
  return {
    provider: 'steam',
    isConfigured: true,
    startAddress: (attempt) => steamStartAddress(openIdUrl, attempt),
    identify: (query, attempt) => orFailure(() => identify(query, attempt)),
  }
}

/** The most that the clocks of Steam and the hub may differ, including the time of transfer. */
export const nonceWindowMs = 5 * 60_000
/** The oldest nonces are dropped beyond this: Steam itself confirms an assertion only once. */
const mostNonces = 10_000

/** Where the hub's clock is wrong, no one can sign in through Steam. @param now epoch ms, as `madeAt` */
function whyNotFresh(madeAt: number, now: number): string {
  const apart = Math.abs(now - madeAt)
  if (apart <= nonceWindowMs) return 'the assertion was used before'
  const minutes = Math.floor(apart / 60_000)
  const side = madeAt < now ? 'before' : 'after'
  return `the assertion says that it was made ${minutes} min ${side} the time of this machine's clock, and at most ${nonceWindowMs / 60_000} min are accepted: if no one can sign in, set that clock`
}

/** Makes a function that accepts each nonce once, and only around the time at which it was made. */
export function createNonceCheck(clock: Pick<Clock, 'now'>) {
  /** Nonce to the epoch ms at which it expires; in the order of arrival. */
  const used = new Map<string, number>()

  return (nonce: string, madeAt: number): boolean => {
    const now = clock.now()
    if (Math.abs(now - madeAt) > nonceWindowMs || used.has(nonce)) return false
    for (const [old, expiresAt] of used) {
      if (expiresAt >= now && used.size < mostNonces) break
      used.delete(old)
    }
    used.set(nonce, madeAt + nonceWindowMs)
    return true
  }
}

/** ISteamUser/GetPlayerSummaries/v2. Private fields of a profile are absent. */
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

interface ProfileRequest {
  readonly apiUrl: string
  readonly apiKey: string
  readonly ask: AskProvider
}

/** @throws SignInFault if Steam does not answer */
async function steamProfile({ apiUrl, apiKey, ask }: ProfileRequest, steamId: string): Promise<SteamUser> {
  const address = new URL('/ISteamUser/GetPlayerSummaries/v2/', apiUrl)
  address.search = new URLSearchParams({ key: apiKey, steamids: steamId }).toString()
  const { status, text } = await ask(address.href)
  if (status !== 200) throw unusableAnswer(`answers with ${status}`)
  const summary = readJson(text, Summaries).response.players.find(({ steamid }) => steamid === steamId)
  if (!summary) throw unusableAnswer('does not know the player')
  const unnamed = unnamedSteamUser(steamId)
  return {
    ...unnamed,
    displayName: shownText(summary.personaname, unnamed.displayName),
    avatar: shownAddress(summary.avatarfull),
    profileUrl: shownAddress(summary.profileurl),
    realName: shownText(summary.realname),
    country: /^[A-Z]{2}$/.exec(summary.loccountrycode ?? '')?.[0] ?? '',
    accountCreated: summary.timecreated === undefined ? null : new Date(summary.timecreated * 1_000).getUTCFullYear(),
  }
}

/** All that is known of a user without their profile. */
const unnamedSteamUser = (steamId: string): SteamUser => ({
  provider: 'steam',
  steamId,
  displayName: `Steam player …${steamId.slice(-4)}`,
  avatar: '',
  profileUrl: '',
  realName: '',
  country: '',
  accountCreated: null,
})
