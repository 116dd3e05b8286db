import { playerId } from './parsePlayerList.ts'

/** Other names for people: the same one for the same original, all through a capture. */
export interface Aliases {
  idOf(id: string): string
  /** Each part between commas has an alias of its own, so that a name stays as hard to read as it was. */
  nameOf(name: string): string
  isAlias(id: string): boolean
}

export function createAliases(): Aliases {
  const ids = new Map<string, string>()
  const parts = new Map<string, string>()
  const issued = new Set<string>()

  const remember = (map: Map<string, string>, original: string, make: (number: number) => string) => {
    const alias = map.get(original) ?? make(map.size + 1)
    map.set(original, alias)
    return alias
  }
  const aliasOfPart = (part: string) => {
    const original = part.trim()
    return original === ''
      ? part
      : part.replace(original, () => remember(parts, original, (n) => likeness(original, n)))
  }
  return {
    idOf(id) {
      const alias = remember(ids, id.toLowerCase(), (number) => idLike(id, number))
      issued.add(alias)
      return alias
    },
    nameOf: (name) => name.split(',').map(aliasOfPart).join(','),
    isAlias: (id) => issued.has(id),
  }
}

/** Below the first id that Steam ever gave, or an EOS id of zeros: these belong to nobody. */
const idLike = (id: string, number: number) =>
  id.length === 32 || !playerId.test(id)
    ? String(number).padStart(32, '0')
    : `765611900${String(number).padStart(8, '0')}`

/** As hard to read as the original: with brackets and letters beyond ASCII where that had them. */
function likeness(original: string, number: number): string {
  const letters = [...original].some((sign) => sign > '~') ? `Nämé${number}🦖` : `Name${number}`
  return /[[\]]/.test(original) ? `[${letters}` : letters
}
