import type { GamePoint } from '../link.ts'
import type {
  AdminCommandEvent,
  ChatEvent,
  KillEvent,
  LogAnimal,
  LogEvent,
  LogFileEvent,
  LogPlayer,
} from './logEvent.ts'
import { type LogTime, stampText } from './logTime.ts'

/**
 * The outer shapes of lines. `unreal`: the engine's stamp in UTC and the game's local one, as builds of 2026 write them.
 * `bracketed` and `verbose`: only the local one, as in tools for earlier builds.
 */
export const logShapes = ['unreal', 'bracketed', 'verbose'] as const
export type LogShape = (typeof logShapes)[number]

/**
 * The time of a line as the shape shows it.
 * @param at epoch ms
 * @param offsetMs how far the clock of the game's machine is ahead of UTC
 */
export function lineTime(at: number, offsetMs: number, shape: LogShape): LogTime {
  const local = Math.floor((at + offsetMs) / 1000) * 1000
  return shape === 'unreal' ? { utc: Math.floor(at), local } : { utc: null, local }
}

/**
 * A line of the game's log without its end, as `parseLine` reads it. Nothing is escaped, as in the game. What the event lacks is left out
 * or empty, so only whole events are parsed as they were. The simulator writes with it.
 * @param frame number of the engine's frame; the game shows its last three digits
 */
export function encodeLine(event: LogEvent, shape: LogShape, frame = 0): string {
  if (event.kind === 'opened') return `Log file open, ${fileStamp(event.time)}`
  if (event.kind === 'closed')
    return `${engineStamp(event.time, shape, frame)}Log file closed, ${fileStamp(event.time)}`
  const [category, payload] = encodePayload(event)
  const local = stampText(event.time.local ?? event.time.utc ?? 0)
  if (shape === 'bracketed') return `[${local}][${category}]: ${payload}`
  if (shape === 'verbose') return `${category}: Verbose: [${local}] ${payload}`
  return `${engineStamp(event.time, shape, frame)}${category}: [${local}] ${payload}`
}

function engineStamp({ utc, local }: LogTime, shape: LogShape, frame: number): string {
  if (shape !== 'unreal') return ''
  const at = utc ?? local ?? 0
  const ms = String(at % 1000).padStart(3, '0')
  return `[${stampText(at)}:${ms}][${String(frame % 1000).padStart(3)}]`
}

/** `11/22/26 13:27:57`: month first. */
function fileStamp({ utc, local }: LogTime): string {
  const [date = '', time = ''] = new Date(local ?? utc ?? 0).toISOString().slice(2, 19).split('T')
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year} ${time}`
}

type PlayerEvent = Exclude<LogEvent, LogFileEvent>

function encodePayload(event: PlayerEvent): readonly [category: string, payload: string] {
  switch (event.kind) {
    case 'chat':
      return ['LogTheIsleChatData', chat(event)]
    case 'join':
      return ['LogTheIsleJoinData', `${label(event.player)} ${joined(event.save)}${long(event.animal, 'BP_', '_C')}`]
    case 'leave':
      return ['LogTheIsleJoinData', `${label(event.player)} ${left(event.isSafe)}${long(event.animal)}`]
    case 'kill':
      return ['LogTheIsleKillData', kill(event)]
    case 'death':
      return [
        'LogTheIsleKillData',
        `${label(event.player)} Dino: ${short(event.animal)} - ${event.cause}${at(event.location)}`,
      ]
    case 'adminCommand':
      return ['LogTheIsleCommandData', adminCommand(event)]
    case 'rcon':
      return ['LogTheIsleCommandData', `RCON Command Used [${event.command}] : ${event.argument}`]
    case 'connecting':
      return ['LogTheIsleServer', `[Player Connecting .. Steam_Id: ${event.id} , EOS_Id: ${event.eosId ?? ''}]`]
  }
}

const label = ({ id, name }: LogPlayer) => `${name ?? ''} [${id}]`

const channelNames: Readonly<Record<ChatEvent['channel'], string>> = {
  spatial: 'Spatial',
  global: 'Global',
  group: 'Group',
  admin: 'Admin',
  logging: 'Logging',
  other: 'Whisper',
}

const chat = ({ channel, group, player, text }: ChatEvent) =>
  `[${channelNames[channel]}] ${group === null ? '' : `[GROUP-${group}] `}${player === null ? '' : `${label(player)}: `}${text}`

const joined = (save: 'found' | 'none' | null) => {
  if (save === null) return 'Joined The Server. Dino'
  return save === 'found'
    ? 'Joined The Server. Save file found Dino'
    : 'Save file not found - Starting as fresh spawn. Class'
}

const left = (isSafe: boolean | null) => {
  if (isSafe === null) return 'Left The Server, Was playing as'
  return `Left The Server ${isSafe ? 'whilebeing' : 'while not being'} safelogged, Was playing as`
}

const growthOf = ({ growth }: LogAnimal) => (growth ?? 0).toFixed(6)
const long = (animal: LogAnimal, before = '', after = '') =>
  `: ${before}${animal.species ?? ''}${after}, Gender: ${animal.gender ?? ''}, Growth: ${growthOf(animal)}`
const short = (animal: LogAnimal) => `${animal.species ?? ''}, ${animal.gender ?? ''}, ${growthOf(animal)}`
const at = (location: GamePoint | null) =>
  location === null ? '' : `, at: X=${location.x.toFixed(3)} Y=${location.y.toFixed(3)} Z=${location.z.toFixed(3)}`

/** An animal of the game has no name and no id. */
function kill({ killer, killerAnimal, victim, victimAnimal, location }: KillEvent): string {
  const by = killer === null ? ' []' : label(killer)
  const whom = `${victim.name ?? ''}, [${victim.id}]`
  return `${by} Dino: ${short(killerAnimal)} - Killed the following player: ${whom}, Dino${long(victimAnimal)}${at(location)}`
}

function adminCommand({ admin, command, target, targetAnimal, before, after }: AdminCommandEvent): string {
  const order = `${admin === null ? '' : `${label(admin)} `}used command: ${command ?? ''}`
  if (target === null) return order
  const animal = `Class: ${targetAnimal.species ?? ''}, Gender: ${targetAnimal.gender ?? ''}`
  return `${order} at: ${target.name ?? ''}, [${target.id}], ${animal}, Previous value: ${before ?? ''}, New value: ${after ?? ''}`
}
