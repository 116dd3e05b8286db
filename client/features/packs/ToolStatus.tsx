import type { ReactNode } from 'react'
import type { Point } from '../../../shared/features/world/frame.ts'
import {
  courseLabel,
  courseOf,
  dangerLabels,
  dangerZoneOf,
  distanceLabel,
  highRiskMetres,
  lethalMetres,
} from '../../map/distances.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'
import styles from './MapTools.module.css'
import type { MapNavigation } from './useMapNavigation.ts'
import type { MapToolsState } from './useMapTools.ts'

interface ToolStatusProps {
  readonly tools: MapToolsState
  readonly metresPerUnit: number
  readonly navigation: MapNavigation
}

/** Instructions of the active tool, its result, or why it failed. */
export function ToolStatus({ tools, metresPerUnit, navigation }: ToolStatusProps) {
  const { tool, measure, dangerAt, problem, dismiss } = tools
  return (
    <>
      {problem ? (
        <div data-keep-clear>
          <Problem onDismiss={dismiss}>{problem}</Problem>
        </div>
      ) : null}
      {tool === 'ping' ? (
        <Sign onLeave={() => tools.take('ping')}>Press the place that your pack should look at.</Sign>
      ) : null}
      {tool === 'waypoint' ? (
        <Sign onLeave={() => tools.take('waypoint')}>Press the place that your pack should go to.</Sign>
      ) : null}
      {tool === 'measure' || measure ? (
        <Sign onLeave={tools.takeMeasure}>
          {measure?.to ? (
            <span className={styles.distance}>{courseLabel(courseOf(measure.from, measure.to, metresPerUnit))}</span>
          ) : (
            `Press where the way ${measure ? 'ends' : 'begins'}.`
          )}
        </Sign>
      ) : null}
      {tool === 'danger' ? <Sign onLeave={tools.takeDanger}>Press where the danger is.</Sign> : null}
      {dangerAt ? (
        <Sign onLeave={tools.takeDanger}>
          <DangerDistance at={dangerAt} metresPerUnit={metresPerUnit} navigation={navigation} />
        </Sign>
      ) : null}
    </>
  )
}

function Sign({ onLeave, children }: { readonly onLeave: () => void; readonly children: ReactNode }) {
  return (
    <div className={styles.status} role="status" data-keep-clear>
      <p>{children}</p>
      <Button tone="quiet" onClick={onLeave}>
        Done
      </Button>
    </div>
  )
}

interface DangerDistanceProps {
  readonly at: Point
  readonly metresPerUnit: number
  readonly navigation: MapNavigation
}

function DangerDistance({ at, metresPerUnit, navigation }: DangerDistanceProps) {
  useNow()
  const own = navigation.ownPlace()
  if (!own) return `Lethal to ${lethalMetres} m, high risk to ${highRiskMetres} m, safe beyond.`
  const { metres } = courseOf(at, own, metresPerUnit)
  const zone = dangerZoneOf(metres)
  return (
    <>
      You are {distanceLabel(metres)} away:{' '}
      <span className={styles.zone} data-zone={zone}>
        {zone === 'safe' ? 'safe' : dangerLabels[zone].toLowerCase()}
      </span>
      .
    </>
  )
}
