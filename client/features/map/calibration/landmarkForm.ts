import { useState } from 'react'
import type { MapSheet } from '../../../../shared/features/mapSheet/mapSheet.ts'
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

/** A landmark as it stands in its fields. */
export interface LandmarkInput {
  readonly gameX: string
  readonly gameY: string
  readonly unitsX: string
  readonly unitsY: string
}

export const emptyLandmark: LandmarkInput = { gameX: '', gameY: '', unitsX: '', unitsY: '' }

/** Larger than any world of the game, in centimetres. */
const farthestGame = 10_000_000

/** A number as people write it: `-123 456,7` is one as well. Null if it is none. */
export const parseNumber = (words: string): number | null => {
  const plain = words
    .trim()
    .replace(/[\s_']/g, '')
    .replace(/−/g, '-')
    .replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** Why a game coordinate is none; null if it is one, or nothing was written yet. */
export const gameProblem = (words: string): string | null => {
  if (words.trim() === '') return null
  const number = parseNumber(words)
  if (number === null) return 'Centimetres as a plain number, as -123456.'
  return Math.abs(number) > farthestGame ? 'That lies outside every world of this game.' : null
}

export const unitsProblem = (words: string): string | null => {
  if (words.trim() === '') return null
  const number = parseNumber(words)
  return number === null || number < 0 || number > mapSize ? `A number from 0 to ${mapSize}.` : null
}

/** The landmark that the fields hold; null until all four are right. */
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

/** Where the game has what the map shows at a place, as words for the fields. */
export const gameInput = (frame: Frame, units: Point) => {
  const { x, y } = toGame(frame, units)
  return { gameX: String(Math.round(x)), gameY: String(Math.round(y)) }
}

export const unitsInput = ({ x, y }: Point) => ({ unitsX: tenths(x), unitsY: tenths(y) })

export type Preview = { readonly frame: Frame } | { readonly error: string } | null

/** What the hub would make of the fields; null until they are filled. */
export const previewOf = (a: LandmarkInput, b: LandmarkInput, axes: Axes): Preview => {
  const [first, second] = [landmarkOf(a), landmarkOf(b)]
  return first && second ? calibrate(first, second, axes) : null
}

/** Where something that stands at `units` now would stand with another frame, and how far that is. */
export const movedBy = (from: Frame, to: Frame, units: Point) => {
  const place = toUnits(to, toGame(from, units))
  return { place, metres: Math.hypot(place.x - units.x, place.y - units.y) * metresPerUnit(from) }
}

export interface LandmarksForm {
  readonly words: readonly [LandmarkInput, LandmarkInput]
  readonly axes: Axes
  change(which: 0 | 1, part: Partial<LandmarkInput>): void
  setAxes(axes: Axes): void
}

interface Written {
  readonly words: LandmarksForm['words']
  readonly axes: Axes
}

/** What stands in the fields: what was written there, else the landmarks that hold now. */
export function useLandmarks(calibration: MapSheet['calibration']): LandmarksForm {
  const [written, setWritten] = useState<Written | null>(null)
  const held: Written = calibration
    ? {
        words: [landmarkInput(calibration.landmarks[0]), landmarkInput(calibration.landmarks[1])],
        axes: calibration.frame.axes,
      }
    : { words: [emptyLandmark, emptyLandmark], axes: 'xLong' }
  const now = written ?? held
  return {
    ...now,
    change(which, part) {
      setWritten((last) => {
        const { words, axes } = last ?? held
        const [first, second] = words
        return { axes, words: which === 0 ? [{ ...first, ...part }, second] : [first, { ...second, ...part }] }
      })
    },
    setAxes: (axes) => setWritten((last) => ({ words: (last ?? held).words, axes })),
  }
}
