import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'

/** A player in a film. Without a name where the player did not agree to it. */
const FilmPlayer = z.object({ name: z.string().nullable(), account: z.string().nullable(), species: z.string() })
const FilmPlace = z.tuple([z.int(), z.int(), z.int()])
/** Number, x and y, in map units. */
type FilmPlace = z.infer<typeof FilmPlace>

const FilmFrame = z.object({
  at: z.number(),
  /**
   * The place of each player in the area, one after the other: see `placesIn`. A list for each place would take three times the memory.
   * Films of earlier releases have such lists.
   */
  places: z.array(z.union([z.int(), FilmPlace])),
})

/** Who was in the area in a frame, and where. */
export function placesIn({ places }: z.infer<typeof FilmFrame>): readonly FilmPlace[] {
  const flat = places.flat()
  return Array.from({ length: flat.length / 3 }, (_, nth) => flat.slice(3 * nth, 3 * nth + 3) as FilmPlace)
}

/**
 * What happened in the area of an event, for everyone to watch when it is over: readings of who was inside, and nothing of outside. The key
 * is the event's id.
 */
export const EventFilm = z.object({
  /** By number, as in `eventScores`. */
  players: z.record(z.string(), FilmPlayer).default({}),
  /** In order, epoch ms. */
  frames: z.array(FilmFrame).default([]),
})
export type EventFilm = z.infer<typeof EventFilm>
export const eventFilm = defineDocument({
  kind: 'eventFilm',
  schema: EventFilm,
  readableBy: everyone,
  memory: 'journaled',
  about: 'several',
  // The player's part of the replay is exported with the replay, and this is a part of it.
  exported: null,
  erased: 'byFeature',
  audited: null,
})
/** A film has fewer frames than this, and fewer places in all. */
export const mostFrames = 240
export const mostFilmed = 12_000
