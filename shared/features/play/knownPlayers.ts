import { z } from 'zod'
import { defineDocument, exportedAs, nobody, type Person } from '../../engine/document.ts'
import { hashBuckets } from '../../engine/hashBuckets.ts'

/** A player as last seen in the game. */
const KnownPlayer = z.object({
  /** '' where the game never told it clearly. */
  name: z.string(),
})

/** The players who were ever recorded, so that staff find them after they have left; in buckets by `knownPlayersKey`. */
export const KnownPlayers = z.object({ players: z.record(z.string(), KnownPlayer).default({}) })
export type KnownPlayers = z.infer<typeof KnownPlayers>

/** The bucket of a player: the last two characters of the game's id, which are spread evenly. */
export const knownPlayersKey = (id: string) => id.slice(-2).toLowerCase().padStart(2, '0')

/** Every bucket that a SteamID64 or an EOS id can be in. */
export const knownPlayersKeys = hashBuckets

export const knownPlayers = defineDocument({
  kind: 'knownPlayers',
  schema: KnownPlayers,
  readableBy: nobody,
  memory: 'journaled',
  about: ({ players }) => [...new Set(players.map(knownPlayersKey))],
  exported: exportedAs(
    'nameInGame',
    ({ players: known }: KnownPlayers, { players }: Person) => players.map((id) => known[id]).find(Boolean),
    { name: 'theirs' },
  ),
  erased: 'byFeature',
  audited: null,
})
