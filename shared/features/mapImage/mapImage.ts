import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
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
  about: 'nobody',
  exported: null,
  erased: { kept: 'holds places of the map and no person' },
  audited: 'mapAudit',
})

/** Who calibrated the map, for staff: everyone reads the calibration itself. Its key is the server's id. */
export const mapCalibrator = defineDocument({
  kind: 'mapCalibrator',
  schema: z.object({
    /** An account; null while the configured frame applies, and for a calibration of an older release: the audit names that one. */
    by: z.string().nullable().default(null),
    /** The name at that time, since other users cannot read the account. */
    byName: z.string().default(''),
  }),
  readableBy: holdersOf('viewPendingCommands'),
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
  persons: { by: 'by' },
  fields: { act: 'event', by: 'by', server: 'event', ...originOwners, '*': 'event' },
  erased: 'emptied',
  audited: ({ act, by, address, session, agent, ...detail }) => ({
    subject: 'map',
    act,
    did: act === 'mapImage.clearCalibration' ? 'removed the calibration of the map' : 'calibrated the map',
    by,
    detail,
    address,
    session,
    agent,
  }),
})
