import { z } from 'zod'
import { auditErasure, defineArchive, originShape } from '../../engine/archive.ts'
import { defineDocument, everyone, holdersOf } from '../../engine/document.ts'
import { Frame, Place } from '../world/frame.ts'

/** A place by its coordinates in game centimetres and in map units. */
export const Landmark = z.object({ game: Place, units: Place })
export type Landmark = z.infer<typeof Landmark>

/** The calibration of the map. Its key is the server's id. */
export const MapImage = z.object({
  /** The calibrated frame; null while the configured one applies. */
  calibration: z
    .object({
      frame: Frame,
      landmarks: z.tuple([Landmark, Landmark]),
      by: z.string(),
      /** The name at that time, since other users cannot read the account. Empty in data of an older release. */
      byName: z.string().default(''),
      at: z.number(),
    })
    .nullable()
    .default(null),
})
export type MapImage = z.infer<typeof MapImage>

export const mapImage = defineDocument({
  kind: 'mapImage',
  schema: MapImage,
  readableBy: everyone,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: 'mapAudit',
})

/** The path of the owner's map image, if there is one: see `mapImage` in the server's status. */
export const mapImagePath = '/map-image'

/** Who calibrated the map, or cleared its calibration. */
export const mapAudit = defineArchive({
  kind: 'mapAudit',
  schema: z.looseObject({ act: z.string(), by: z.string(), server: z.string(), ...originShape }),
  readableBy: holdersOf('runConsole'),
  about: ({ by }) => [by],
  exported: (row) => row,
  erased: auditErasure,
  audited: ({ act, by, address, session, agent, ...detail }) => ({
    subject: 'map',
    act,
    by,
    detail,
    address,
    session,
    agent,
  }),
})
