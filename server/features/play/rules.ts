import * as commands from '../../../shared/features/play/commands.ts'
import { heardEveryMs, present, samePlayMs } from '../../../shared/features/play/playRecord.ts'
import type { Rule } from '../../engine/rule.ts'
import { beginStay, endStay, nameSpecies } from './stays.ts'
import { turnover } from './turnover.ts'
import { notedOf } from './unnotedPlayers.ts'

export const notePlay: Rule<typeof commands.notePlay> = (context, { server, ...reading }) => {
  const seen = { ...reading, players: notedOf(context, reading.players) }
  const known = context.read(present, server)
  const { at, ended, begun, named } = turnover(known, seen)
  const isSame = ended.length + begun.length + named.length === 0
  const isEmpty = Object.keys(known.players).length === 0
  if (isSame && (isEmpty || at - (known.heardAt ?? 0) < heardEveryMs)) return {}
  for (const { id, at: endedAt } of ended) endStay(context, server, id, endedAt)
  for (const { id, species } of begun) beginStay(context, server, id, at, species)
  for (const { id, species } of named) nameSpecies(context, server, id, species)
  const { players } = Object.assign(context.edit(present, server), { heardAt: at })
  const timer = `play/${server}`
  if (Object.keys(players).length === 0) context.schedule.cancel(timer)
  // Not before a reading that comes late could still find the same stays.
  else context.schedule.set(timer, at + samePlayMs + heardEveryMs, commands.lapsePlay.name, { server })
  return {}
}

export const lapsePlay: Rule<typeof commands.lapsePlay> = (context, { server }) => {
  const { heardAt, players } = context.read(present, server)
  if (heardAt === null || context.now - heardAt <= samePlayMs) return {}
  for (const id of Object.keys(players)) endStay(context, server, id, heardAt)
  return {}
}
