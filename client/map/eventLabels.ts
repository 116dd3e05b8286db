import type { Point } from '../../shared/features/world/frame.ts'
import { boxOfText, type MeasuredScene, measurementBoxes, type TextLabel, zoneLabels } from './drawMeasurements.ts'
import type { ShownLayers } from './mapLayers.ts'
import type { EventShape, Overlays } from './overlays.ts'
import { createLabelSpace, type LabelBox } from './placeLabels.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** What the labels of events depend on. */
interface LabelledEvents extends MeasuredScene {
  readonly overlays: Pick<Overlays, 'measure' | 'dangerAt' | 'events'>
  readonly layers: Pick<ShownLayers, 'danger' | 'events'>
}

/** What other labels leave free for those of events. */
export const eventBoxes = (scene: LabelledEvents): LabelBox[] => eventLabels(scene).map(boxOfText)

/** The names of danger zones, but for those that would cover one of another event, and the names of events beside them. */
export function eventLabels(scene: LabelledEvents): readonly TextLabel[] {
  const { view, overlays, layers, metresPerUnit } = scene
  if (!layers.events) return []
  const shown = view.get()
  const space = createLabelSpace(measurementBoxes(scene))
  const zonesOf = ({ hasZones, points: [place] }: EventShape) => {
    const all = hasZones && place ? zoneLabels(shown, place, metresPerUnit) : []
    const free = all.filter((label) => space.isFree(boxOfText(label)))
    for (const label of free) space.take(boxOfText(label))
    return free
  }
  const zoned = overlays.events.map((event) => ({ event, zones: zonesOf(event) }))
  const names = zoned.flatMap(({ event, zones }): TextLabel[] => {
    const labels = namePlaces(shown, event, zones).map((at) => ({ text: event.label, size: 15, ...at }))
    const free = labels.filter((label) => space.isFree(boxOfText(label)))
    const label = free.find((each) => isInView(shown, boxOfText(each))) ?? free[0] ?? labels[0]
    if (!label || event.label === '') return []
    space.take(boxOfText(label))
    return [label]
  })
  return [...zoned.flatMap(({ zones }) => zones), ...names]
}

const labelGapPx = 16
const lineGapPx = 20

/** Possible middles of an event's name: below an area, above danger zones and the first point of a path, else across from there or some lines further. */
function namePlaces(view: Viewport, event: EventShape, zones: readonly TextLabel[]): readonly Point[] {
  const [place] = event.points
  if (!place) return []
  const { x, y } = toScreen(view, place)
  const away = (event.isPath ? 0 : event.radius * pxPerUnit(view)) + labelGapPx
  const above = Math.min(y - away, ...zones.map((zone) => zone.y - lineGapPx))
  const below = Math.max(y + away, ...zones.map((zone) => zone.y + lineGapPx))
  const isAboveFirst = event.isPath || event.hasZones
  return [0, 1, 2, 3, 4].flatMap((lines) => {
    const [high, low] = [above - lines * lineGapPx, below + lines * lineGapPx]
    return (isAboveFirst ? [high, low] : [low, high]).map((middle) => ({ x, y: middle }))
  })
}

const isInView = ({ width, height }: Viewport, box: LabelBox) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
