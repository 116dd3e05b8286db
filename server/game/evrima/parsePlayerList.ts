import { LinkError, type Listing } from '../link.ts'
import type { Parsed } from './parsed.ts'
import { withoutType } from './preamble.ts'

/** SteamID64, or the EOS id of older builds. */
export const playerId = /^(?:\d{15,20}|[0-9a-f]{32})$/i

/**
 * Reads `PlayerList`, a line of ids and a line of names, in which a comma *follows* every entry and may also be part of
 * a name. The ids are the authority. `known` are names learned elsewhere, with which an unclear line is taken apart;
 * where that fails too, a name stays ''.
 */
export function parsePlayerList(reply: string, known: ReadonlyMap<string, string> = new Map()): Parsed<Listing[]> {
  const [idLine = '', nameLine = ''] = withoutType(reply, 'PlayerList')
    .replace(/^\r?\n/, '')
    .split(/\r?\n/)
  const ids = idLine.split(',').filter((id) => id !== '')
  if (!ids.every((id) => playerId.test(id)))
    throw new LinkError('garbage', 'The answer to playerlist holds something else than player ids.')

  const names = namesOf(ids, nameLine, known)
  const value = [...new Map(ids.map((id, i) => [id, { id, name: names?.[i] ?? known.get(id) ?? '' }])).values()]
  return { value, unknownKeys: [], garbage: names ? [] : ['a player list whose names cannot be told apart'] }
}

function namesOf(ids: readonly string[], line: string, known: ReadonlyMap<string, string>): string[] | null {
  const parts = line.replace(/,$/, '').split(',')
  if (parts.length === ids.length) return parts
  if (ids.length === 0) return line === '' ? [] : null

  const names: string[] = []
  let rest = line.endsWith(',') ? line : `${line},`
  for (const id of ids) {
    const expected = known.get(id)
    const name = expected && rest.startsWith(`${expected},`) ? expected : rest.slice(0, rest.indexOf(','))
    names.push(name)
    rest = rest.slice(name.length + 1)
  }
  return rest === '' ? names : null
}
