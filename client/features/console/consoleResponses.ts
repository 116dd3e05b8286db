import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import type { LineRead, Named } from '../../../shared/features/console/consoleLine.ts'
import { rawCommand } from '../../../shared/features/console/knownCommands.ts'
import { broadcast, runConsole } from '../../../shared/features/deliveries/commands.ts'
import { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import { playersTyped } from '../../../shared/features/deliveries/typedPlayer.ts'
import { banLengthLabel } from '../staff/deliveryLabels.ts'
import { type PickedPlayer, typedPlayer } from '../staff/pickedPlayer.ts'

type ReadCommand = Extract<LineRead, { ok: true }>

export interface ConsoleConfirmation {
  readonly title: string
  readonly action: string
  /** The target as typed; null if there is none. */
  readonly player: PickedPlayer | null
  /** What then happens. */
  readonly harm: string
}

/**
 * The confirmation that a typed line needs, as its button shows it; null if none is needed.
 * @param online how many players a broadcast would reach
 */
export function confirmationOf({ known, input }: ReadCommand, line: string, online = 0): ConsoleConfirmation | null {
  const { command, name, harm } = known
  if (harm === null || (known === rawCommand && !looksDangerous(line))) return null
  if (known === rawCommand)
    return { title: `Send “${withMarksShown(line)}” to the command mod?`, action: 'Send it', player: null, harm }
  if (command === broadcast)
    return { title: `Send to ${online} ${online === 1 ? 'player' : 'players'}?`, action: 'Send', player: null, harm }
  if (command === runConsole)
    return { title: `Run “${withMarksShown(line)}”?`, action: 'Run it', player: null, harm: `${name}. ${harm}` }
  const player = typeof input.target === 'string' ? typedPlayer(input.target) : null
  const order = player ? name.replace('a player', () => player.text) : name
  const length = typeof input.durationMs === 'number' || input.durationMs === null ? input.durationMs : undefined
  const title = length === undefined ? order : `${order} ${banLengthLabel(length)}`
  return { title: `${title}?`, action: order, player, harm }
}

/**
 * Why the hub will refuse the players that a line names; null if it knows each of them. Nobody is asked about a line that can't be run.
 * @param known the players in the game, and those banned
 */
export function targetRefusalOf({ input }: ReadCommand, known: readonly Named[]): string | null {
  for (const typed of [input.target, input.destination]) {
    if (typeof typed !== 'string') continue
    const wanted = typed.trim()
    if (wanted === '') return orderRefusals.noTarget
    const ids = playersTyped(wanted, known)
    if (ids.length !== 1) return ids.length === 0 ? orderRefusals.unknownPlayer : orderRefusals.ambiguous
  }
  return null
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
