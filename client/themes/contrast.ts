/** One channel of sRGB, 0 to 255, as linear light. */
const linear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** The relative luminance of a colour written as `#rrggbb`, by WCAG 2. */
const luminance = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** From 1 (the same) to 21 (black on white): text needs 4.5 or more, outlines and signs need 3. */
export const contrast = (a: string, b: string): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** A colour written as `#rrggbb` in OKLab (Björn Ottosson, 2020): distances there are about as large as they appear. */
const labOf = (colour: string): readonly [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)))
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

/** The perceived difference of two colours: 0 for the same, 1 for black and white. */
export const colourDifference = (a: string, b: string): number => {
  const [one, other] = [labOf(a), labOf(b)]
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}
