/** What takes the place of a text that names an erased person. */
export const ERASED = '[erased]'

/** Characters that continue an id: `demo-player` is not found within `demo-player-2`. */
const idCharacter = '[\\p{L}\\p{N}_-]'
/** The last letter of an escape sequence within JSON, as of a line feed, does not continue an id. */
const escapeInJson = '(?<=\\\\(?:[bfnrt]|u[0-9a-f]{4}))'
const escapedForSearch = (id: string) => id.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const isNumber = (id: string) => /^\d+$/.test(id)

/** Finds these ids in texts, or in JSON; null for none. An id of digits may be next to letters, as in `alt_76561198000000001`. */
export function idsPattern(ids: readonly string[], { inJson = false } = {}): RegExp | null {
  const before = (character: string) => (inJson ? `(?:(?<!${character})|${escapeInJson})` : `(?<!${character})`)
  const any = (some: readonly string[], character: string) =>
    some.length > 0 ? [`${before(character)}(?:${some.map(written).join('|')})(?!${character})`] : []
  const written = (id: string) => escapedForSearch(inJson ? JSON.stringify(id).slice(1, -1) : id)
  const known = ids.filter((id) => id !== '')
  const patterns = [
    ...any(known.filter(isNumber), '\\d'),
    ...any(
      known.filter((id) => !isNumber(id)),
      idCharacter,
    ),
  ]
  return patterns.length > 0 ? new RegExp(patterns.join('|'), 'gu') : null
}

/** Makes the function that says whether one of these ids is in a text, or in JSON. */
export function createNaming(ids: readonly string[], options: { inJson?: boolean } = {}): (text: string) => boolean {
  const pattern = idsPattern(ids, options)
  return (text) => pattern !== null && text.search(pattern) >= 0
}
