import { useEffect, useState } from 'react'
import { mapSize } from '../../shared/features/world/frame.ts'
import { regions } from '../../shared/features/world/regions.ts'
import { isDark, type Theme, type Tokens, themes } from '../themes/themes.ts'

/** The island's own image as the hub serves it. */
export const islandAddress = (dark: boolean) => `/map/island-${dark ? 'night' : 'day'}.webp`

/** Loaded images, kept until the page is closed: day and night alternate. */
const mapImages = new Map<string, Promise<MapImage | null>>()

const fetchOnce = (address: string, isCustom: boolean) => {
  const known = mapImages.get(address) ?? loadMapImage(address, isCustom)
  mapImages.set(address, known)
  return known
}

/** The island's own image; null if it cannot be loaded. */
export const islandImage = (dark: boolean) => fetchOnce(islandAddress(dark), false)

/**
 * The custom image, or the island's image of a theme. The previous image stays until the next is loaded; a placeholder
 * is used if loading fails.
 * @param image address of the owner's custom image; null if there is none
 */
export function useMapImage(theme: Theme, image: string | null): MapImage | null {
  const [mapImage, setMapImage] = useState<MapImage | null>(null)
  useEffect(() => {
    let isWanted = true
    fetchOnce(image ?? islandAddress(isDark(theme)), image !== null).then((loaded) => {
      if (isWanted) setMapImage(loaded ?? placeholderImage(themes[theme]))
    })
    return () => {
      isWanted = false
    }
  }, [theme, image])
  return mapImage
}

/** The island's image, prepared at several sizes. */
export interface MapImage {
  /** From the largest to the smallest, each half as wide as the previous one. */
  readonly levels: readonly HTMLCanvasElement[]
  /** The colour of the water at the image's edge, to continue the sea beyond it. */
  readonly sea: string
  /** True for the placeholder that is shown if the image cannot be loaded. */
  readonly isPlaceholder: boolean
  /** True for the owner's custom image, which is used for all themes. */
  readonly isCustom: boolean
}

/** Maximum size, px: a custom image may be larger than a canvas can be. */
const mostWidth = 4_096

const leastWidth = 700

const halfOf = (picture: HTMLCanvasElement): HTMLCanvasElement =>
  canvasOf(picture, Math.round(picture.width / 2), Math.round(picture.height / 2))

const canvasOf = (picture: CanvasImageSource, width: number, height: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser provides no canvas for the map.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

const cornerOf = (canvas: HTMLCanvasElement): string => {
  const [red = 0, green = 0, blue = 0] = canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? []
  return `rgb(${red} ${green} ${blue})`
}

interface Picture {
  readonly source: CanvasImageSource
  readonly width: number
  readonly height: number
}

const mapImageOf = (
  { source, width, height }: Picture,
  { isPlaceholder, isCustom }: Pick<MapImage, 'isPlaceholder' | 'isCustom'>,
): MapImage => {
  const part = Math.min(1, mostWidth / Math.max(width, height))
  const levels = [canvasOf(source, Math.round(width * part), Math.round(height * part))]
  for (let last = levels[0]; last && last.width / 2 >= leastWidth; ) {
    last = halfOf(last)
    levels.push(last)
  }
  const smallest = levels.at(-1)
  return {
    levels,
    isPlaceholder: isPlaceholder,
    isCustom: isCustom,
    sea: smallest ? cornerOf(smallest) : 'transparent',
  }
}

/** The smallest level that is still sharp at `width` device px. */
export const levelFor = ({ levels }: MapImage, width: number): HTMLCanvasElement | undefined =>
  levels.findLast((level) => level.width >= width) ?? levels[0]

/** @returns null if the image is missing or broken */
const loadMapImage = async (address: string, isCustom: boolean): Promise<MapImage | null> => {
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
  } catch {
    return null
  }
  // An SVG may have no intrinsic size.
  const { naturalWidth: width, naturalHeight: height } = picture
  if (width === 0 || height === 0) return null
  return mapImageOf({ source: picture, width, height }, { isPlaceholder: false, isCustom: isCustom })
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
  return mapImageOf({ source: canvas, width: sizePx, height: sizePx }, { isPlaceholder: true, isCustom: false })
}
