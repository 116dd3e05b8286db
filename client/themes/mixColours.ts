/** Red, green and blue of a colour written as `#rrggbb`, 0 to 255. */
export const channelsOf = (colour: string): readonly [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return [red, green, blue]
}

/** What `color-mix(in srgb, a part, b)` gives in a style sheet, for canvases. @param part of `a`, from 0 to 1 */
export const mixed = (a: string, b: string, part: number): string => {
  const [one, other] = [channelsOf(a), channelsOf(b)]
  const channels = one.map((channel, at) => Math.round(channel * part + (other[at] ?? 0) * (1 - part)))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
