import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/mapSheet/commands.ts'
import { type Landmark, mapSheet } from '../../../shared/features/mapSheet/mapSheet.ts'
import { type Axes, calibrate, type Frame } from '../../../shared/features/world/frame.ts'
import type { Rule } from '../../engine/rule.ts'

/** What staff and owners have done beside the game. */
const auditArchive = 'audit'
const auditKey = 'all'

export const calibrateMap: Rule<typeof commands.calibrateMap> = (
  { edit, read, refuse, record, actor, address, now },
  { server, landmarks, axes },
) => {
  const frame = frameOf(landmarks, axes)
  if (!frame) return refuse(isMirrored(landmarks, axes) ? 'mirrored' : 'unfit')
  const by = actor.id ?? ''
  edit(mapSheet, server).calibration = { frame, landmarks, by, byName: read(account, by).name, at: now }
  record(auditArchive, auditKey, { act: 'mapSheet.calibrate', by, server, landmarks, frame, address })
  return { frame }
}

export const clearCalibration: Rule<typeof commands.clearCalibration> = (
  { edit, refuse, record, actor, address },
  { server },
) => {
  const sheet = edit(mapSheet, server)
  if (!sheet.calibration) return refuse('none')
  sheet.calibration = null
  record(auditArchive, auditKey, { act: 'mapSheet.clearCalibration', by: actor.id ?? '', server, address })
  return {}
}

type Landmarks = readonly [Landmark, Landmark]

function frameOf([a, b]: Landmarks, axes: Axes): Frame | null {
  const calibration = calibrate(a, b, axes)
  return 'frame' in calibration ? calibration.frame : null
}

/** They would fit if the one lay where the other does, along one way of the world or both. */
function isMirrored([a, b]: Landmarks, axes: Axes): boolean {
  const exchanged = (x: boolean, y: boolean): Landmarks => [
    { ...a, game: { x: x ? b.game.x : a.game.x, y: y ? b.game.y : a.game.y } },
    { ...b, game: { x: x ? a.game.x : b.game.x, y: y ? a.game.y : b.game.y } },
  ]
  return [exchanged(true, false), exchanged(false, true), exchanged(true, true)].some(
    (landmarks) => frameOf(landmarks, axes) !== null,
  )
}
