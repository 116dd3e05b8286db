import { isDeepStrictEqual } from 'node:util'
import { kindOf } from '../../../shared/engine/document.ts'
import type { Evidence, Sight } from './evidence.ts'
import type { Replay } from './replay.ts'

const named = ({ page, id, version }: Sight) => `${page} saw ${id} at version ${version}`

/**
 * Of what pages were shown: that the journal has it, so that nothing was shown before it was kept for good; never an older state after
 * a newer one; the same to all of what no journal holds; and of a pack only its members.
 */
export function judgeSights(
  { sights }: Pick<Evidence, 'sights'>,
  { values }: Replay,
  isLive: (kind: string) => boolean,
) {
  const follow = createFollow()
  const compare = createCompare()
  return sights.flatMap((sight) => {
    const live = isLive(kindOf(sight.id))
    const wrongs = live ? compare(sight) : (kept(sight, values) ?? [])
    return [...[wrongs].flat(), ...follow(sight, live), ...memberOf(sight)]
  })
}

function kept(sight: Sight, values: Replay['values']): string | null {
  if (sight.version === 0) return null
  const value = values.get(sight.id)?.[sight.version - 1]
  if (value === undefined) return `${named(sight)}, which the journal does not hold: it was shown before it was durable`
  return isDeepStrictEqual(value, sight.value) ? null : `${named(sight)}, and it is another than the journal's`
}

/** Versions of live documents count anew with each epoch. */
function createFollow() {
  const last = new Map<string, Sight>()
  return (sight: Sight, live: boolean): string[] => {
    const place = `${sight.page} ${sight.id}`
    const before = last.get(place)
    last.set(place, sight)
    if (!before) return []
    if (live && before.epoch < sight.epoch) return []
    const isBack = live ? before.epoch > sight.epoch || before.version > sight.version : before.version > sight.version
    return isBack
      ? [`${named(sight)}, after version ${before.version} (epoch ${before.epoch}, then ${sight.epoch})`]
      : []
  }
}

function createCompare() {
  const first = new Map<string, Sight>()
  return (sight: Sight): string[] => {
    const place = `${sight.epoch} ${sight.id} ${sight.version}`
    const other = first.get(place)
    if (!other) {
      first.set(place, sight)
      return []
    }
    const isSame = isDeepStrictEqual(other.value, sight.value)
    return isSame ? [] : [`${named(sight)} of epoch ${sight.epoch} as another than ${other.page} did`]
  }
}

const memberOf = (sight: Sight): string[] => {
  if (kindOf(sight.id) !== 'pack') return []
  const { members } = sight.value as { readonly members?: Readonly<Record<string, unknown>> }
  return members && Object.hasOwn(members, sight.account)
    ? []
    : [`${named(sight)}, and ${sight.account} is no member then`]
}
