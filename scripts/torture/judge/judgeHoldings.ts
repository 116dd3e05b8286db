import { isDeepStrictEqual } from 'node:util'
import { kindOf } from '../../../shared/engine/document.ts'
import type { Evidence } from './evidence.ts'
import type { Replay } from './replay.ts'

/** Of what nodes and pages hold at the end: of each document what the journal ends with; of live ones all the same. */
export function judgeHoldings(
  { holdings }: Pick<Evidence, 'holdings'>,
  { values }: Replay,
  isLive: (kind: string) => boolean,
) {
  const first = new Map<string, { readonly who: string; readonly value: object }>()
  return holdings.flatMap(({ who, copies }) =>
    [...copies].flatMap(([id, { version, value }]) => {
      if (!isLive(kindOf(id))) {
        const kept = values.get(id) ?? []
        const isSame = version === kept.length && (version === 0 || isDeepStrictEqual(kept.at(-1), value))
        return isSame
          ? []
          : [`${who} holds ${id} at version ${version}, another than the journal's, which ends at ${kept.length}`]
      }
      const other = first.get(id)
      if (!other) first.set(id, { who, value })
      const isSame = !other || isDeepStrictEqual(other.value, value)
      return isSame ? [] : [`${who} holds another ${id} than ${other.who}`]
    }),
  )
}
