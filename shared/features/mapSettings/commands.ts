import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { MapSettings } from './mapSettings.ts'

const { shape } = MapSettings

/** Changes the given fields only. */
export const changeMapSettings = defineCommand({
  name: 'mapSettings.change',
  permission: 'play',
  input: z.strictObject({
    playerColor: shape.playerColor.unwrap().optional(),
    teammateColor: shape.teammateColor.unwrap().optional(),
    pingColor: shape.pingColor.unwrap().optional(),
    showPlayerNames: shape.showPlayerNames.unwrap().optional(),
    showDirectionArrows: shape.showDirectionArrows.unwrap().optional(),
    mapOpacity: shape.mapOpacity.unwrap().optional(),
    pingInterval: shape.pingInterval.unwrap().optional(),
    zoomLevel: shape.zoomLevel.unwrap().optional(),
  }),
  output: z.object({}),
  refusals: {},
})
