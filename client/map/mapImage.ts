import { useEffect, useState } from 'react'
import { mapSize } from '../../shared/features/world/frame.ts'
import { islandFile, islandWidths } from '../../shared/features/world/islandPicture.ts'
import { regions } from '../../shared/features/world/regions.ts'
import { isDark, type Theme, type Tokens, themes } from '../themes/themes.ts'
import { createCanvas } from './sprite.ts'

/**
 * The picture under the map. The hub serves the island's own in several sizes: the smallest is loaded first, a larger one when the view
 * needs it. The browser decodes them off the main thread: the largest takes a quarter of a second.
 */

/** The island's own image as the hub serves it. */
export const islandAddress = (dark: boolean, width: number) => `/map/${islandFile(dark, width)}`

/** One size of the image. */
type Level = ImageBitmap | HTMLCanvasElement

/** The island's image at several sizes. */
export interface MapImage {
  /** The sizes that are loaded, from the largest to the smallest. Not empty. */
  readonly levels: readonly Level[]
  /** The sizes that exist, px, from the largest to the smallest. */
  readonly widths: readonly number[]
  /** The colour of the water at the image's edge, to continue the sea beyond it. */
  readonly sea: string
  /** True for the placeholder that is shown if the image cannot be loaded. */
  readonly isPlaceholder: boolean
  /** True for the owner's custom image, which is used for all themes. */
  readonly isCustom: boolean
  /** Loads the size that is sharp at `width` device px, unless it is there. May be called for each frame. */
  readonly load: (width: number) => void
}

/** The smallest loaded level that is still sharp at `width` device px, or the largest. */
export const levelFor = ({ levels }: MapImage, width: number): Level | undefined =>
  levels.findLast((level) => level.width >= width) ?? levels[0]

/** The smallest size that is sharp at `width` device px, or the largest. */
const widthFor = (widths: readonly number[], width: number) =>
  widths.findLast((each) => each >= width) ?? widths[0] ?? 0

/** Whether a larger size is needed for `width` device px and not loaded yet. */
export const isBlurred = (image: MapImage, width: number) =>
  (levelFor(image, width)?.width ?? 0) < widthFor(image.widths, width)

type Listener = (image: MapImage | null) => void

/** An image whose sizes are loaded as they are needed. */
interface ImageSource {
  /**
   * Calls `listener` at once with what is loaded, then with each further size; with null if the image cannot be loaded. Returns a function
   * that unsubscribes.
   */
  subscribe(listener: Listener): () => void
}

/** How long to wait before an image that failed to load is tried again. */
const retryMs = 10_000

/** Images that were loaded, kept until the page is closed: day and night alternate. */
const sources = new Map<string, ImageSource>()

const sourceOf = (theme: Theme, custom: string | null): ImageSource => {
  const dark = isDark(theme)
  const key = custom ?? (dark ? 'night' : 'day')
  const source = sources.get(key) ?? createSource(() => (custom === null ? openIsland(dark) : openCustom(custom)))
  sources.set(key, source)
  return source
}

function createSource(open: () => Promise<Sizes | null>): ImageSource {
  const listeners = new Set<Listener>()
  let shown: MapImage | null | undefined
  /** The image could not be loaded, and since then no one wants it. */
  let isPaused = false
  const show = (image: MapImage | null) => {
    shown = image
    for (const listener of listeners) listener(image)
  }
  const attempt = async () => {
    isPaused = false
    const isOpen = await open().then(
      (sizes) => sizes !== null && showSizes(sizes, show),
      () => false,
    )
    if (isOpen) return
    if (shown === undefined) show(null)
    setTimeout(() => {
      if (listeners.size > 0) void attempt()
      else isPaused = true
    }, retryMs)
  }
  void attempt()
  return {
    subscribe(listener) {
      listeners.add(listener)
      if (shown !== undefined) listener(shown)
      if (isPaused) void attempt()
      return () => listeners.delete(listener)
    },
  }
}

/** How long to wait for the hub to say whether there is a custom image. After that the island's own is shown. */
const unknownMs = 2_000

/**
 * The custom image, or the island's image of a theme. The previous image stays until the next is loaded; a placeholder
 * is used if loading fails.
 * @param image address of the owner's custom image; null if there is none, undefined while that is not known
 */
export function useMapImage(theme: Theme, image: string | null | undefined): MapImage | null {
  const [mapImage, setMapImage] = useState<MapImage | null>(null)
  const [isOverdue, setIsOverdue] = useState(false)
  const isUnknown = image === undefined
  useEffect(() => {
    if (!isUnknown) return setIsOverdue(false)
    const timer = setTimeout(() => setIsOverdue(true), unknownMs)
    return () => clearTimeout(timer)
  }, [isUnknown])
  const known = isUnknown && isOverdue ? null : image
  useEffect(() => {
    if (known === undefined) return
    return sourceOf(theme, known).subscribe((loaded) => setMapImage(loaded ?? placeholderImage(themes[theme])))
  }, [theme, known])
  return mapImage
}

/** One size, decoded off the main thread. Null if it is missing or broken. */
export const loadLevel = async (address: string): Promise<ImageBitmap | null> => {
  try {
    const answer = await fetch(address)
    return answer.ok ? await createImageBitmap(await answer.blob()) : null
  } catch {
    return null
  }
}

interface Sizes extends Pick<MapImage, 'isCustom' | 'widths'> {
  /** One of `widths`. Null if it cannot be loaded. */
  readonly levelOf: (width: number) => Promise<Level | null>
}

/** Shows the smallest size first, then each larger one once it was asked for and is loaded. Returns whether the smallest is loaded. */
async function showSizes({ widths, isCustom, levelOf }: Sizes, show: (image: MapImage) => void): Promise<boolean> {
  const smallest = await levelOf(Math.min(...widths))
  if (!smallest) return false
  const levels: Level[] = [smallest]
  const asked = new Set<number>()
  const load = async (width: number) => {
    const wanted = widthFor(widths, width)
    if (asked.has(wanted) || levels.some((level) => level.width >= wanted)) return
    asked.add(wanted)
    const level = await levelOf(wanted)
    if (level) levels.push(level)
    else await new Promise((resolve) => setTimeout(resolve, retryMs))
    asked.delete(wanted)
    // Drawn again, the map asks again for what it still needs.
    showAll()
  }
  const about = { widths, sea: cornerOf(smallest), isPlaceholder: false, isCustom, load }
  const showAll = () => show({ ...about, levels: levels.toSorted((one, other) => other.width - one.width) })
  showAll()
  return true
}

const openIsland = async (dark: boolean): Promise<Sizes> => ({
  widths: islandWidths,
  isCustom: false,
  levelOf: (width) => loadLevel(islandAddress(dark, width)),
})

/** Maximum width or height of a level, px: a custom image may be larger than a canvas can be. */
const mostPx = 4_096
/** A smaller level would be blurred on every screen, px. */
const leastPx = 700

/** The owner's image is served in one size, and the smaller ones are made here. */
async function openCustom(address: string): Promise<Sizes | null> {
  const whole = await loadLevel(address)
  if (!whole) return null
  const part = Math.min(1, mostPx / Math.max(whole.width, whole.height))
  const largest = part === 1 ? whole : await resized(whole, Math.round(whole.width * part))
  if (largest !== whole) whole.close()
  const widths = [largest.width]
  while ((widths.at(-1) ?? 0) / 2 >= leastPx) widths.push(Math.round((widths.at(-1) ?? 0) / 2))
  const levelOf = (wanted: number) =>
    wanted === largest.width ? Promise.resolve(largest) : resized(largest, wanted).catch(() => null)
  return { widths, isCustom: true, levelOf }
}

/** Made on the main thread, but between two frames. */
async function resized(picture: ImageBitmap, width: number): Promise<ImageBitmap> {
  await new Promise((resolve) => setTimeout(resolve))
  const resizeHeight = Math.max(1, Math.round((width * picture.height) / picture.width))
  return createImageBitmap(picture, { resizeWidth: width, resizeHeight, resizeQuality: 'high' })
}

const cornerOf = (level: Level): string => {
  const { context } = createCanvas(1, 1)
  context.drawImage(level, -1, -1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red} ${green} ${blue})`
}

const sizePx = 768
const cellPx = 3
/** Threshold of `landAt` for land: the higher, the smaller the island. */
const shore = 0.55
const contours = [shore, 0.9, 1.5, 2.6]

/** The amount of land at a place, from the distances to the named regions and their sizes. */
const landAt = (x: number, y: number) =>
  regions.reduce(
    (sum, region) =>
      sum + (region.radius * 2.2) ** 2 / (region.radius ** 2 + (x - region.x) ** 2 + (y - region.y) ** 2),
    0,
  ) / 4

/**
 * A placeholder if the island's image cannot be loaded: a coast around the eleven named regions with a few contour
 * steps, for rough orientation only.
 */
function placeholderImage(tokens: Tokens): MapImage {
  const canvas = document.createElement('canvas')
  canvas.width = sizePx
  canvas.height = sizePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser provides no canvas for the map.')
  context.fillStyle = tokens.sea
  context.fillRect(0, 0, sizePx, sizePx)
  context.fillStyle = tokens.surface
  const unitsPerPx = mapSize / sizePx
  for (let y = 0; y < sizePx; y += cellPx)
    for (let x = 0; x < sizePx; x += cellPx) {
      const land = landAt((x + cellPx / 2) * unitsPerPx, (y + cellPx / 2) * unitsPerPx)
      const step = contours.filter((contour) => land > contour).length
      if (step === 0) continue
      context.globalAlpha = 0.6 + step * 0.1
      context.fillRect(x, y, cellPx, cellPx)
    }
  const about = { widths: [sizePx], sea: tokens.sea, isPlaceholder: true, isCustom: false }
  return { ...about, levels: [canvas], load: () => {} }
}
