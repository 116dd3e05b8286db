import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { ServerId } from '../../engine/ids.ts'
import { Axes, Frame } from '../world/frame.ts'
import { Landmark } from './mapImage.ts'

export const calibrateMap = defineCommand({
  name: 'mapImage.calibrate',
  permission: 'ownerPanel',
  input: z.object({ server: ServerId, landmarks: z.tuple([Landmark, Landmark]), axes: Axes }),
  output: z.object({ frame: Frame }),
  refusals: {
    unfit:
      "These two landmarks can't place the map. Choose two that are at least 100 units apart both ways, and check the numbers.",
    mirrored: 'These two landmarks would mirror the map. Check which is which, or try the other axes.',
  },
})

/** Restores the configured frame. */
export const clearCalibration = defineCommand({
  name: 'mapImage.clearCalibration',
  permission: 'ownerPanel',
  input: z.object({ server: ServerId }),
  output: z.object({}),
  refusals: { none: "The map isn't calibrated here. It already uses the configuration's frame." },
})
