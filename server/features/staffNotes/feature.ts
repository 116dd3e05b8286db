import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { knownPlayers, knownPlayersKey } from '../../../shared/features/play/knownPlayers.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import * as commands from '../../../shared/features/staffNotes/staffNotes.ts'
import type { Feature } from '../../engine/feature.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { accountOf, actorRow } from '../account/rules.ts'
import { targetById } from '../deliveries/orders.ts'
import { isOfActorsKind } from '../ledger/grants.ts'

const { staffNotes, accountNotes, staffNoteAudit, mostNotes, readsNotes, isAboutUser } = commands

const writeNote: Rule<typeof commands.writeNote> = (context, { player, text }) => {
  const { actor, read, edit, newId, now, refuse } = context
  if (!readsNotes(actor)) return refuse('mayNot')
  const place = placeOf(context, player)
  if (place === null) return refuse('noPlayer')
  const { kind, key } = place
  const by = accountOf(actor)
  if (isAboutOneself(read, by, key)) return refuse('yourself')
  if (Object.keys(read(kind, key).notes).length >= mostNotes) return refuse('full')
  const id = newId()
  edit(kind, key).notes[id] = { by, at: now, text }
  record(context, 'write', key)
  return { id }
}

const removeNote: Rule<typeof commands.removeNote> = (context, { player, id }) => {
  const { actor, read, edit, refuse } = context
  if (!readsNotes(actor)) return refuse('mayNot')
  const by = accountOf(actor)
  const kind = [staffNotes, accountNotes].find((one) => Object.hasOwn(read(one, player).notes, id))
  const note = kind && read(kind, player).notes[id]
  // Staff cannot find out whether there is a note about themselves.
  if (!note || isAboutOneself(read, by, player)) return refuse('gone')
  if (note.by !== by && !actor.can('ownerPanel')) return refuse('notYours')
  delete edit(kind, player).notes[id]
  record(context, 'remove', player)
  return {}
}

function isAboutOneself(read: Context['read'], own: string, key: string) {
  const { steamId, formerSteamIds } = read(account, own)
  return isAboutUser({ id: own, playsAs: steamId, playedAs: formerSteamIds }, key)
}

/** Where the notes about a player or account are; null if neither is known. */
function placeOf(context: Context, named: string) {
  const { read } = context
  const { createdAt, steamId } = read(account, named)
  if (createdAt > 0 && !isOfActorsKind(context, named)) return null
  if (createdAt > 0 && steamId === null) return { kind: accountNotes, key: named }
  if (createdAt > 0) return { kind: staffNotes, key: steamId ?? named }
  const isKnown =
    Object.hasOwn(read(roster, mainServer).players, named) ||
    Object.hasOwn(read(knownPlayers, knownPlayersKey(named)).players, named) ||
    Object.hasOwn(read(bans, mainServer).bans, named) ||
    targetById(context, mainServer, named).name !== named
  return isKnown ? { kind: staffNotes, key: named } : null
}

function record(context: Context, act: 'write' | 'remove', key: string) {
  const { read, archive } = context
  const { createdAt, name } = read(account, key)
  const target = createdAt > 0 ? { id: key, name } : targetById(context, mainServer, key)
  archive(staffNoteAudit, { act, target, ...actorRow(context) })
}

/** Notes of staff about players: read in the drawer of the player. */
export const staffNotesFeature: Feature = {
  name: 'staffNotes',
  documents: [staffNotes, accountNotes],
  archives: [staffNoteAudit],
  commands: [implement(commands.writeNote, writeNote), implement(commands.removeNote, removeNote)],
  queries: [],
}
