import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Clock, every } from '../../engine/clock.ts'
import type { Opcode } from '../evrima/channel.ts'
import { encodeBanFile, type FileBan, parseBanFile } from '../log/banFile.ts'
import { encodeLine, type LogShape, lineTime } from '../log/encodeLine.ts'
import type { LogAnimal, LogEvent, LogPlayer } from '../log/logEvent.ts'
import { animalsOf, type Game } from './game.ts'
import type { Random } from './random.ts'
import type { Player, World, WorldEvent } from './world.ts'

interface GameLogOptions {
  readonly game: Game
  /** As the game's `Saved/Logs`; made when it does not exist. */
  readonly folder: string
  readonly shape: LogShape
  readonly clock: Clock
  /** For what players say; apart from the world's own, so that a log does not change the world. */
  readonly random: Random
  /** Ms between two messages on average; 0 for none. */
  readonly chatEveryMs?: number
  /** How many logs of earlier runs are kept. */
  readonly mostFormer?: number
}

/** How far the clock of the simulated machine is ahead of UTC. */
const zoneMs = 0
const fileName = 'TheIsle.log'

/** Writes what happens in a world into a log as the game's, from a new file on; an older one is kept under another name. */
export async function startGameLog(options: GameLogOptions) {
  const { game, folder, shape, clock, random, chatEveryMs = 15_000, mostFormer = 5 } = options
  const file = join(folder, fileName)
  await mkdir(folder, { recursive: true })
  await keepFormer(file, clock.now(), mostFormer)

  let writing: Promise<void> = Promise.resolve()
  let frame = 0
  let isClosed = false
  const inTurn = (act: () => Promise<void>) => {
    writing = writing.then(act)
    // What follows fails as well, and `close` reports it.
    writing.catch(() => {})
  }
  const write = (event: (time: LogEvent['time']) => LogEvent) => {
    frame += 1
    const line = encodeLine(event(lineTime(clock.now(), zoneMs, shape)), shape, frame)
    inTurn(() => appendFile(file, `${line}\r\n`))
  }
  const say = (player: Player, text: string, channel: 'global' | 'spatial' = 'global') =>
    write((time) => ({ kind: 'chat', time, channel, group: null, player: named(player), text }))

  const banList = createBanList(folder, clock)
  await banList.load(game.world)
  write((time) => ({ kind: 'opened', time }))
  game.world.onEvent = (event) => {
    // The log says nothing of it.
    if (event.kind === 'unban') return inTurn(() => banList.remove(event.id))
    if (event.kind === 'rcon' && event.command === 'ban') inTurn(() => banList.add(event.argument))
    write((time) => logged(game, event, time))
  }
  const stopTalking =
    chatEveryMs === 0
      ? () => {}
      : every(
          clock,
          () => chatEveryMs * random.between(0.3, 1.7),
          async () => {
            const [first, ...others] = game.world.online()
            if (first) say(random.pick([first, ...others]), random.pick(remarks), random.pick(['global', 'spatial']))
          },
        )
  return {
    file,
    /** A player writes in the chat. */
    say,
    /** Resolves when all lines are in the file. @throws what prevented one */
    written: () => writing,
    /** May be repeated. @throws what prevented a line from being written */
    async close() {
      if (isClosed) return
      isClosed = true
      game.world.onEvent = () => {}
      stopTalking()
      write((time) => ({ kind: 'closed', time }))
      await writing
    },
  }
}
export type GameLog = Awaited<ReturnType<typeof startGameLog>>

/**
 * The game's ban list, `PlayerData/PlayerBans.json`: beside a folder `Logs`, otherwise below the folder of the log. The game reads it when it
 * starts, and while it runs it overwrites any change.
 */
function createBanList(folder: string, clock: Pick<Clock, 'now'>) {
  const file = join(basename(folder) === 'Logs' ? dirname(folder) : folder, 'PlayerData', 'PlayerBans.json')
  const bans = new Map<string, FileBan>()
  const save = async () => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, encodeBanFile([...bans.values()], zoneMs))
  }
  return {
    /** Bans that were taken out of the file while the game was off have ended. */
    async load(world: Pick<World, 'bans' | 'elapsedMs'>) {
      // Without a list, and with one that is damaged, its bans stay as they are.
      const found = await readFile(file)
        .then((bytes) => parseBanFile(bytes, 'UTC').bans)
        .catch(() => null)
      if (found === null) return
      for (const ban of found) bans.set(ban.id, ban)
      world.bans.clear()
      for (const { id, until } of bans.values())
        world.bans.set(id, until === null ? Number.POSITIVE_INFINITY : world.elapsedMs + until - clock.now())
    },
    /** @param argument of the game's command: `Name,SteamID64,Reason,Hours`; the name may contain commas */
    async add(argument: string) {
      const parts = argument.split(',')
      const at = parts.findIndex((part) => /^\d{17}$/.test(part.trim()))
      const id = parts[at]?.trim()
      if (id === undefined) return
      const now = clock.now()
      const hours = Number(parts.at(-1)) || 0
      const texts = { name: parts.slice(0, at).join(','), reason: parts.slice(at + 1, -1).join(','), by: 'Rcon' }
      bans.set(id, { id, ...texts, at: now, until: now + hours * 3_600_000 })
      await save()
    },
    async remove(id: string) {
      if (bans.delete(id)) await save()
    },
  }
}

/** The game renames the log of the last run when it starts. */
async function keepFormer(file: string, at: number, mostFormer: number) {
  const former = await stat(file).catch(() => null)
  const stamp = new Date(at).toISOString().replaceAll(':', '.').replace('T', '-').slice(0, 19)
  if (former) await rename(file, file.replace(/\.log$/, `-backup-${stamp}.log`))
  const folder = dirname(file)
  const kept = (await readdir(folder)).filter((name) => name.includes('-backup-')).sort()
  for (const name of kept.slice(0, Math.max(0, kept.length - mostFormer))) await rm(join(folder, name), { force: true })
}

const named = ({ id, name }: Player): LogPlayer => ({ id, name })
const animalOf = ({ animal }: Player): LogAnimal => ({
  species: animal?.species.name ?? null,
  gender: animal?.gender ?? null,
  growth: animal ? Number(animal.growth.toFixed(6)) : null,
})

function logged(game: Game, event: Exclude<WorldEvent, { kind: 'unban' }>, time: LogEvent['time']): LogEvent {
  if (event.kind === 'rcon') {
    const { command, argument } = event
    return { kind: 'rcon', time, command: rconNames[command] ?? command, argument, isQuestion: false }
  }
  const { player } = event
  if (event.kind === 'join')
    return { kind: 'join', time, player: named(player), save: event.save, animal: animalOf(player) }
  if (event.kind === 'leave')
    return { kind: 'leave', time, player: named(player), isSafe: event.isSafe, animal: animalOf(player) }
  const location = animalsOf(game).find(({ id }) => id === player.id)?.location ?? null
  const { killer } = event
  if (!killer)
    return { kind: 'death', time, player: named(player), animal: animalOf(player), cause: naturalDeath, location }
  return {
    kind: 'kill',
    time,
    by: 'player',
    killer: named(killer),
    killerAnimal: animalOf(killer),
    victim: named(player),
    victimAnimal: animalOf(player),
    location,
  }
}

/** How the game's log names them, where it is known to differ. */
const rconNames: Partial<Record<Opcode, string>> = {
  announce: 'Announce',
  directmessage: 'DirectMessage',
  serverdetails: 'ServerDetails',
  wipecorpses: 'WipeCorpses',
  getplayables: 'GetPlayables',
  updateplayables: 'UpdatePlayables',
  addplayable: 'AddPlayable',
  removeplayable: 'RemovePlayable',
  ban: 'BanPlayer',
  kick: 'KickPlayer',
  playerlist: 'GetPlayerList',
  save: 'Save',
  getplayerdata: 'GetPlayerData',
  togglewhitelist: 'ToggleWhitelist',
  toggleglobalchat: 'ToggleGlobalChat',
  togglehumans: 'ToggleHumans',
  toggleai: 'ToggleAI',
  getqueuestatus: 'GetQueueStatus',
}

const naturalDeath = 'Died from Natural cause'

const remarks = [
  'anyone near the swamps?',
  'gg',
  'water at the lake is clear',
  'pack of three heading north',
  'nesting spot taken, sorry',
  'who has the herd?',
  'watch out, rex at Central River',
  'growing up, be nice :)',
  'logging off, see you tomorrow',
  'lag or just me?',
  "that wasn't very friendly",
  'any admin online?',
] as const
