import { z } from 'zod'
import type { SteamUser } from '../../../shared/features/account/identity.ts'
import { type AskProvider, wrongAnswer } from './askProvider.ts'
import { readJson } from './readJson.ts'
import { shownAddress, shownText } from './shownText.ts'

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
export const plainSteamUser = (steamId: string): SteamUser => ({
  ...{ provider: 'steam', steamId, displayName: `Steam player …${steamId.slice(-4)}` },
  ...{ avatar: '', profileUrl: '', realName: '', country: '', accountCreated: null },
})

interface ProfileParts {
  readonly apiUrl: string
  readonly apiKey: string
  readonly ask: AskProvider
}

/** Throws a SignInFault where Steam does not tell. */
export async function steamProfile({ apiUrl, apiKey, ask }: ProfileParts, steamId: string): Promise<SteamUser> {
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
