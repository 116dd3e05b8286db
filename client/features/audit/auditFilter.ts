import type { AuditKind } from '../../../shared/features/audit/queries.ts'

/** As it stands in the fields. */
export interface AuditWish {
  readonly text: string
  readonly actor: string
  readonly kinds: readonly AuditKind[]
  /** In the reader's own time, as a field for moments writes it: `2026-11-21T16:00`. */
  readonly from: string
  readonly to: string
}

export const allOfIt: AuditWish = { text: '', actor: '', kinds: [], from: '', to: '' }

/** A whole minute is meant where a minute is named. */
const minuteMs = 60_000
const momentOf = (text: string) => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** What the hub is asked. */
export function filterOf({ text, actor, kinds, from, to }: AuditWish) {
  const end = momentOf(to)
  return {
    ...{ text: text.trim(), actor: actor.trim(), kinds: [...kinds], from: momentOf(from) },
    to: end === null ? null : end + minuteMs - 1,
  }
}

/** Where the same is fetched as a file. */
export function fileAddress(ending: 'csv' | 'jsonl', wish: AuditWish): string {
  const { text, actor, kinds, from, to } = filterOf(wish)
  const said = { text, actor, kinds: kinds.join(), from: from?.toString() ?? '', to: to?.toString() ?? '' }
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString()
  return `/api/audit.${ending}${query && `?${query}`}`
}

export const isNarrowed = ({ text, actor, kinds, from, to }: AuditWish) =>
  `${text}${actor}${from}${to}`.trim() !== '' || kinds.length > 0
