import { courseOf, courseWords, spokenCourse } from './course.ts'
import { dangerWords, highRiskMetres, lethalMetres } from './dangerZone.ts'
import type { Overlays } from './overlays.ts'

interface OverlayWordsProps {
  readonly overlays: Overlays
  readonly metresPerUnit: number
}

/** What was measured on the map, for whoever cannot see it. */
export function OverlayWords({ overlays: { measure, dangerAt }, metresPerUnit }: OverlayWordsProps) {
  const course = measure?.to ? courseOf(measure.from, measure.to, metresPerUnit) : null
  return (
    <p className="unseen" role="status">
      {measure && !course ? 'The way begins here. Choose where it ends.' : ''}
      {course ? `${spokenCourse(course)}: ${courseWords(course)}.` : ''}
      {dangerAt
        ? ` ${dangerWords.lethal} within ${lethalMetres} m of that place, ${dangerWords.highRisk.toLowerCase()} within ${highRiskMetres} m, safe beyond.`
        : ''}
    </p>
  )
}
