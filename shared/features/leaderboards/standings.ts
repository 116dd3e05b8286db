import { z } from 'zod'
import { defineDocument, exportedAs, nobody } from '../../engine/document.ts'

const Amount = z.number().nonnegative().default(0)
const Tally = z.object({ playMs: Amount, kills: Amount, deaths: Amount })
export type Tally = z.infer<typeof Tally>
export const noTally: Tally = { playMs: 0, kills: 0, deaths: 0 }

/** How many UTC days are kept, today among them. */
export const keptDays = 30

/** What a player did in the game, by days and seasons. Play records and fight records have the sums of all time. The key is the SteamID64. */
export const PlayStanding = z.object({
  /** By UTC day, as 2026-11-22. */
  days: z.record(z.string(), Tally).default({}),
  /** The season that `tally` is of; 0 for none. */
  season: z.int().nonnegative().default(0),
  tally: Tally.prefault({}),
  /** Of the season before. */
  before: Tally.prefault({}),
  /** Epoch ms of the last stay that ended, and of the last fight: players with the same score are listed by it. */
  playedAt: Amount,
  foughtAt: Amount,
})
export type PlayStanding = z.infer<typeof PlayStanding>

export const playStanding = defineDocument({
  kind: 'playStanding',
  schema: PlayStanding,
  readableBy: nobody,
  memory: 'journaled',
  about: 'player',
  exported: exportedAs('playByDay', (own: PlayStanding) => own, {
    days: 'theirs',
    season: 'theirs',
    tally: 'theirs',
    before: 'theirs',
    playedAt: 'theirs',
    foughtAt: 'theirs',
  }),
  erased: 'deleted',
  audited: null,
})

const Wealth = z.object({ razorTalons: Amount, sylvanShards: Amount })

/** Since when a user has what they have, and what they had at the end of the last season. The key is the account id. */
export const WealthStanding = z.object({
  /** Epoch ms of the last change, by currency. */
  since: Wealth.prefault({}),
  /** The season in which a balance last changed; 0 for none. */
  season: z.int().nonnegative().default(0),
  /** At the end of the season before that. */
  before: Wealth.prefault({}),
})
export type WealthStanding = z.infer<typeof WealthStanding>

export const wealthStanding = defineDocument({
  kind: 'wealthStanding',
  schema: WealthStanding,
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('wealthSince', (own: WealthStanding) => own, {
    since: 'theirs',
    season: 'theirs',
    before: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})
