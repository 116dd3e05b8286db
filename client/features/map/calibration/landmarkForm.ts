import { useState } from 'react'
import type { MapImage } from '../../../../shared/features/mapImage/mapImage.ts'
import {
  type Axes,
  calibrate,
  type Frame,
  type Landmark,
  mapSize,
  metresPerUnit,
  type Point,
  toGame,
  toUnits,
} from '../../../../shared/features/world/frame.ts'

/** The texts in the fields of a landmark. */
export interface LandmarkInput {
  readonly gameX: string
  readonly gameY: string
  readonly unitsX: string
  readonly unitsY: string
}

export const emptyLandmark: LandmarkInput = { gameX: '', gameY: '', unitsX: '', unitsY: '' }

/** Larger than any world of the game, in centimetres. */
const farthestGame = 10_000_000

/** Parses a number with common separators, as `-123 456,7`. Null if invalid. */
export const parseNumber = (input: string): number | null => {
  const plain = input
    .trim()
    .replace(/[\s_']/g, '')
    .replace(/−/g, '-')
    .replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** The error message of a game coordinate; null if valid or empty. */
export const gameProblem = (input: string): string | null => {
  if (input.trim() === '') return null
  const number = parseNumber(input)
  if (number === null) return 'Enter centimetres as a plain number, such as -123456.'
  return Math.abs(number) > farthestGame ? "That's outside the game's map." : null
}

export const unitsProblem = (input: string): string | null => {
  if (input.trim() === '') return null
  const number = parseNumber(input)
  return number === null || number < 0 || number > mapSize ? `Enter a number from 0 to ${mapSize}.` : null
}

/** The landmark in the fields; null until all four are valid. */
export const landmarkOf = ({ gameX, gameY, unitsX, unitsY }: LandmarkInput): Landmark | null => {
  const isRight = [gameProblem(gameX), gameProblem(gameY), unitsProblem(unitsX), unitsProblem(unitsY)].every(
    (problem) => problem === null,
  )
  const [x, y, east, south] = [gameX, gameY, unitsX, unitsY].map(parseNumber)
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

export type Preview = { readonly frame: Frame } | { readonly error: string } | null

/** The frame that the hub would compute; null until all fields are filled. */
export const previewOf = (a: LandmarkInput, b: LandmarkInput, axes: Axes): Preview => {
  const [first, second] = [landmarkOf(a), landmarkOf(b)]
  return first && second ? calibrate(first, second, axes) : null
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
}

interface Edited {
  readonly inputs: LandmarksForm['inputs']
  readonly axes: Axes
}

/** The state of the form: edited texts, initially the current landmarks. */
export function useLandmarks(calibration: MapImage['calibration']): LandmarksForm {
  const [edited, setEdited] = useState<Edited | null>(null)
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
    setAxes: (axes) => setEdited((last) => ({ inputs: (last ?? current).inputs, axes })),
  }
}
