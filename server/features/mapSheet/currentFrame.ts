import { mapSheet } from '../../../shared/features/mapSheet/mapSheet.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import type { Hub } from '../../engine/hub.ts'

/** How the map lies over the world now: as calibrated on the page, or else as configured. To be asked at each reading. */
export const currentFrame =
  (hub: Pick<Hub, 'read'>, server: string, configured: Frame): (() => Frame) =>
  () =>
    hub.read(mapSheet, server).calibration?.frame ?? configured
