import type { Point } from '../../../shared/features/world/frame.ts'
import type { Measure } from '../../map/overlays.ts'

/** What is measured after another press: the first begins, the second ends, the third begins anew. */
export const measureAfter = (measure: Measure | null, place: Point): Measure =>
  measure && measure.to === null ? { from: measure.from, to: place } : { from: place, to: null }
