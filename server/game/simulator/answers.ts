import type { Opcode } from '../evrima/channel.ts'
import { encodePlayerData, encodePlayerList, encodeServerDetails, stamp } from './encodeReplies.ts'
import { animalsOf, detailsOf, type Game, gameTime } from './game.ts'
import { isOnline, leave, removeBody } from './players.ts'
import type { Settings } from './settings.ts'
import type { Player } from './world.ts'

/** The length to which the echo of an announcement is cut. */
const ECHO = 511
const REMEMBERED = 100

/** Carries out a command and returns the reply; null for none. */
type Answer = (game: Game, argument: string) => string | null

const said = (game: Game, text: string) => `${stamp(gameTime(game))}${text}`
/** A reply in our own words: no public source has the game's reply to this command, so no client may rely on the text. */
const invented = said
const listOf = (argument: string) =>
  argument
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
const silent: Answer = () => null

const kicked = (game: Game, id: string, how: string): string | null => {
  const player = game.world.players.find((one) => one.id === id && isOnline(one))
  if (!player) return null
  leave(game.world, player)
  return said(game, `Player ${player.eosId} was ${how}`)
}

/**
 * Without an argument it inverts the setting. The game's reply to some toggles is the opposite of what it did. Only the text of
 * the AI's toggle and the final On or Off are the game's; the rest is our own.
 */
const toggle =
  (flag: keyof Settings['flags'], what: string, tellsTruth: boolean): Answer =>
  (game, argument) => {
    const { flags } = game.world.settings
    flags[flag] = argument === '' ? !flags[flag] : argument === '1'
    return said(game, `${what} now ${flags[flag] === tellsTruth ? 'On' : 'Off'}`)
  }

const changePlayables =
  (change: (list: string[], named: string[]) => string[]): Answer =>
  (game, argument) => {
    const { settings } = game.world
    settings.playables = change(settings.playables, listOf(argument))
    return said(game, `Playables updated: ${settings.playables.join(',')}`)
  }

const isDead = ({ presence }: Player) => presence === 'dead'

export const answers: Readonly<Record<Opcode, Answer>> = {
  announce(game, text) {
    game.world.announcements.push(text)
    game.world.announcements.splice(0, game.world.announcements.length - REMEMBERED)
    return said(game, `Announcement Sent: ${text.slice(0, ECHO)}`)
  },
  directmessage: (game) => invented(game, 'Direct message sent'),
  serverdetails: (game) => encodeServerDetails(detailsOf(game), game.world.settings.joinPassword, gameTime(game)),
  wipecorpses(game) {
    for (const player of game.world.players.filter(isDead)) removeBody(game.world, player)
    return said(game, 'Corpses wiped')
  },
  getplayables: (game) => game.world.settings.playables.join(','),
  // As in the game, an empty argument empties the list, after which no player can spawn.
  updateplayables: changePlayables((_, named) => named),
  addplayable: changePlayables((list, named) => [...new Set([...list, ...named])]),
  removeplayable: changePlayables((list, named) => list.filter((name) => !named.includes(name))),
  ban(game, argument) {
    const [id, hours] = banOf(argument)
    if (!id) return null
    game.world.bans.set(id, game.world.elapsedMs + hours * 3_600_000)
    return kicked(game, id, 'kicked and banned')
  },
  kick: (game, argument) => kicked(game, listOf(argument)[0] ?? '', 'kicked'),
  playerlist: ({ world }) => encodePlayerList(world.online()),
  save(game) {
    game.world.savedAt = game.world.elapsedMs
    return said(game, 'Game saved')
  },
  pause: silent,
  custom: silent,
  // As in the game, the argument is ignored and all players are returned.
  getplayerdata: (game) => encodePlayerData(animalsOf(game), game.format, gameTime(game)),
  togglewhitelist: toggle('whitelist', 'Whitelist is', true),
  addwhitelist(game, argument) {
    const { settings } = game.world
    settings.whitelist = [...new Set([...settings.whitelist, ...listOf(argument)])]
    return invented(game, 'Whitelist IDs added')
  },
  removewhitelist(game, argument) {
    const { settings } = game.world
    settings.whitelist = settings.whitelist.filter((id) => !listOf(argument).includes(id))
    return invented(game, 'Whitelist IDs removed')
  },
  toggleglobalchat: toggle('globalChat', 'Global chat is', false),
  togglehumans: toggle('humans', 'Humans are', false),
  toggleai: toggle('spawnAI', 'AI spawns are', false),
  disableaiclasses(game, argument) {
    game.world.settings.disabledAI = listOf(argument)
    return invented(game, 'AI classes disabled')
  },
  aidensity(game, argument) {
    game.world.settings.aiDensity = Number(argument) || 0
    return invented(game, `AI density set to ${game.world.settings.aiDensity}`)
  },
  getqueuestatus: (game) => invented(game, 'Queue: 0'),
  setgrowthmultiplier(game, argument) {
    game.world.settings.growthMultiplier = Number(listOf(argument).at(-1)) || 1
    return invented(game, `Growth multiplier set to ${game.world.settings.growthMultiplier}`)
  },
  togglegrowthmultiplier: (game) => invented(game, 'Growth multiplier toggled'),
  togglemigrations: (game) => invented(game, 'Migrations toggled'),
  togglenetupdatedistancechecks: (game) => invented(game, 'Net update distance checks toggled'),
  toggleailearning: (game) => invented(game, 'AI learning toggled'),
}

/** `Name,SteamID64,Reason,Duration`: the name may contain commas, so the id is searched. The duration counts hours; 0 ends at once. */
function banOf(argument: string): [id: string | undefined, hours: number] {
  const parts = listOf(argument)
  return [parts.find((part) => /^\d{17}$/.test(part)), Number(parts.at(-1)) || 0]
}
