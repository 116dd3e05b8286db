import type { LineRead } from '../../../shared/features/console/consoleLine.ts'
import { rawCommand } from '../../../shared/features/console/knownCommands.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { commandFailedText, consoleErrorText, outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { banLengthLabel } from '../staff/deliveryLabels.ts'
import { type PickedPlayer, typedPlayer } from '../staff/pickedPlayer.ts'

/** An entered line with its outcome as far as this page knows. */
export interface ConsoleEntry {
  readonly number: number
  readonly text: string
  /** Server epoch ms. */
  readonly at: number
  /** Its delivery; null before the hub's answer, and after a refusal. */
  readonly id: string | null
  /** Why there is no delivery. */
  readonly problem: string | null
  /** Its outcome, kept for when the delivery is no longer in the document. */
  readonly end: ConsoleReply | null
}

export interface ConsoleReply {
  readonly tone: 'good' | 'waiting' | 'bad'
  readonly text: string
}

type OutcomeSource = Parameters<typeof outcomeText>[0]

/** The line under a command: the game's own reply where there is one, and never more than is known. */
export function replyOf(
  { problem, end, id }: Pick<ConsoleEntry, 'problem' | 'end' | 'id'>,
  one: OutcomeSource | undefined,
): ConsoleReply {
  if (problem !== null) return { tone: 'bad', text: consoleErrorText(problem.replace(/^❌ /, '')) }
  if (one) return replyOfDelivery(one)
  if (end) return end
  return { tone: 'waiting', text: id === null ? 'Sending it to the hub.' : 'Asked for. Waiting for its outcome.' }
}

function replyOfDelivery(one: OutcomeSource): ConsoleReply {
  const { tone, message, text } = outcomeText(one)
  const gameReply = one.settledBy === null ? one.reply?.trim() : ''
  if (one.kind === 'toggle' && one.link === 'evrima' && one.state === 'confirmed')
    return { tone, text: switchText(one) }
  if (one.state === 'confirmed' || one.state === 'done') return { tone, text: gameReply || text }
  if (tone === 'waiting') return { tone, text }
  if (one.state === 'failed' || one.state === 'refused')
    return { tone, text: consoleErrorText(message === commandFailedText ? null : message) }
  return { tone, text: text.replace(/^❌ /, '') }
}

/** The game's reply to a switch command is not reliable; its settings, read afterwards, are. */
function switchText({ why, reply, detail, settledBy, settledByName }: OutcomeSource) {
  if (settledBy !== null) return `Seen to be ${detail.on ? 'on' : 'off'} by ${settledByName || 'staff'}.`
  if (why) return why
  const replyText = reply?.trim() ? ` Its reply was “${reply.trim()}”.` : ''
  return `It is ${detail.on ? 'on' : 'off'} now, as the settings of the game say.${replyText}`
}

/** The kept outcome of a settled delivery; null while it is open. */
export const endOf = (one: Pick<Delivery, 'state'> & OutcomeSource): ConsoleReply | null =>
  isOpenState(one.state) ? null : replyOfDelivery(one)

type ReadCommand = Extract<LineRead, { ok: true }>

export interface ConsoleConfirmation {
  readonly title: string
  readonly action: string
  /** The target as typed; null if there is none. */
  readonly player: PickedPlayer | null
  /** What then happens. */
  readonly harm: string
}

/** The confirmation that a typed line needs, as its button shows it; null if none is needed. */
export function confirmationOf({ known, input }: ReadCommand, line: string): ConsoleConfirmation | null {
  const { harm } = known
  if (harm === null || (known === rawCommand && !looksDangerous(line))) return null
  if (known === rawCommand) return { title: `Send “${line}” to the game?`, action: 'Send it', player: null, harm }
  const player = typeof input.target === 'string' ? typedPlayer(input.target) : null
  const order = player ? known.name.replace('a player', () => player.text) : known.name
  const length = typeof input.durationMs === 'number' || input.durationMs === null ? input.durationMs : undefined
  const title = length === undefined ? order : `${order} ${banLengthLabel(length)}`
  return { title: `${title}?`, action: order, player, harm }
}

/** Words of harmful commands in the consoles of games and mods. */
const harmfulWords =
  'slay kill kick ban wipe clear delete destroy remove reset purge restart shutdown stop quit exit explode starve teleport'.split(
    ' ',
  )
/** Where a word begins within another: `KickPlayer`, `server.restart`, `wipe_corpses`. */
const seam = /(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/

/**
 * Whether text for the game's console looks like a command whose button asks for a confirmation. Its first word decides, or the one after
 * `rcon`.
 */
export function looksDangerous(text: string): boolean {
  const [first = '', second = ''] = text.trim().split(/\s+/)
  const command = first.toLowerCase().replace(/^\W+/, '') === 'rcon' ? second : first
  const parts = command.split(seam).map((part) => part.toLowerCase())
  return parts.some((part) => harmfulWords.some((word) => part === word || (word.length > 3 && part.startsWith(word))))
}
