import type { ReactNode } from 'react'
import { pingKinds } from '../../../shared/features/packs/packLife.ts'
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
import { pingFaces } from '../../map/pingKinds.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
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
  const { lit, problem, dismiss } = tools
  return (
    <>
      {problem ? (
        <div data-keep-clear>
          <Problem onDismiss={dismiss}>{problem}</Problem>
        </div>
      ) : null}
      {lit === 'none' ? null : (
        <Sign onLeave={() => tools.take(lit)}>
          <ToolText tools={tools} metresPerUnit={metresPerUnit} navigation={navigation} />
        </Sign>
      )}
    </>
  )
}

function ToolText({ tools, metresPerUnit, navigation }: ToolStatusProps) {
  const { lit, measure, dangerAt } = tools
  if (lit === 'ping') return <PingKinds tools={tools} />
  if (lit === 'waypoint') return 'Choose where your pack should go.'
  if (lit === 'danger')
    return dangerAt ? (
      <DangerDistance at={dangerAt} metresPerUnit={metresPerUnit} navigation={navigation} />
    ) : (
      'Choose where the danger is.'
    )
  return measure?.to ? (
    <span className={styles.distance}>{courseLabel(courseOf(measure.from, measure.to, metresPerUnit))}</span>
  ) : (
    `Choose ${measure ? 'the end' : 'the start'} on the map.`
  )
}

/** What the next ping says. */
function PingKinds({ tools: { pingKind, choosePingKind } }: Pick<ToolStatusProps, 'tools'>) {
  return (
    <>
      <p className={styles.kindChosen}>Ping: {pingFaces[pingKind].name.toLowerCase()}</p>
      <fieldset className={styles.kinds} aria-label="What to ping">
        {pingKinds.map((kind) => (
          <label key={kind} title={pingFaces[kind].name}>
            <input type="radio" name="ping-kind" checked={kind === pingKind} onChange={() => choosePingKind(kind)} />
            <Stroke size={16}>
              <path d={pingFaces[kind].path} />
            </Stroke>
            <span className={styles.kindName}>{pingFaces[kind].name}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

function Sign({ onLeave, children }: { readonly onLeave: () => void; readonly children: ReactNode }) {
  return (
    <div className={styles.status} role="status" data-keep-clear data-docked="tool">
      <div>{children}</div>
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
