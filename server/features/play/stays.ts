import { playRecord, present, recentStays } from '../../../shared/features/play/playRecord.ts'
import type { Context } from '../../engine/rule.ts'

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
