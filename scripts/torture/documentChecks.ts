import { isDeepStrictEqual } from 'node:util'
import { kindOf } from '../../shared/engine/document.ts'
import { type Evidence, type FinalCopies, type ReplayedJournal, replayJournal, type ShownDocument } from './evidence.ts'

const labelOf = ({ page, id, version }: ShownDocument) => `${page} saw ${id} at version ${version}`

/**
 * Pages show only what is in the journal, so nothing before it is durable; never an older version after a newer one; live documents
 * the same for all; and packs only to their members.
 */
export function checkShownDocuments(
  { shown }: Pick<Evidence, 'shown'>,
  { values }: ReplayedJournal,
  isLive: (kind: string) => boolean,
) {
  const checkOrder = createOrderCheck()
  const compare = createShownComparison()
  return shown.flatMap((one) => {
    const live = isLive(kindOf(one.id))
    const violations = live ? compare(one) : (journalViolation(one, values) ?? [])
    return [...[violations].flat(), ...checkOrder(one, live), ...membershipViolation(one)]
  })
}

function journalViolation(one: ShownDocument, values: ReplayedJournal['values']): string | null {
  if (one.version === 0) return null
  const value = values.get(one.id)?.[one.version - 1]
  if (value === undefined) return `${labelOf(one)}, which the journal does not hold: it was shown before it was durable`
  return isDeepStrictEqual(value, one.value) ? null : `${labelOf(one)}, which differs from the journal's`
}

/** Versions of live documents restart with each epoch. */
function createOrderCheck() {
  const last = new Map<string, ShownDocument>()
  return (one: ShownDocument, live: boolean): string[] => {
    const key = `${one.page} ${one.id}`
    const before = last.get(key)
    last.set(key, one)
    if (!before) return []
    if (live && before.epoch < one.epoch) return []
    const isBack = live ? before.epoch > one.epoch || before.version > one.version : before.version > one.version
    return isBack ? [`${labelOf(one)}, after version ${before.version} (epoch ${before.epoch}, then ${one.epoch})`] : []
  }
}

function createShownComparison() {
  const first = new Map<string, ShownDocument>()
  return (one: ShownDocument): string[] => {
    const key = `${one.epoch} ${one.id} ${one.version}`
    const other = first.get(key)
    if (!other) {
      first.set(key, one)
      return []
    }
    const isSame = isDeepStrictEqual(other.value, one.value)
    return isSame ? [] : [`${labelOf(one)} of epoch ${one.epoch}, which differs from what ${other.page} saw`]
  }
}

const membershipViolation = (one: ShownDocument): string[] => {
  if (kindOf(one.id) !== 'pack') return []
  const { members } = one.value as { readonly members?: Readonly<Record<string, unknown>> }
  return members && Object.hasOwn(members, one.account)
    ? []
    : [`${labelOf(one)}, and ${one.account} was not a member then`]
}

type Held = FinalCopies['copies'] extends ReadonlyMap<infer Id, infer Copy> ? readonly [Id, Copy] : never

/** At the end, nodes and pages hold the journal's last version of each document, and equal live documents. */
export function checkFinalCopies(
  { entries, finalCopies, restSeq }: Pick<Evidence, 'entries' | 'finalCopies' | 'restSeq'>,
  isLive: (kind: string) => boolean,
) {
  const { values } = replayJournal(entries.slice(0, restSeq ?? entries.length))
  const compare = createCopyComparison()
  return finalCopies.flatMap(({ who, copies }) =>
    [...copies].flatMap((held) => {
      const violation = isLive(kindOf(held[0])) ? compare(who, held) : copyViolation(values, held, restSeq !== null)
      return violation === null ? [] : [`${who} holds ${violation}`]
    }),
  )
}

function copyViolation(
  values: ReplayedJournal['values'],
  [id, { version, value }]: Held,
  isExact: boolean,
): string | null {
  const journalViolation = values.get(id) ?? []
  const isThere = isExact ? version === journalViolation.length : version <= journalViolation.length
  const isSame = isThere && (version === 0 || isDeepStrictEqual(journalViolation[version - 1], value))
  return isSame
    ? null
    : `${id} at version ${version}, which differs from the journal's, which ends at ${journalViolation.length}`
}

const createCopyComparison = () => {
  const first = new Map<string, { readonly who: string; readonly value: object }>()
  return (who: string, [id, { value }]: Held): string | null => {
    const other = first.get(id)
    if (!other) first.set(id, { who, value })
    return !other || isDeepStrictEqual(other.value, value) ? null : `${id}, which differs from that of ${other.who}`
  }
}
