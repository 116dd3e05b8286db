import { mostPresent, type Present, samePlayMs } from '../../../shared/features/play/playRecord.ts'

/** Who was seen in one reading, and when the reading before it was. */
export interface Seen {
  readonly players: readonly { readonly id: string; readonly species: string | null }[]
  readonly at: number
  readonly seenAt: number | null
}

export interface Turnover {
  /** Epoch ms for which all this is true: while the clock makes up for a small step back it stands. */
  readonly at: number
  readonly ended: readonly { readonly id: string; readonly at: number }[]
  readonly begun: readonly { readonly id: string; readonly species: string | null }[]
  /** Who has chosen the first animal of their stay. */
  readonly named: readonly { readonly id: string; readonly species: string }[]
}

/**
 * Who came, who went, and who changed species between what is known and what was seen. Only what is known counts: who is gone was
 * there until the reading before this one, and after a gap longer than `samePlayMs`, or a clock that jumped as far either
 * way, everybody was there until the gap and comes anew.
 */
export function turnover({ heardAt, players: known }: Present, { players, at: readAt, seenAt }: Seen): Turnover {
  const lastAt = Math.max(heardAt ?? Number.NEGATIVE_INFINITY, seenAt ?? Number.NEGATIVE_INFINITY)
  const goesOn = Math.abs(readAt - lastAt) <= samePlayMs
  const at = goesOn ? Math.max(readAt, lastAt) : readAt
  const seen = new Map(players.map(({ id, species }) => [id, species]))
  const stays = (id: string) => goesOn && seen.has(id)
  const gone = Object.keys(known).filter((id) => !stays(id))
  const changed = [...seen].flatMap(([id, species]) =>
    stays(id) && known[id] && species !== null && species !== known[id].species
      ? [{ id, species, isFirst: known[id].species === null }]
      : [],
  )
  const room = mostPresent - (Object.keys(known).length - gone.length)
  const came = [...seen].filter(([id]) => !(goesOn && known[id])).map(([id, species]) => ({ id, species }))
  const others = changed.filter(({ isFirst }) => !isFirst)
  return {
    at,
    ended: [...gone.map((id) => ({ id, at: lastAt })), ...others.map(({ id }) => ({ id, at }))],
    begun: [...others.map(({ id, species }) => ({ id, species })), ...came.slice(0, Math.max(0, room))],
    named: changed.filter(({ isFirst }) => isFirst).map(({ id, species }) => ({ id, species })),
  }
}
