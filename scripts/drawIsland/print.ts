import type { Colour, Palette } from './palette.ts'

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
