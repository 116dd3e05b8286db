import type { Point } from '../../shared/features/world/frame.ts'
import { boxOfText, type MeasuredScene, outerZonePx, type TextLabel, zoneLabels } from './drawMeasurements.ts'
import type { ShownLayers } from './mapLayers.ts'
import type { EventShape, Overlays } from './overlays.ts'
import {
  areOverlapping,
  boxAround,
  createLabelSpace,
  isInView,
  keptInside,
  type LabelBox,
  type LabelSides,
} from './placeLabels.ts'
import { clamp, pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** What the labels of events depend on. */
interface LabelledEvents extends MeasuredScene {
  readonly overlays: Pick<Overlays, 'measure' | 'dangerAt' | 'events'>
  readonly layers: Pick<ShownLayers, 'danger' | 'events'>
}

/**
 * Places the names of danger zones and the names of events: none over another label, over what is taken, or across the edge of the view. Each
 * stays where it was while it covers nothing there, so that the steps of an animal do not move it to and fro. Where no place is free a danger zone
 * goes without its name; an event keeps its own.
 * @param taken markers, clusters, other labels and controls
 * @param sides where each label was last; changed here
 */
export function placeEventLabels(
  scene: LabelledEvents,
  taken: readonly LabelBox[],
  sides: LabelSides,
): readonly TextLabel[] {
  const { view, overlays, layers, metresPerUnit } = scene
  if (!layers.events || overlays.events.length === 0) return []
  const shown = view.get()
  const place = createPlacing(shown, taken, sides)
  const zonesOf = ({ id, hasZones, points: [at] }: EventShape) =>
    (hasZones && at ? zoneBlocks(shown, at, metresPerUnit) : []).flatMap(({ lines, middles }, nth) =>
      place(`zone ${nth} of ${id}`, lines, middles),
    )
  const nameOf = (event: EventShape) => {
    const name = [{ text: event.label, size: 15 }]
    return place(`name of ${event.id}`, name, namePlaces(shown, event, name, metresPerUnit), isSeen(shown, event))
  }
  const zones = overlays.events.flatMap(zonesOf)
  return [...zones, ...overlays.events.filter(({ label }) => label !== '').flatMap(nameOf)]
}

/** Lines that are placed together, from top to bottom. */
type Lines = readonly Pick<TextLabel, 'text' | 'size'>[]

const lineGapPx = 18

/** @param at the middle of all */
const linesAt = (lines: Lines, { x, y }: Point): readonly TextLabel[] =>
  lines.map((line, nth) => ({ ...line, x, y: y + (nth - (lines.length - 1) / 2) * lineGapPx }))

const widthOf = (lines: Lines) => Math.max(...linesAt(lines, { x: 0, y: 0 }).map((line) => boxOfText(line).width))

/** A label takes a new place only if there is so much room around it, px. */
const sparePx = 6

const grown = ({ x, y, width, height }: LabelBox, by: number): LabelBox => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

function createPlacing(view: Viewport, taken: readonly LabelBox[], sides: LabelSides) {
  const texts = createLabelSpace()
  const others = createLabelSpace(taken)
  const isFree = (labels: readonly TextLabel[], spare: number) =>
    labels.map(boxOfText).every((box) => isInView(view, box) && texts.isFree(box) && others.isFree(grown(box, spare)))
  /** @param isForced whether it is placed where no place is free, too */
  return (id: string, lines: Lines, middles: readonly Point[], isForced = false): readonly TextLabel[] => {
    const blocks = middles.map((middle) => linesAt(lines, middle))
    const last = blocks[sides.get(id) ?? -1]
    const block = last && isFree(last, 0) ? last : blocks.find((each) => isFree(each, sparePx))
    if (block) sides.set(id, blocks.indexOf(block))
    else sides.delete(id)
    const placed = block ?? (isForced ? (blocks[0] ?? []).map((label) => keptInView(view, label)) : [])
    for (const label of placed) texts.take(boxOfText(label))
    return placed
  }
}

function keptInView({ width, height }: Viewport, label: TextLabel): TextLabel {
  const box = boxOfText(label)
  return { ...label, x: keptInside(box.width, label.x, width), y: keptInside(box.height, label.y, height) }
}

/** The middles of events, which no other label covers. */
export const eventBoxes = ({
  view,
  overlays,
  layers,
}: Pick<LabelledEvents, 'view' | 'overlays' | 'layers'>): LabelBox[] =>
  layers.events
    ? overlays.events.flatMap((event) =>
        event.points.slice(0, 1).map((place) => {
          const shown = view.get()
          return boxAround(toScreen(shown, place), clamp(middlePx.least, reachPx(shown, event), middlePx.most))
        }),
      )
    : []

const middlePx = { least: 8, most: 32 } as const

const reachPx = (view: Viewport, { isPath, radius }: EventShape) => (isPath ? 0 : radius * pxPerUnit(view))

/** Whether its area, or the beginning of its path, is in the view. */
const isSeen = (view: Viewport, event: EventShape): boolean =>
  event.points.slice(0, 1).some((place) => {
    const area = boxAround(toScreen(view, place), Math.max(1, reachPx(view, event)))
    return areOverlapping(area, { x: 0, y: 0, width: view.width, height: view.height })
  })

const labelGapPx = 16

/**
 * Possible middles of an event's name: below an area, above danger zones and the first point of a path, otherwise across from there, beside it
 * or some lines further.
 */
function namePlaces(view: Viewport, event: EventShape, name: Lines, metresPerUnit: number): readonly Point[] {
  const [place] = event.points
  if (!place) return []
  const at = toScreen(view, place)
  const width = widthOf(name)
  const x = isSeen(view, event) ? keptInside(width, at.x, view.width) : at.x
  const own = reachPx(view, event) + labelGapPx
  // One line further than the name of the outer zone.
  const away = event.hasZones ? Math.max(own, outerZonePx(view, metresPerUnit) + labelGapPx + lineGapPx) : own
  const isAboveFirst = event.isPath || event.hasZones
  const pair = (far: number): readonly Point[] => {
    const [above, below] = [at.y - far, at.y + far]
    return (isAboveFirst ? [above, below] : [below, above]).map((y) => ({ x, y }))
  }
  const rows = (...lines: readonly number[]) => lines.flatMap((line) => pair(away + line * lineGapPx))
  const aside = (event.hasZones ? away - lineGapPx : away) + width / 2
  const beside = [at.x + aside, at.x - aside].map((middle) => ({ x: middle, y: at.y }))
  // At last within the zones, where these are larger than the view.
  return [...rows(0, 1), ...beside, ...rows(2, 3, 4), ...pair(own)]
}

/** Possible middles of the names of danger zones: those of large ones are in them or beside them, each by itself; those of small ones are together. */
function zoneBlocks(view: Viewport, place: Point, metresPerUnit: number) {
  const at = toScreen(view, place)
  const outer = outerZonePx(view, metresPerUnit)
  const labels = zoneLabels(view, place, metresPerUnit)
  const isOutside = ({ y }: TextLabel) => Math.abs(y - at.y) > outer
  const [safe, ...others] = labels
  const blocks = labels.every(isOutside) && safe ? [[...others, safe]] : labels.map((label) => [label])
  return blocks.map((lines) => {
    const [width, height] = [widthOf(lines), lines.length * lineGapPx]
    const [first] = lines
    const isBeside = first !== undefined && isOutside(first)
    const far = lines.length > 1 ? outer + height / 2 + 4 : Math.abs((first?.y ?? 0) - at.y)
    const aside = isBeside ? outer + labelGapPx + width / 2 : far
    const x = at.x >= 0 && at.x <= view.width ? keptInside(width, at.x, view.width) : at.x
    const isBelowFirst = lines.length > 1
    const rows = (isBeside ? [far, far + lineGapPx, far + 2 * lineGapPx] : [far]).flatMap((row) =>
      isBelowFirst ? [at.y + row, at.y - row] : [at.y - row, at.y + row],
    )
    return {
      lines: lines.map(({ text, size }) => ({ text, size })),
      middles: [
        ...rows.map((y) => ({ x, y })),
        ...[at.x + aside, at.x - aside].map((beside) => ({ x: beside, y: at.y })),
      ],
    }
  })
}
