import type { DocumentOf, Person } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { gameAdminActs, gameChat, gameKills, gameVisits } from '../../../shared/features/gameLog/archives.ts'
import type * as commands from '../../../shared/features/gameLog/commands.ts'
import {
  type Fight,
  fightMs,
  fightRecord,
  logFeed,
  logLink,
  logProgress,
  mostInFeed,
  recentFights,
} from '../../../shared/features/gameLog/gameLog.ts'
import type { LogLine, LogPlayer } from '../../../shared/features/gameLog/lines.ts'
import { createNaming } from '../../engine/erasedIds.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { withoutUnrecorded } from '../play/unrecordedPlayers.ts'
import { codeIn, redeemLinkCode } from './linkCode.ts'

/** Records lines and the position up to which they were read. */
export const recordLines: Rule<typeof commands.recordLines> = (context, { server, from, to, lines }) => {
  const { read, edit, refuse } = context
  if (read(logProgress, server).position !== from) return refuse('moved')
  const isRecorded = recordablePlayers(context, lines)
  const kept = lines.flatMap((line) => recordableLine(line, isRecorded) ?? [])
  for (const line of kept) recordLine(context, server, line)
  showInFeed(context, server, kept)
  const progress = edit(logProgress, server)
  progress.position = to
  progress.recorded += lines.length
  return {}
}

export const reportLogLink: Rule<typeof commands.reportLogLink> = ({ read, edit, now }, { server, ...report }) => {
  const isSame = read(logLink, server).state === report.state
  Object.assign(edit(logLink, server), report, isSame ? {} : { since: now })
  return {}
}

/** Erases a player from what is kept of the log outside of archives. */
export function eraseFromProgress({ edit }: Pick<Context, 'edit'>, { players }: Person) {
  for (const player of players) delete edit(logProgress, mainServer).fights[player]
}

export function eraseFromFeed({ edit }: Pick<Context, 'edit'>, { players }: Person) {
  const isNamedIn = createNaming(players, { inJson: true })
  const { lines } = edit(logFeed, mainServer)
  for (const [id, line] of Object.entries(lines)) {
    if (isNamedIn(JSON.stringify(line))) delete lines[id]
  }
}

function playersOf(line: LogLine): readonly LogPlayer[] {
  const named =
    line.kind === 'kill'
      ? [line.killer, line.victim]
      : line.kind === 'adminCommand'
        ? [line.admin, line.target]
        : line.kind === 'rcon'
          ? []
          : [line.player]
  return named.filter((player) => player !== null)
}

/** Whether a player of these lines may be recorded: not one who was erased and has no account since. */
function recordablePlayers(context: Pick<Context, 'read' | 'edit'>, lines: readonly LogLine[]) {
  const players = [...new Map(lines.flatMap(playersOf).map((player) => [player.id, player])).values()]
  const allowed = new Set(withoutUnrecorded(context, players).map(({ id }) => id))
  return (player: LogPlayer) => allowed.has(player.id)
}

/** A line without players who may not be recorded; null where nothing is left to say. */
function recordableLine(line: LogLine, isRecorded: (player: LogPlayer) => boolean): LogLine | null {
  if (playersOf(line).every(isRecorded)) return line
  if (line.kind === 'kill' && isRecorded(line.victim)) return { ...line, killer: null }
  return null
}

type Line<Kind extends LogLine['kind']> = Extract<LogLine, { kind: Kind }>

function recordLine(context: Context, server: string, line: LogLine) {
  const { archive } = context
  const happened = { server, happenedAt: line.at }
  if (line.kind === 'chat') recordChat(context, server, line)
  else if (line.kind === 'kill') recordKill(context, server, line)
  else if (line.kind === 'death') recordDeath(context, server, line)
  else if (line.kind === 'adminCommand') {
    const { admin, target, command, before, after } = line
    archive(gameAdminActs, { ...happened, by: 'panel', act: command, admin, target, before, after })
  } else if (line.kind === 'rcon') {
    const nobody = { admin: null, target: null, before: null, after: null }
    archive(gameAdminActs, { ...happened, ...nobody, by: 'rcon', act: line.command })
  } else recordVisit(context, server, line)
}

/** A code is used up and kept nowhere. */
function recordChat(context: Context, server: string, { player, channel, group, text, at }: Line<'chat'>) {
  const code = player && codeIn(text)
  if (player && code) return redeemLinkCode(context, server, player, code)
  context.archive(gameChat, { server, happenedAt: at, channel, group, player, text })
}

function recordKill(context: Context, server: string, line: Line<'kill'>) {
  const { by, killer, killerAnimal, victim, victimAnimal, location, at } = line
  context.archive(gameKills, {
    server,
    happenedAt: at,
    by,
    killer,
    killerAnimal: by === 'unclear' ? null : killerAnimal,
    victim,
    victimAnimal,
    location,
    cause: null,
  })
  if (killer) {
    noteFight(context, server, killer.id, at)
    const record = context.edit(fightRecord, killer.id)
    record.kills += 1
    record.lastKillAt = Math.max(record.lastKillAt ?? at, at)
    noteInRecord(record, { at, act: 'kill', species: killerAnimal.species, other: victimAnimal.species })
  }
  const other = killer ? killerAnimal.species : null
  countDeath(context, victim.id, { at, act: 'death', species: victimAnimal.species, other })
}

/** To store a dinosaur a mod lets it die. That is not a death of its player: the delivery is its record. */
function isParked({ read }: Context, server: string, player: string, at: number): boolean {
  return Object.values(read(deliveries, server).entries).some(
    ({ kind, target, state, sentAt }) =>
      kind === 'park' &&
      target?.id === player &&
      sentAt !== null &&
      (state === 'sending' || state === 'confirmed' || state === 'unknown') &&
      Math.abs(at - sentAt) <= parkedWithinMs,
  )
}
/** The clock of the game's machine may be some seconds off. */
const parkedWithinMs = 30_000

function recordDeath(context: Context, server: string, { player, animal, cause, location, at }: Line<'death'>) {
  if (isParked(context, server, player.id, at)) return
  context.archive(gameKills, {
    server,
    happenedAt: at,
    by: 'nature',
    killer: null,
    killerAnimal: null,
    victim: player,
    victimAnimal: animal,
    location,
    cause,
  })
  countDeath(context, player.id, { at, act: 'death', species: animal.species, other: null })
}

function countDeath({ edit }: Pick<Context, 'edit'>, player: string, fight: Fight) {
  const record = edit(fightRecord, player)
  record.deaths += 1
  record.lastDeathAt = Math.max(record.lastDeathAt ?? fight.at, fight.at)
  noteInRecord(record, fight)
}

function noteInRecord(record: DocumentOf<typeof fightRecord>, fight: Fight) {
  const nth = record.kills + record.deaths
  record.recent[nth] = fight
  delete record.recent[nth - recentFights]
}

function noteFight({ edit }: Pick<Context, 'edit'>, server: string, player: string, at: number) {
  const { fights } = edit(logProgress, server)
  fights[player] = at
  for (const [other, last] of Object.entries(fights)) if (at - last > fightMs) delete fights[other]
}

function recordVisit({ read, archive }: Context, server: string, line: Line<'join'> | Line<'leave'>) {
  const { player, animal, at } = line
  const visit = { server, happenedAt: at, player, animal }
  if (line.kind === 'join') {
    archive(gameVisits, { ...visit, act: 'join', save: line.save, isSafe: null, afterFightMs: null })
    return
  }
  const foughtAt = read(logProgress, server).fights[player.id]
  const sinceMs = foughtAt === undefined ? null : Math.max(0, at - foughtAt)
  const isAfterFight = line.isSafe === false && sinceMs !== null && sinceMs <= fightMs
  archive(gameVisits, {
    ...visit,
    act: 'leave',
    save: null,
    isSafe: line.isSafe,
    afterFightMs: isAfterFight ? sinceMs : null,
  })
}

/** Codes to link a player are not shown, and no places: fewer staff may see those than read the feed. */
function showInFeed({ read, edit }: Context, server: string, lines: readonly LogLine[]) {
  const shown = lines
    .filter((line) => !(line.kind === 'chat' && line.player && codeIn(line.text)))
    .map((line) => ('location' in line ? { ...line, location: null } : line))
  const { recorded } = read(logProgress, server)
  const { lines: feed } = edit(logFeed, server)
  for (const [nth, line] of shown.slice(-mostInFeed).entries()) feed[String(recorded + nth).padStart(12, '0')] = line
  const ids = Object.keys(feed).sort()
  for (const id of ids.slice(0, Math.max(0, ids.length - mostInFeed))) delete feed[id]
}
