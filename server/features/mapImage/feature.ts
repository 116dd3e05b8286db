import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/mapImage/commands.ts'
import { type Landmark, mapAudit, mapCalibrator, mapImage } from '../../../shared/features/mapImage/mapImage.ts'
import { calibrate } from '../../../shared/features/world/calibrate.ts'
import type { Axes, Frame } from '../../../shared/features/world/frame.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

const calibrateMap: Rule<typeof commands.calibrateMap> = (
  { edit, read, refuse, archive, actor, origin, now },
  { server, landmarks, axes },
) => {
  const frame = frameOf(landmarks, axes)
  if (!frame) return refuse(isMirrored(landmarks, axes) ? 'mirrored' : 'unfit')
  const by = actor.id ?? ''
  edit(mapImage, server).calibration = { frame, landmarks, at: now }
  Object.assign(edit(mapCalibrator, server), { by, byName: read(account, by).name })
  archive(mapAudit, { act: 'mapImage.calibrate', by, server, landmarks, frame, ...origin })
  return { frame }
}

const clearCalibration: Rule<typeof commands.clearCalibration> = (
  { edit, refuse, archive, actor, origin },
  { server },
) => {
  const image = edit(mapImage, server)
  if (!image.calibration) return refuse('none')
  image.calibration = null
  Object.assign(edit(mapCalibrator, server), { by: null, byName: '' })
  archive(mapAudit, { act: 'mapImage.clearCalibration', by: actor.id ?? '', server, ...origin })
  return {}
}

type Landmarks = readonly [Landmark, Landmark]

function frameOf([a, b]: Landmarks, axes: Axes): Frame | null {
  const calibration = calibrate(a, b, axes)
  return 'frame' in calibration ? calibration.frame : null
}

/** Whether the landmarks would fit with their game coordinates exchanged along one axis or both. */
function isMirrored([a, b]: Landmarks, axes: Axes): boolean {
  const exchanged = (x: boolean, y: boolean): Landmarks => [
    { ...a, game: { x: x ? b.game.x : a.game.x, y: y ? b.game.y : a.game.y } },
    { ...b, game: { x: x ? a.game.x : b.game.x, y: y ? a.game.y : b.game.y } },
  ]
  return [exchanged(true, false), exchanged(false, true), exchanged(true, true)].some(
    (landmarks) => frameOf(landmarks, axes) !== null,
  )
}

export const mapImageFeature: Feature = {
  name: 'mapImage',
  documents: [mapImage, mapCalibrator],
  archives: [mapAudit],
  removals: [
    {
      kind: mapCalibrator,
      remove({ edit }, { account: erased }) {
        const calibrator = edit(mapCalibrator, mainServer)
        if (calibrator.by === erased) calibrator.byName = ''
      },
    },
  ],
  commands: [implement(commands.calibrateMap, calibrateMap), implement(commands.clearCalibration, clearCalibration)],
  queries: [],
}
