import '../../../zodTexts.ts'
import { z } from 'zod'
import type { MapImage } from '../../../../shared/features/mapImage/mapImage.ts'
import { calibrate, type Landmark } from '../../../../shared/features/world/calibrate.ts'
import {
  Axes,
  type Frame,
  mapSize,
  metresPerUnit,
  type Point,
  toGame,
  toUnits,
} from '../../../../shared/features/world/frame.ts'
import { type NumberRule, numberIn, numberProblem } from '../../../ui/textRules.ts'
import { useDraft } from '../../../ui/useDraft.ts'

/** The texts in the fields of a landmark. */
const LandmarkInput = z.object({ gameX: z.string(), gameY: z.string(), unitsX: z.string(), unitsY: z.string() })
export type LandmarkInput = Readonly<z.infer<typeof LandmarkInput>>

export const emptyLandmark: LandmarkInput = { gameX: '', gameY: '', unitsX: '', unitsY: '' }

/** Larger than any world of the game, in centimetres. */
const farthestGame = 10_000_000

/** A coordinate of the game, in centimetres. The game writes commas between thousands: `-123,456.789`. */
export const gameRule: NumberRule = { needed: 'Enter centimetres.', least: -farthestGame, most: farthestGame }
/** A coordinate of the map. */
export const unitsRule: NumberRule = { needed: 'Enter a number, or pick the place.', least: 0, most: mapSize }
const rules = { gameX: gameRule, gameY: gameRule, unitsX: unitsRule, unitsY: unitsRule }

/** The landmark in the fields; null until all four are valid. */
export const landmarkOf = (input: LandmarkInput): Landmark | null => {
  const { gameX, gameY, unitsX, unitsY } = input
  const isRight = Object.entries(rules).every(
    ([key, rule]) => numberProblem(input[key as keyof LandmarkInput], rule) === null,
  )
  const [x, y, east, south] = [gameX, gameY, unitsX, unitsY].map(numberIn)
  if (!isRight || x == null || y == null || east == null || south == null) return null
  return { game: { x, y }, units: { x: east, y: south } }
}

const tenths = (number: number) => String(Math.round(number * 10) / 10)

export const landmarkInput = ({ game, units }: Landmark): LandmarkInput => ({
  gameX: tenths(game.x),
  gameY: tenths(game.y),
  unitsX: tenths(units.x),
  unitsY: tenths(units.y),
})

/** Field texts with the game coordinates of a place on the map. */
export const gameInput = (frame: Frame, units: Point) => {
  const { x, y } = toGame(frame, units)
  return { gameX: String(Math.round(x)), gameY: String(Math.round(y)) }
}

export const unitsInput = ({ x, y }: Point) => ({ unitsX: tenths(x), unitsY: tenths(y) })

export const axesLabels: Readonly<Record<Axes, string>> = {
  xLong: 'game X to the east, Y to the south',
  xLat: 'game X to the south, Y to the east',
}

export type Preview = { readonly frame: Frame } | { readonly error: string } | null

/** The frame that the hub would compute; null until all fields are filled. */
export const previewOf = (a: LandmarkInput, b: LandmarkInput, axes: Axes): Preview => {
  const [first, second] = [landmarkOf(a), landmarkOf(b)]
  return first && second ? calibrate(first, second, axes, (one) => axesLabels[one]) : null
}

/** Where an item drawn at `units` would be drawn with another frame, and the distance. */
export const movedBy = (from: Frame, to: Frame, units: Point) => {
  const place = toUnits(to, toGame(from, units))
  return { place, metres: Math.hypot(place.x - units.x, place.y - units.y) * metresPerUnit(from) }
}

export interface LandmarksForm {
  readonly inputs: readonly [LandmarkInput, LandmarkInput]
  readonly axes: Axes
  change(which: 0 | 1, part: Partial<LandmarkInput>): void
  setAxes(axes: Axes): void
  /** Shows the current landmarks again. */
  clear(): void
}

const Edited = z.object({ inputs: z.tuple([LandmarkInput, LandmarkInput]), axes: Axes })
type Edited = z.infer<typeof Edited>

/** The state of the form: edited texts, kept over a reload, initially the current landmarks. */
export function useLandmarks(calibration: MapImage['calibration']): LandmarksForm {
  const { value: edited, change: setEdited, clear } = useDraft('calibration', Edited.nullable(), null)
  const current: Edited = calibration
    ? {
        inputs: [landmarkInput(calibration.landmarks[0]), landmarkInput(calibration.landmarks[1])],
        axes: calibration.frame.axes,
      }
    : { inputs: [emptyLandmark, emptyLandmark], axes: 'xLong' }
  const now = edited ?? current
  return {
    ...now,
    change(which, part) {
      setEdited((last) => {
        const { inputs, axes } = last ?? current
        const [first, second] = inputs
        return { axes, inputs: which === 0 ? [{ ...first, ...part }, second] : [first, { ...second, ...part }] }
      })
    },
    clear,
    setAxes: (axes) => setEdited((last) => ({ inputs: (last ?? current).inputs, axes })),
  }
}
