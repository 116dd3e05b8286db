import { type CommandPart, type KnownCommand, permanent } from '../../../shared/features/console/knownCommands.ts'
import { type PickedPlayer, targetOf } from './pickedPlayer.ts'

/** A command that is being put together, with its target and its other parts. */
export interface Draft {
  readonly known: KnownCommand | null
  readonly player: PickedPlayer | null
  readonly destination: PickedPlayer | null
  readonly values: Readonly<Partial<Record<CommandPart, string>>>
}

export const emptyDraft: Draft = { known: null, player: null, destination: null, values: {} }

/** The part that is needed next; null if none is missing, or no command is chosen. */
export const nextPart = ({ known, player, destination, values }: Draft): CommandPart | null =>
  known?.parts.find((part) =>
    part === 'player' ? !player : part === 'destination' ? !destination : values[part] === undefined,
  ) ?? null

export const isComplete = (draft: Draft) => draft.known !== null && nextPart(draft) === null

/** The input of the command. */
export function inputOfDraft({ known, player, destination, values }: Draft) {
  const parts = {
    ...values,
    ...(player && { player: targetOf(player) }),
    ...(destination && { destination: targetOf(destination) }),
  }
  return known?.inputOf(parts) ?? {}
}

const lengthLabel = (length: string) =>
  length === permanent ? 'for ever' : length === '1' ? 'for 1 day' : `for ${length} days`

/** As an order: `Kick Rex`, `Ban Rex for 7 days`. */
export function draftLabel({ known, player, destination, values }: Draft): string {
  if (!known) return player?.text ?? ''
  const { length, toggle, onOff, text } = values
  // A function, since a name may hold replacement patterns.
  const order = player ? known.name.replace('a player', () => player.text) : known.name
  const more = [
    destination && `to ${destination.text}`,
    length !== undefined && lengthLabel(length),
    player && known.word === 'whitelist' && player.text,
    toggle,
    onOff,
  ].filter(Boolean)
  return [order, ...more].join(' ') + (text === undefined ? '' : `: ${text}`)
}

/** The label of the field. */
export function draftPrompt(draft: Draft): string {
  const next = nextPart(draft)
  if (!draft.known) return draft.player ? `What about ${draft.player.text}?` : 'Find a screen, a player or a command'
  return `${draftLabel(draft)}: ${next ? questions[next] : ''}`
}

const questions: Readonly<Record<CommandPart, string>> = {
  player: 'which player?',
  destination: 'to which player?',
  length: 'for how long?',
  toggle: 'which switch?',
  onOff: 'on or off?',
  text: 'what text?',
  reason: 'reason (may be left out)',
  filter: 'which? (may be left out)',
  number: 'what number?',
  list: 'which ones?',
}
