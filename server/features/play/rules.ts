import * as commands from '../../../shared/features/play/commands.ts'
import { knownPlayers, knownPlayersKey } from '../../../shared/features/play/knownPlayers.ts'
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
import { withoutUnrecorded } from './unrecordedPlayers.ts'

/** Begins and ends stays by comparing a reading of the game with the players who are known to be present. */
export const recordPlay: Rule<typeof commands.recordPlay> = (context, { server, ...reading }) => {
  const seen = { ...reading, players: withoutUnrecorded(context, reading.players) }
  const known = context.read(present, server)
  const { at, ended, begun, named } = presenceChanges(known, seen)
  const isSame = ended.length + begun.length + named.length === 0
  const isEmpty = Object.keys(known.players).length === 0
  if (isSame && (isEmpty || at - (known.readAt ?? 0) < presenceSavedEveryMs)) return {}
  for (const { id, at: endedAt } of ended) endStay(context, server, id, endedAt)
  for (const { id, species } of begun) beginStay(context, server, id, at, species)
  for (const { id, species } of named) setSpecies(context, server, id, species)
  const names = new Map(reading.players.map(({ id, name }) => [id, name]))
  for (const { id } of [...begun, ...named]) noteName(context, id, names.get(id) ?? '')
  const { players } = Object.assign(context.edit(present, server), { readAt: at })
  const timer = `play/${server}`
  if (Object.keys(players).length === 0) context.schedule.cancel(timer)
  // Later than any reading that could still continue the same stays.
  else context.schedule.set(timer, at + resumeWithinMs + presenceSavedEveryMs, commands.endStalePlay.name, { server })
  return {}
}

export const endStalePlay: Rule<typeof commands.endStalePlay> = (context, { server }) => {
  const { readAt, players } = context.read(present, server)
  if (readAt === null || context.now - readAt <= resumeWithinMs) return {}
  for (const id of Object.keys(players)) endStay(context, server, id, readAt)
  return {}
}

type Editor = Pick<Context, 'edit'>

/** @param since epoch ms */
function beginStay({ edit }: Editor, server: string, id: string, since: number, species: string | null) {
  edit(present, server).players[id] = { since, species }
  const record = edit(playRecord, id)
  // The clock may have been ahead when the player was first seen.
  record.firstSeenAt = Math.min(record.firstSeenAt ?? since, since)
  Object.assign(record, { lastSeenAt: since, since, species })
}

function setSpecies({ edit }: Editor, server: string, id: string, species: string) {
  const player = edit(present, server).players[id]
  if (player) player.species = species
  edit(playRecord, id).species = species
}

/** A name that the game did not report leaves the last one. */
function noteName({ read, edit }: Pick<Context, 'read' | 'edit'>, id: string, name: string) {
  const key = knownPlayersKey(id)
  const known = read(knownPlayers, key).players[id]
  if (known && (name === '' || known.name === name)) return
  edit(knownPlayers, key).players[id] = { name }
}

/** @param at epoch ms until which the player was present */
function endStay({ edit }: Editor, server: string, id: string, at: number) {
  const { players } = edit(present, server)
  const player = players[id]
  if (!player) return
  const { since: startedAt, species } = player
  delete players[id]
  const endedAt = Math.max(startedAt, at)
  const record = edit(playRecord, id)
  record.playMs += endedAt - startedAt
  record.stays += 1
  Object.assign(record, { lastSeenAt: endedAt, since: null, species: null })
  record.recent[record.stays] = { startedAt, endedAt, species }
  delete record.recent[record.stays - recentStays]
}

/** The players of one reading. */
interface Reading {
  readonly players: readonly { readonly id: string; readonly species: string | null }[]
  /** Epoch ms. */
  readonly at: number
  /** Epoch ms of the previous reading; null for the first one. */
  readonly seenAt: number | null
}
interface PresenceChanges {
  /** Epoch ms at which the changes take effect: stands still while the clock catches up after a small step back. */
  readonly at: number
  readonly ended: readonly { readonly id: string; readonly at: number }[]
  readonly begun: readonly { readonly id: string; readonly species: string | null }[]
  /** Players who chose the first animal of their stay. */
  readonly named: readonly { readonly id: string; readonly species: string }[]
}

/**
 * The players who joined, left or changed species between the known state and a reading. A player who left was present until the previous
 * reading. After a gap longer than `resumeWithinMs`, or a jump of the clock by more than that, all stays end at the gap and new ones
 * begin.
 */
function presenceChanges({ readAt, players: known }: Present, reading: Reading): PresenceChanges {
  const { players, at: now, seenAt } = reading
  const lastAt = Math.max(readAt ?? Number.NEGATIVE_INFINITY, seenAt ?? Number.NEGATIVE_INFINITY)
  const isContinued = Math.abs(now - lastAt) <= resumeWithinMs
  const at = isContinued ? Math.max(now, lastAt) : now
  const seen = new Map(players.map(({ id, species }) => [id, species]))
  const stays = (id: string) => isContinued && seen.has(id)
  const gone = Object.keys(known).filter((id) => !stays(id))
  const changed = [...seen].flatMap(([id, species]) =>
    stays(id) && known[id] && species !== null && species !== known[id].species
      ? [{ id, species, isFirst: known[id].species === null }]
      : [],
  )
  const room = mostPresent - (Object.keys(known).length - gone.length)
  const came = [...seen].filter(([id]) => !(isContinued && known[id])).map(([id, species]) => ({ id, species }))
  const others = changed.filter(({ isFirst }) => !isFirst)
  return {
    at,
    ended: [...gone.map((id) => ({ id, at: lastAt })), ...others.map(({ id }) => ({ id, at }))],
    begun: [...others.map(({ id, species }) => ({ id, species })), ...came.slice(0, Math.max(0, room))],
    named: changed.filter(({ isFirst }) => isFirst).map(({ id, species }) => ({ id, species })),
  }
}
