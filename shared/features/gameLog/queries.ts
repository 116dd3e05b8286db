import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { PlayedId } from '../play/commands.ts'
import { gameAdminActs, gameChat, gameKills, gameVisits } from './archives.ts'
import { chatChannels, LogAnimal } from './lines.ts'

/** For staff who read what the game's log says. */
const permission = 'readChat'

const Moment = z.number().nullable().default(null)

export const longestLogSearch = 200

/** A row must match every given field. */
export const LogFilter = z.object({
  /** Every word must occur in it: in names, ids, species or the text. */
  text: z.string().trim().max(longestLogSearch).default(''),
  /** The game's id of a player; null for all. */
  player: PlayedId.nullable().default(null),
  /** Epoch ms, both inclusive. */
  from: Moment,
  to: Moment,
})
export type LogFilter = z.infer<typeof LogFilter>

const Page = {
  before: z.number().nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
}

/** Newest first. `next` is for `before`, null at the end; a page may be short or empty, because a query reads a limited number of rows. */
const pageOf = <Row extends z.ZodObject>(row: Row) =>
  z.object({
    rows: z.array(z.object({ key: z.string(), row })),
    next: z.number().nullable(),
    /** Epoch ms back to which was read; null at the end. */
    searchedTo: z.number().nullable(),
  })

export const searchKills = defineQuery({
  name: 'gameLog.searchKills',
  permission,
  input: LogFilter.extend(Page),
  output: pageOf(gameKills.schema),
  perMinute: 120,
})

export const searchVisits = defineQuery({
  name: 'gameLog.searchVisits',
  permission,
  input: LogFilter.extend({
    ...Page,
    /** Only those who left without rest within a minute after a kill. */
    afterFight: z.boolean().default(false),
  }),
  output: pageOf(gameVisits.schema),
  perMinute: 120,
})

export const searchChat = defineQuery({
  name: 'gameLog.searchChat',
  permission,
  input: LogFilter.extend({ ...Page, channel: z.enum(chatChannels).nullable().default(null) }),
  output: pageOf(gameChat.schema),
  perMinute: 120,
})

export const searchAdminActs = defineQuery({
  name: 'gameLog.searchAdminActs',
  permission,
  input: LogFilter.extend(Page),
  output: pageOf(gameAdminActs.schema),
  perMinute: 120,
})

/** One of the asker's own kills or deaths. Other players are not named: their species is. */
export const OwnFight = z.object({
  key: z.string(),
  happenedAt: z.number(),
  act: z.enum(['kill', 'death']),
  by: z.enum(['player', 'animal', 'unclear', 'nature']),
  own: LogAnimal,
  other: LogAnimal.nullable(),
  cause: z.string().nullable(),
})
export type OwnFight = z.infer<typeof OwnFight>

/** The kills and deaths of the asker's own player. Empty without a linked player. */
export const myFights = defineQuery({
  name: 'gameLog.myFights',
  permission: 'play',
  input: z.object(Page),
  output: z.object({
    fights: z.array(OwnFight),
    next: z.number().nullable(),
    /** Whether the hub has ever read the game's log. */
    isRecorded: z.boolean().default(false),
  }),
  perMinute: 120,
})
