import { useState } from 'react'
import type { MapSheet } from '../../../shared/features/mapSheet/mapSheet.ts'
import type { Axes } from '../../../shared/features/world/frame.ts'
import { emptyLandmark, type LandmarkWords, wordsOf } from './landmarkForm.ts'

export interface LandmarksUse {
  readonly words: readonly [LandmarkWords, LandmarkWords]
  readonly axes: Axes
  change(which: 0 | 1, part: Partial<LandmarkWords>): void
  setAxes(axes: Axes): void
}

interface Written {
  readonly words: LandmarksUse['words']
  readonly axes: Axes
}

/** What stands in the fields: what was written there, else the landmarks that hold now. */
export function useLandmarks(calibration: MapSheet['calibration']): LandmarksUse {
  const [written, setWritten] = useState<Written | null>(null)
  const held: Written = calibration
    ? {
        words: [wordsOf(calibration.landmarks[0]), wordsOf(calibration.landmarks[1])],
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
