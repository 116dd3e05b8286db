import * as commands from '../../../shared/features/play/commands.ts'
import {
  mostPresent,
  type Present,
  playRecord,
  presenceSavedEveryMs,
  present,
  recentStays,
  resumeWithinMs,
} from '../../../shared/features/play/playRecord.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { recordedAmong } from './unrecordedPlayers.ts'

export const recordPlay: Rule<typeof commands.recordPlay> = (context, { server, ...reading }) => {
  const seen = { ...reading, players: recordedAmong(context, reading.players) }
  const known = context.read(present, server)
  const { at, ended, begun, named } = turnover(known, seen)
  const isSame = ended.length + begun.length + named.length === 0
  const isEmpty = Object.keys(known.players).length === 0
  if (isSame && (isEmpty || at - (known.heardAt ?? 0) < presenceSavedEveryMs)) return {}
  for (const { id, at: endedAt } of ended) endStay(context, server, id, endedAt)
  for (const { id, species } of begun) beginStay(context, server, id, at, species)
  for (const { id, species } of named) nameSpecies(context, server, id, species)
  const { players } = Object.assign(context.edit(present, server), { heardAt: at })
  const timer = `play/${server}`
  if (Object.keys(players).length === 0) context.schedule.cancel(timer)
  // Not before a reading that comes late could still find the same stays.
  else context.schedule.set(timer, at + resumeWithinMs + presenceSavedEveryMs, commands.endStalePlay.name, { server })
  return {}
}

export const endStalePlay: Rule<typeof commands.endStalePlay> = (context, { server }) => {
  const { heardAt, players } = context.read(present, server)
  if (heardAt === null || context.now - heardAt <= resumeWithinMs) return {}
  for (const id of Object.keys(players)) endStay(context, server, id, heardAt)
  return {}
}

type Editor = Pick<Context, 'edit'>

/** @param since epoch ms */
export function beginStay({ edit }: Editor, server: string, id: string, since: number, species: string | null) {
  edit(present, server).players[id] = { since, species }
  const record = edit(playRecord, id)
  // A clock that was wrong may have been ahead.
  record.firstSeenAt = Math.min(record.firstSeenAt ?? since, since)
  Object.assign(record, { lastSeenAt: since, since, species })
}

export function nameSpecies({ edit }: Editor, server: string, id: string, species: string) {
  const known = edit(present, server).players[id]
  if (known) known.species = species
  edit(playRecord, id).species = species
}

/** @param at epoch ms until which they were there */
export function endStay({ edit }: Editor, server: string, id: string, at: number) {
  const { players } = edit(present, server)
  const known = players[id]
  if (!known) return
  const { since: startedAt, species } = known
  delete players[id]
  const endedAt = Math.max(startedAt, at)
  const record = edit(playRecord, id)
  record.playMs += endedAt - startedAt
  record.stays += 1
  Object.assign(record, { lastSeenAt: endedAt, since: null, species: null })
  record.recent[record.stays] = { startedAt, endedAt, species }
  delete record.recent[record.stays - recentStays]
}

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
  const goesOn = Math.abs(readAt - lastAt) <= resumeWithinMs
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
