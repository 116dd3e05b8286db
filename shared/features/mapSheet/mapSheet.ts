import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'
import { Frame, Place } from '../world/frame.ts'

/** One place known twice: in game centimetres, and in map units. */
export const Landmark = z.object({ game: Place, units: Place })
export type Landmark = z.infer<typeof Landmark>

/** How the map lies over the game's world. Its key is the server's. */
export const MapSheet = z.object({
  /** As calibrated on the page; null while the frame of the configuration holds. */
  calibration: z
    .object({
      frame: Frame,
      landmarks: z.tuple([Landmark, Landmark]),
      by: z.string(),
      /** What they were called then: accounts are open to nobody else. Empty in what an older release kept. */
      byName: z.string().default(''),
      at: z.number(),
    })
    .nullable()
    .default(null),
})
export type MapSheet = z.infer<typeof MapSheet>

export const mapSheet = defineDocument({
  kind: 'mapSheet',
  schema: MapSheet,
  readableBy: everyone,
  memory: 'journaled',
})

/** Where the owner's own picture of the map is found, if there is one: see `mapImage` of the server's status. */
export const mapImagePath = '/map-image'
