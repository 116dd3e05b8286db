import type { Colour, Ink, Palette } from './palette.ts'

/** Side of an image in pixels: one pixel is one map unit. */
export const pictureSize = 4096

/** An image with its palette; three bytes per pixel. */
export interface Picture {
  readonly palette: Palette
  readonly pixels: Uint8ClampedArray
}

export const createPicture = (palette: Palette): Picture => ({
  palette,
  pixels: new Uint8ClampedArray(pictureSize * pictureSize * 3),
})

/** Blends a colour over a pixel; `cover` is the opacity, 0 to 1. */
export const lay = ({ pixels }: Picture, pixel: number, [red, green, blue]: Colour, cover: number): void => {
  const i = pixel * 3
  const left = 1 - cover
  pixels[i] = (pixels[i] ?? 0) * left + red * cover
  pixels[i + 1] = (pixels[i + 1] ?? 0) * left + green * cover
  pixels[i + 2] = (pixels[i + 2] ?? 0) * left + blue * cover
}

export const mix = (a: Colour, b: Colour, part: number): Colour => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]

/** A point of a line with the pen width there. */
export interface Stroke {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Draws a line with round ends and a width interpolated between them. */
const drawCapsule = (coverage: Uint8Array, a: Stroke, b: Stroke, depth: number) => {
  const widest = Math.max(a.width, b.width) / 2 + 1
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y) - widest))
  const bottom = Math.min(pictureSize - 1, Math.ceil(Math.max(a.y, b.y) + widest))
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x) - widest))
  const right = Math.min(pictureSize - 1, Math.ceil(Math.max(a.x, b.x) + widest))
  const dx = b.x - a.x
  const dy = b.y - a.y
  const perLength = 1 / (dx * dx + dy * dy || 1)
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - a.x
      const py = y + 0.5 - a.y
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) * perLength))
      const away = Math.sqrt((px - along * dx) ** 2 + (py - along * dy) ** 2)
      const half = (a.width + (b.width - a.width) * along) / 2
      // A line thinner than a pixel is fainter, not broken.
      const cover = Math.min(1, 2 * half, half + 0.5 - away) * depth * 255
      const pixel = y * pictureSize + x
      if (cover > (coverage[pixel] ?? 0)) coverage[pixel] = cover
    }
}

/**
 * A coverage mask: lines and dots are drawn into it with smooth edges, then it is printed with one ink on every image.
 * A pixel takes the maximum coverage, not the sum, so that joints and crossings do not show.
 */
export const createMask = () => {
  const coverage = new Uint8Array(pictureSize * pictureSize)

  return {
    coverage,
    /** A line through all points with changing width; `depth` from 0 to 1 makes it fainter. */
    line(points: readonly Stroke[], depth = 1) {
      for (let i = 1; i < points.length; i++) {
        const a = points[i - 1]
        const b = points[i]
        if (a && b) drawCapsule(coverage, a, b, depth)
      }
    },
    dot(x: number, y: number, width: number, depth = 1) {
      drawCapsule(coverage, { x, y, width }, { x, y, width }, depth)
    },
    /** Clears a rotated box, to make room for a figure. */
    erase(x: number, y: number, halfWidth: number, halfHeight: number, angle: number) {
      const reach = Math.ceil(Math.hypot(halfWidth, halfHeight))
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) {
          const along = dx * Math.cos(angle) + dy * Math.sin(angle)
          const across = dy * Math.cos(angle) - dx * Math.sin(angle)
          if (Math.abs(along) > halfWidth || Math.abs(across) > halfHeight) continue
          coverage[Math.round(y + dy) * pictureSize + Math.round(x + dx)] = 0
        }
    },
    /** Prints on all images. `keeps` returns the share of ink for a pixel, 0 to 1. */
    print(pictures: readonly Picture[], inkOf: (palette: Palette) => Ink, keeps?: (pixel: number) => number) {
      const inks = pictures.map((picture) => ({ picture, ...inkOf(picture.palette) }))
      for (let pixel = 0; pixel < coverage.length; pixel++) {
        const covered = coverage[pixel] ?? 0
        if (covered === 0) continue
        const taken = (covered / 255) * (keeps ? keeps(pixel) : 1)
        for (const { picture, colour, strength } of inks) lay(picture, pixel, colour, Math.min(1, taken * strength))
      }
    },
    /** Clears the mask for the next drawing. */
    clear() {
      coverage.fill(0)
    },
  }
}

export type Mask = ReturnType<typeof createMask>
