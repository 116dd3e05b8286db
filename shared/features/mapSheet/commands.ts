import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { ServerId } from '../../engine/ids.ts'
import { Axes, Frame } from '../world/frame.ts'
import { Landmark } from './mapSheet.ts'

export const calibrateMap = defineCommand({
  name: 'mapSheet.calibrate',
  permission: 'ownerPanel',
  input: z.object({ server: ServerId, landmarks: z.tuple([Landmark, Landmark]), axes: Axes }),
  output: z.object({ frame: Frame }),
  refusals: {
    unfit:
      'These two landmarks do not give a map: choose two that are at least 100 units apart both ways, and check the numbers.',
    mirrored: 'These two landmarks would mirror the map: check which is which, or try the other axes.',
  },
})

/** Back to the frame of the configuration. */
export const clearCalibration = defineCommand({
  name: 'mapSheet.clearCalibration',
  permission: 'ownerPanel',
  input: z.object({ server: ServerId }),
  output: z.object({}),
  refusals: { none: 'The map is not calibrated here: the frame of the configuration holds already.' },
})
