import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { consoleErrorText, outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import type { LineRead } from './consoleLine.ts'
import { banLengthWords } from './deliveryLabels.ts'
import { rawCommand } from './knownCommands.ts'
import { type PickedPlayer, typed } from './pickedPlayer.ts'
import type { ConsoleEntry, ConsoleReply } from './useConsole.ts'

type Told = Parameters<typeof outcomeText>[0]

/** The line under a command: the game's own words where it has answered, and never more than is known. */
export function replyOf(
  { problem, end, id }: Pick<ConsoleEntry, 'problem' | 'end' | 'id'>,
  one: Told | undefined,
): ConsoleReply {
  if (problem !== null) return { tone: 'bad', text: consoleErrorText(problem.replace(/^❌ /, '')) }
  if (one) return replyOfDelivery(one)
  if (end) return end
  return { tone: 'waiting', text: id === null ? 'Sending it to the hub.' : 'Asked for. Waiting for its outcome.' }
}

function replyOfDelivery(one: Told): ConsoleReply {
  const { tone, text } = outcomeText(one)
  if (one.kind === 'toggle' && one.link === 'evrima' && one.state === 'confirmed') return { tone, text: turnWords(one) }
  if (one.state === 'confirmed' || one.state === 'done') return { tone, text: one.reply?.trim() || text }
  if (tone === 'waiting') return { tone, text }
  if (one.state === 'failed' || one.state === 'refused')
    return { tone, text: consoleErrorText(one.why || one.reply || null) }
  return { tone, text: text.replace(/^❌ /, '') }
}

/** What the game replies to a turn is not to be trusted: its settings were read, and tell. */
function turnWords({ why, reply, detail, settledByName }: Told) {
  if (why) return why
  if (settledByName) return `Seen to be ${detail.on ? 'on' : 'off'} by ${settledByName}.`
  const said = reply?.trim() ? ` Its reply was “${reply.trim()}”.` : ''
  return `It is ${detail.on ? 'on' : 'off'} now, as the settings of the game say.${said}`
}

/** What is kept of one that is over; null while it is not. */
export const endOf = (one: Pick<Delivery, 'state'> & Told): ConsoleReply | null =>
  isOpenState(one.state) ? null : replyOfDelivery(one)

type Read = Extract<LineRead, { ok: true }>

export interface ConsoleQuestion {
  readonly title: string
  readonly act: string
  /** Whom it reaches, as typed; null where it is nobody in particular. */
  readonly player: PickedPlayer | null
  /** What then happens. */
  readonly harm: string
}

/** What is asked before a typed line is carried out, as its button would ask it; null where nothing is. */
export function questionOf({ known, input }: Read, line: string): ConsoleQuestion | null {
  const { harm } = known
  if (harm === null || (known === rawCommand && !soundsDangerous(line))) return null
  if (known === rawCommand) return { title: `Send “${line}” to the game?`, act: 'Send it', player: null, harm }
  const player = typeof input.target === 'string' ? typed(input.target) : null
  const order = player ? known.name.replace('a player', () => player.text) : known.name
  const length = typeof input.durationMs === 'number' || input.durationMs === null ? input.durationMs : undefined
  const title = length === undefined ? order : `${order} ${banLengthWords(length)}`
  return { title: `${title}?`, act: order, player, harm }
}

/** What takes something from somebody, as the consoles of games and mods word it. */
const words = [
  ...['slay', 'kill', 'kick', 'ban', 'wipe', 'clear', 'delete', 'destroy', 'remove', 'reset', 'purge'],
  ...['restart', 'shutdown', 'stop', 'quit', 'exit', 'explode', 'starve', 'teleport'],
]
/** Where a word begins within another: `KickPlayer`, `server.restart`, `wipe_corpses`. */
const seam = /(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/

/** Whether text for the game's own console looks like what its button would ask about. Its first word tells, and what follows a `rcon`. */
export function soundsDangerous(text: string): boolean {
  const [first = '', second = ''] = text.trim().split(/\s+/)
  const told = first.toLowerCase().replace(/^\W+/, '') === 'rcon' ? second : first
  const parts = told.split(seam).map((part) => part.toLowerCase())
  return parts.some((part) => words.some((word) => part === word || (word.length > 3 && part.startsWith(word))))
}
