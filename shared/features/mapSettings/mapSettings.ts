import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { mapColours } from '../world/mapColours.ts'

export const MapColour = z.enum(mapColours)
export type MapColour = z.infer<typeof MapColour>

const isStep = (step: number) => (value: number) => Math.abs(value / step - Math.round(value / step)) < 1e-9

/** A player's map settings, the same on all devices. Its key is the account's id. */
export const MapSettings = z.object({
  playerColor: MapColour.default('amber'),
  teammateColor: MapColour.default('azure'),
  pingColor: MapColour.default('coral'),
  showPlayerNames: z.boolean().default(true),
  showDirectionArrows: z.boolean().default(true),
  mapOpacity: z.number().min(0.3).max(1).refine(isStep(0.1), 'a step of 0.1').default(1),
  /** The shortest interval between two pings of the player, ms. */
  pingInterval: z.int().min(5_000).max(30_000).refine(isStep(5_000), 'a step of 5000').default(10_000),
  /** The zoom level at which the map opens. */
  zoomLevel: z.number().min(0.5).max(3).default(1),
})
export type MapSettings = z.infer<typeof MapSettings>

export const mapSettings = defineDocument({
  kind: 'mapSettings',
  schema: MapSettings,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('mapSettings', (own: MapSettings) => own, {
    playerColor: 'theirs',
    teammateColor: 'theirs',
    pingColor: 'theirs',
    showPlayerNames: 'theirs',
    showDirectionArrows: 'theirs',
    mapOpacity: 'theirs',
    pingInterval: 'theirs',
    zoomLevel: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})
