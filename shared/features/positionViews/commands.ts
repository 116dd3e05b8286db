import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { PositionView, ViewEntry } from './positionViews.ts'

const { name, at, from } = PositionView.shape

export const beginView = defineCommand({
  name: 'positionViews.begin',
  permission: 'hub',
  input: z.object({ account: PlayerId, name, at, from }),
  output: z.object({}),
  refusals: {},
  // It may be recorded after the account was erased.
  secrets: ['name'],
})

/** Records one view in the archive. */
export const endView = defineCommand({
  name: 'positionViews.end',
  permission: 'hub',
  input: z.object({ account: PlayerId, at, to: z.number(), cut: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

/** A player in the game, with the named region in which their dinosaur is. */
export const ListedPlayer = z.object({
  id: z.string(),
  /** Null where the game does not report it clearly. */
  name: z.string().nullable(),
  /** Null while choosing a class. */
  species: z.string().nullable(),
  growth: z.int().nullable().describe('Percent of adult size.'),
  playTime: z.int().nullable().describe('Whole hours on this server. Null: there is no record of the player.'),
  /** Null outside of all regions, and where the place is unknown. */
  location: z.string().nullable(),
  status: z.enum(['choosing', 'alive', 'dead']),
})
export type ListedPlayer = z.infer<typeof ListedPlayer>

/** All players with the regions they are in. Each call is a view of all positions and recorded as one; null without a recent reading. */
export const listPlayers = defineQuery({
  name: 'positionViews.players',
  permission: 'viewAllPositions',
  input: z.object({ server: z.string() }),
  output: z.object({ players: z.array(ListedPlayer).nullable() }),
})

/** Who has viewed all positions, newest first. */
export const pastViews = defineQuery({
  name: 'positionViews.past',
  permission: 'ownerPanel',
  input: z.object({ before: z.number().nullable().default(null) }),
  output: z.object({ views: z.array(ViewEntry), next: z.number().nullable() }),
})
