import type { Stretch } from '../../../shared/features/replay/queries.ts'
import { nearestMoment, nextMoment, stretchAt } from './stretches.ts'

const stepMs = 2_000
const pageMs = 60_000

const steps: Readonly<Record<string, number>> = {
  ArrowRight: stepMs,
  ArrowUp: stepMs,
  ArrowLeft: -stepMs,
  ArrowDown: -stepMs,
  PageUp: pageMs,
  PageDown: -pageMs,
}

/** Where a key leads from a moment: never into a gap, but over it. Null for a key that leads nowhere. */
export function momentAfterKey(at: number, key: string, whole: Stretch, stretches: readonly Stretch[]): number | null {
  if (key === 'Home') return whole.from
  if (key === 'End') return whole.until
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined) return null
  const wanted = Math.min(whole.until, Math.max(whole.from, at + step))
  if (stretchAt(stretches, wanted)) return wanted
  const over = step > 0 ? nextMoment(stretches, wanted) : stretches.findLast(({ until }) => until < wanted)?.until
  return over ?? nearestMoment(stretches, wanted)
}
