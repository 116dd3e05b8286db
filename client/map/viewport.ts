import { mapSize, type Point } from '../../shared/features/world/frame.ts'

/** How the whole map fits into the window: the length of its side, and how far its middle lies beside that of the window, CSS px. */
export interface MapFit {
  readonly side: number
  readonly dx: number
  readonly dy: number
}

/**
 * The part of the map that the window shows: the place in its middle (map units), the window's size (CSS px), and the
 * zoom. Zoom 0.5 shows the whole map between the controls, by default in the shorter side of the window; zoom 1 is twice
 * as large (in a window 750 px high the map is then 1500 px wide), zoom 3 six times. The same zoom shows the same part of
 * the island on every screen.
 */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly width: number
  readonly height: number
  readonly fit?: MapFit
}

export const leastZoom = 0.5
export const mostZoom = 3
export const wheelStep = 0.1
export const buttonStep = 0.2
/** The initial place, from the specification. */
export const startPlace: Point = { x: 2200, y: 2400 }

export const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** Clamps and rounds to hundredths, so that thirty steps of 0.1 do not end at 2.9999. */
export const clampZoom = (zoom: number): number => clamp(leastZoom, Math.round(zoom * 100) / 100, mostZoom)

/** CSS px per map unit. */
export const pxPerUnit = ({ zoom, width, height, fit }: Viewport): number =>
  (zoom / leastZoom) * (Math.max(1, fit?.side ?? Math.min(width, height)) / mapSize)

export const toScreen = (view: Viewport, place: Point): Point => ({
  x: (place.x - view.x) * pxPerUnit(view) + view.width / 2,
  y: (place.y - view.y) * pxPerUnit(view) + view.height / 2,
})

export const toMap = (view: Viewport, pixel: Point): Point => ({
  x: (pixel.x - view.width / 2) / pxPerUnit(view) + view.x,
  y: (pixel.y - view.height / 2) / pxPerUnit(view) + view.y,
})

/** The middle of the window never leaves the map. */
export const centredOn = (view: Viewport, place: Point): Viewport => ({
  ...view,
  x: clamp(0, place.x, mapSize),
  y: clamp(0, place.y, mapSize),
})

/** Moves by px of the screen. */
export const draggedBy = (view: Viewport, dx: number, dy: number): Viewport =>
  centredOn(view, { x: view.x - dx / pxPerUnit(view), y: view.y - dy / pxPerUnit(view) })

/** Zooms so that the place at `anchor` (px; by default the middle) stays there. */
export const zoomedTo = (view: Viewport, zoom: number, anchor?: Point): Viewport => {
  const pixel = anchor ?? { x: view.width / 2, y: view.height / 2 }
  const held = toMap(view, pixel)
  const zoomed = { ...view, zoom: clampZoom(zoom) }
  const now = toMap(zoomed, pixel)
  return centredOn(zoomed, { x: zoomed.x + held.x - now.x, y: zoomed.y + held.y - now.y })
}

/** The whole map. */
export function showingAll(view: Viewport): Viewport {
  const whole = { ...view, zoom: leastZoom }
  const { dx = 0, dy = 0 } = view.fit ?? {}
  return centredOn(whole, { x: mapSize / 2 - dx / pxPerUnit(whole), y: mapSize / 2 - dy / pxPerUnit(whole) })
}

export function isShowingAll(view: Viewport): boolean {
  const { x, y, zoom } = showingAll(view)
  return view.zoom === zoom && Math.hypot(view.x - x, view.y - y) < 1
}

/** The view in a window of another size or with other controls: the same place, or again the whole map. */
export function fittedTo(view: Viewport, size: Pick<Viewport, 'width' | 'height'>, fit: MapFit): Viewport {
  const fitted = { ...view, ...size, fit }
  return isShowingAll(view) ? showingAll(fitted) : fitted
}

/** Maximum zoom of `fitting`, for a single animal. */
const mostFittedZoom = 2

/** Room that is kept free around places, px. */
export interface Margins {
  readonly sides: number
  readonly top: number
  readonly bottom: number
}

/** The largest part of a low window that margins take. */
const mostMargins = 0.6

/** Around the user's animal and the pack: for the controls and who sees the user above, for scale and legend below, for names. */
export function packMargins({ height }: Pick<Viewport, 'height'>): Margins {
  const [top, bottom] = [128, 96]
  const part = Math.min(1, (mostMargins * height) / (top + bottom))
  return { sides: 80, top: top * part, bottom: bottom * part }
}

/** All places, at the largest zoom at which they fit with the margins around them; unchanged if there are none. */
export const fitting = (
  view: Viewport,
  places: readonly Point[],
  margins: number | Margins,
  most = mostFittedZoom,
): Viewport => {
  const [first] = places
  if (!first) return view
  const edges = places.reduce(
    ({ left, top, right, bottom }, { x, y }) => ({
      left: Math.min(left, x),
      top: Math.min(top, y),
      right: Math.max(right, x),
      bottom: Math.max(bottom, y),
    }),
    { left: first.x, top: first.y, right: first.x, bottom: first.y },
  )
  const { sides, top, bottom } =
    typeof margins === 'number' ? { sides: margins, top: margins, bottom: margins } : margins
  const scale = Math.min(
    Math.max(1, view.width - 2 * sides) / (edges.right - edges.left),
    Math.max(1, view.height - top - bottom) / (edges.bottom - edges.top),
  )
  const zoom = scale / pxPerUnit({ ...view, zoom: 1 })
  // Rounded down, so that the outermost places stay inside.
  const fitted = { ...view, zoom: clamp(leastZoom, Math.floor(zoom * 100) / 100, most) }
  const down = (top - bottom) / 2 / pxPerUnit(fitted)
  return centredOn(fitted, { x: (edges.left + edges.right) / 2, y: (edges.top + edges.bottom) / 2 - down })
}

/** Room for controls and names around the animals of an opened cluster, px. */
const openedMarginPx = 96
/** Below this extent at the largest zoom animals cannot be told apart, px. */
const leastOpenedPx = 24
/** The least change of zoom that opens anything. */
const leastOpening = 0.1

/** The view that opens a cluster; null if zooming cannot separate its animals. */
export function opening(view: Viewport, places: readonly Point[]): Viewport | null {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  if (extent * pxPerUnit({ ...view, zoom: mostZoom }) < leastOpenedPx) return null
  const opened = fitting(view, places, openedMarginPx, mostZoom)
  return opened.zoom < view.zoom + leastOpening ? null : opened
}

/** Interpolates between two viewports. */
export const viewBetween = (from: Viewport, to: Viewport, part: number): Viewport => ({
  ...to,
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
  zoom: from.zoom + (to.zoom - from.zoom) * part,
})

const stridePx = 80

/** The viewport after a key press; null for an unhandled key. With Shift a step is three times as long. */
export function viewAfterKey(view: Viewport, key: string, shift: boolean): Viewport | null {
  const stride = shift ? stridePx * 3 : stridePx
  switch (key) {
    case 'ArrowLeft':
      return draggedBy(view, stride, 0)
    case 'ArrowRight':
      return draggedBy(view, -stride, 0)
    case 'ArrowUp':
      return draggedBy(view, 0, stride)
    case 'ArrowDown':
      return draggedBy(view, 0, -stride)
    case '+':
    case '=':
      return zoomedTo(view, view.zoom + buttonStep)
    case '-':
    case '_':
      return zoomedTo(view, view.zoom - buttonStep)
    case '0':
      return showingAll(view)
    default:
      return null
  }
}
