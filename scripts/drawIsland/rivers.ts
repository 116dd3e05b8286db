import type { River } from '../../shared/features/world/freshWaters.ts'
import { softened } from './curve.ts'
import type { Plate, Stroke } from './plate.ts'
import { type Print, sheetSize } from './print.ts'
import { onLand, type Survey } from './survey.ts'

/** Points over which a spring grows to a stream. */
const springLength = 26

const strokesOf = (river: River, isFromLake: boolean): Stroke[] => {
  const widths = river.map(({ width }, i) => width * (isFromLake ? 1 : Math.min(1, 0.35 + i / springLength)))
  return softened(river, 2, false).map((point, i) => ({ ...point, width: widths[i] ?? 1 }))
}

/** Rivers with an inked bank on either side where they are wide enough to have water between them. */
export const drawRivers = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  const inLake = ({ x, y }: { x: number; y: number }) =>
    (survey.water[Math.floor(y) * sheetSize + Math.floor(x)] ?? 0) > 0
  const lines = survey.rivers.map((river) => strokesOf(river, river[0] !== undefined && inLake(river[0])))
  const land = onLand(survey)
  for (const line of lines) plate.line(line.map((at) => ({ ...at, width: at.width * 1.15 + 1.1 })))
  plate.print(prints, (palette) => palette.river, land)
  plate.clear()
  for (const line of lines) plate.line(line.map((at) => ({ ...at, width: Math.max(0, at.width * 1.15 - 1) })))
  plate.print(prints, (palette) => ({ colour: palette.shallows, strength: 0.85 }))
  plate.clear()
}

/** The inked line where land and water meet. */
export const drawShores = ({ coast, lakes }: Survey, plate: Plate, prints: readonly Print[]): void => {
  const rings = [...coast, ...lakes.flatMap(({ outline, islets }) => [outline, ...islets])]
  for (const ring of rings) plate.line(softened(ring, 1, true).map((point) => ({ ...point, width: 1.35 })))
  plate.print(prints, (palette) => palette.shoreLine)
  plate.clear()
}
