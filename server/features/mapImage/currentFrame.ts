import { mapImage } from '../../../shared/features/mapImage/mapImage.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import type { Hub } from '../../engine/hub.ts'

/** The map's current frame: the calibrated one, otherwise the configured one. Call it at each reading. */
export const currentFrame =
  (hub: Pick<Hub, 'read'>, server: string, configured: Frame): (() => Frame) =>
  () =>
    hub.read(mapImage, server).calibration?.frame ?? configured
