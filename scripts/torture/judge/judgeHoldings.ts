import { isDeepStrictEqual } from 'node:util'
import { kindOf } from '../../../shared/engine/document.ts'
import type { Evidence, Holding } from './evidence.ts'
import { type Replay, replay } from './replay.ts'

type Held = Holding['copies'] extends ReadonlyMap<infer Id, infer Copy> ? readonly [Id, Copy] : never

/** Of what nodes and pages hold at the end: of each document what the journal ends with; of live ones all the same. */
export function judgeHoldings(
  { entries, holdings, restSeq }: Pick<Evidence, 'entries' | 'holdings' | 'restSeq'>,
  isLive: (kind: string) => boolean,
) {
  const { values } = replay(entries.slice(0, restSeq ?? entries.length))
  const compare = createCompare()
  return holdings.flatMap(({ who, copies }) =>
    [...copies].flatMap((held) => {
      const wrong = isLive(kindOf(held[0])) ? compare(who, held) : wrongOf(values, held, restSeq !== null)
      return wrong === null ? [] : [`${who} holds ${wrong}`]
    }),
  )
}

function wrongOf(values: Replay['values'], [id, { version, value }]: Held, isToTheEnd: boolean): string | null {
  const kept = values.get(id) ?? []
  const isThere = isToTheEnd ? version === kept.length : version <= kept.length
  const isSame = isThere && (version === 0 || isDeepStrictEqual(kept[version - 1], value))
  return isSame ? null : `${id} at version ${version}, another than the journal's, which ends at ${kept.length}`
}

const createCompare = () => {
  const first = new Map<string, { readonly who: string; readonly value: object }>()
  return (who: string, [id, { value }]: Held): string | null => {
    const other = first.get(id)
    if (!other) first.set(id, { who, value })
    return !other || isDeepStrictEqual(other.value, value) ? null : `another ${id} than ${other.who}`
  }
}
