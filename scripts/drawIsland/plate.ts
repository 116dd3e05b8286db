import type { Colour, Ink, Palette } from './palette.ts'

/** The side of a sheet in pixels: one pixel is one map unit. */
export const sheetSize = 4096

/** A sheet in the press: the palette it is printed with and its pixels, three bytes each. */
export interface Print {
  readonly palette: Palette
  readonly pixels: Uint8ClampedArray
}

export const createPrint = (palette: Palette): Print => ({
  palette,
  pixels: new Uint8ClampedArray(sheetSize * sheetSize * 3),
})

/** Lays a colour over a pixel; `cover` is how much of the pixel it hides, 0 to 1. */
export const lay = ({ pixels }: Print, pixel: number, [red, green, blue]: Colour, cover: number): void => {
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

/** A point of a line with the width of the pen there. */
export interface Stroke {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Cuts a line with round ends, as wide at each end as the pen there. */
const cutCapsule = (cuts: Uint8Array, a: Stroke, b: Stroke, depth: number) => {
  const widest = Math.max(a.width, b.width) / 2 + 1
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y) - widest))
  const bottom = Math.min(sheetSize - 1, Math.ceil(Math.max(a.y, b.y) + widest))
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x) - widest))
  const right = Math.min(sheetSize - 1, Math.ceil(Math.max(a.x, b.x) + widest))
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
      // A hair line thinner than a pixel is fainter, not broken.
      const cover = Math.min(1, 2 * half, half + 0.5 - away) * depth * 255
      const pixel = y * sheetSize + x
      if (cover > (cuts[pixel] ?? 0)) cuts[pixel] = cover
    }
}

/**
 * A printing plate: lines and dots are cut into it with smooth edges, then it is printed with one ink on every sheet. A pixel
 * takes the deepest cut, not the sum, so that joints and crossings do not show.
 */
export const createPlate = () => {
  const cuts = new Uint8Array(sheetSize * sheetSize)

  return {
    cuts,
    /** A line of changing width through all points; `depth` from 0 to 1 makes it fainter than the ink. */
    line(points: readonly Stroke[], depth = 1) {
      for (let i = 1; i < points.length; i++) {
        const a = points[i - 1]
        const b = points[i]
        if (a && b) cutCapsule(cuts, a, b, depth)
      }
    },
    dot(x: number, y: number, width: number, depth = 1) {
      cutCapsule(cuts, { x, y, width }, { x, y, width }, depth)
    },
    /** Takes what was cut out of a turned box, to make room for a figure. */
    erase(x: number, y: number, halfWidth: number, halfHeight: number, angle: number) {
      const reach = Math.ceil(Math.hypot(halfWidth, halfHeight))
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) {
          const along = dx * Math.cos(angle) + dy * Math.sin(angle)
          const across = dy * Math.cos(angle) - dx * Math.sin(angle)
          if (Math.abs(along) > halfWidth || Math.abs(across) > halfHeight) continue
          cuts[Math.round(y + dy) * sheetSize + Math.round(x + dx)] = 0
        }
    },
    /** Prints on all sheets. `keeps` says how much of the ink a pixel takes, 0 to 1. */
    print(prints: readonly Print[], inkOf: (palette: Palette) => Ink, keeps?: (pixel: number) => number) {
      const inks = prints.map((print) => ({ print, ...inkOf(print.palette) }))
      for (let pixel = 0; pixel < cuts.length; pixel++) {
        const cut = cuts[pixel] ?? 0
        if (cut === 0) continue
        const taken = (cut / 255) * (keeps ? keeps(pixel) : 1)
        for (const { print, colour, strength } of inks) lay(print, pixel, colour, Math.min(1, taken * strength))
      }
    },
    /** Smooths the plate for the next drawing. */
    clear() {
      cuts.fill(0)
    },
  }
}

export type Plate = ReturnType<typeof createPlate>
