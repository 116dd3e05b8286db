import { mainServer } from '../../../shared/engine/ids.ts'
import { mostPathPoints, Radius } from '../../../shared/features/events/events.ts'
import { server } from '../../../shared/features/server/server.ts'
import { gatewayFrame, metresPerUnit, type Point } from '../../../shared/features/world/frame.ts'
import { placeInWords } from '../../../shared/features/world/placeInWords.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { CloseMark } from '../../ui/Stroke.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { EventMap } from './EventMap.tsx'
import styles from './Events.module.css'
import { draftShape, type PlaceDraft, placeAt, regionPlace } from './schedulerDraft.ts'

const regionOptions = regions.map(({ id, name }) => ({ key: id as string, name }))

interface PlacePartProps {
  readonly draft: PlaceDraft
  readonly change: (part: Partial<PlaceDraft>) => void
}

interface PlaceFieldsProps extends PlacePartProps {
  readonly problem: string | null
}

/** Where an event takes place: the path in words, or a named area. What is wrong is shown while it is drawn. */
export function PlaceFields({ draft, change, problem }: PlaceFieldsProps) {
  const isEmpty = draft.type === 'Great Migration' ? draft.path.length === 0 : draft.place === null
  return (
    <div className={styles.place}>
      {draft.type === 'Great Migration' ? (
        <PathFields draft={draft} change={change} />
      ) : (
        <AreaFields draft={draft} change={change} />
      )}
      {problem === null ? null : isEmpty ? (
        <p className={styles.soft} data-wrong tabIndex={-1}>
          {problem}
        </p>
      ) : (
        <div data-wrong tabIndex={-1}>
          <Problem>{problem}</Problem>
        </div>
      )}
    </div>
  )
}

function PathFields({ draft, change }: PlacePartProps) {
  const { path } = draft
  const without = (at: number) => change({ path: path.filter((_, index) => index !== at) })
  return (
    <fieldset className={styles.path}>
      <legend>Migration path</legend>
      <p className="unseen" role="status">
        {path.length === 1 ? '1 point' : `${path.length} points`}
      </p>
      <p className={styles.soft}>
        {path.length >= mostPathPoints
          ? `A path can have at most ${mostPathPoints} points.`
          : 'Press the map to add a point. With the keyboard, move the map until the point is in the middle and press Enter.'}
      </p>
      <ol className={styles.points}>
        {path.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may pass the same place twice
          <li key={`${at} ${point.x} ${point.y}`}>
            <span>
              {at + 1}. {placeInWords(point)}
            </span>
            <IconButton label={`Remove point ${at + 1}`} tone="quiet" onPress={() => without(at)}>
              <CloseMark />
            </IconButton>
          </li>
        ))}
      </ol>
      {path.length === 0 ? null : (
        <Actions>
          <Button onClick={() => without(path.length - 1)}>Remove last point</Button>
          <Button tone="quiet" onClick={() => change({ path: [] })}>
            Clear path
          </Button>
        </Actions>
      )}
    </fieldset>
  )
}

function AreaFields({ draft, change }: PlacePartProps) {
  const { place, placeName } = draft
  const radiusHint = useRadiusHint(draft.radius)
  const named = regions.find(({ x, y }) => place?.x === x && place.y === y)
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={draft.type === 'King of the Hill' ? 'Hill' : 'Hunting ground'}
          placeholder={
            place ? 'Chosen on the map' : draft.type === 'King of the Hill' ? 'Choose an area' : 'The whole island'
          }
          hint="Or press the map."
          options={regionOptions}
          value={named?.id ?? null}
          onValue={(id) => change(regionPlace(id))}
        />
        <NumberField
          label="Radius in map units"
          hint={radiusHint}
          least={Radius.minValue ?? 20}
          most={Radius.maxValue ?? 1_000}
          needed="Enter a radius."
          value={draft.radius}
          onValue={(radius) => change({ radius })}
        />
      </div>
      {place ? (
        <p>
          {placeName === '' ? '' : `${placeName}: `}
          {placeInWords(place)}{' '}
          {draft.type === 'Moonlight Hunt' ? (
            <Button tone="quiet" onClick={() => change({ place: null, placeName: '' })}>
              Use the whole island
            </Button>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

/** The radius in metres, of which everyone knows how long they are. */
function useRadiusHint(radius: string): string {
  const scale = useDocument(server, mainServer).value?.metresPerUnit ?? metresPerUnit(gatewayFrame)
  const units = numberIn(radius)
  const unit = `A unit is ${figures.format(scale)} m.`
  return units === null ? unit : `${figures.format(Math.round(units * scale))} m. ${unit}`
}
const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

interface SchedulerMapProps extends PlacePartProps {
  /** The place that is not allowed; null if there is none. */
  readonly wrong: Point | null
  /** Escape was pressed on the map. */
  readonly onLeave?: () => void
}

/** The map on which the place or the path is drawn, by pointer and by keyboard. */
export function SchedulerMap({ draft, change, wrong, onLeave = () => {} }: SchedulerMapProps) {
  const isPath = draft.type === 'Great Migration'
  const shape = draftShape(draft, wrong)
  const onPlace = ({ x, y }: Point) => {
    if (!isPath) return change(placeAt({ x, y }))
    if (draft.path.length < mostPathPoints) change({ path: [...draft.path, { x: Math.round(x), y: Math.round(y) }] })
  }
  return (
    <EventMap
      shapes={shape ? [shape] : []}
      follows={false}
      tool={isPath ? 'eventPath' : 'eventPlace'}
      onPlace={onPlace}
      onLeaveTool={onLeave}
      pins={isPath ? draft.path : []}
    />
  )
}
