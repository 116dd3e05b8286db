import { type KnownCommand, type Part, permanent } from './knownCommands.ts'
import { type PickedPlayer, targetOf } from './pickedPlayer.ts'

/** What has been put together so far: a command, whom it is for, and its other parts. */
export interface Draft {
  readonly known: KnownCommand | null
  readonly player: PickedPlayer | null
  readonly destination: PickedPlayer | null
  readonly values: Readonly<Partial<Record<Part, string>>>
}

export const emptyDraft: Draft = { known: null, player: null, destination: null, values: {} }

/** The part that is asked for next; null when all are there, or no command is chosen. */
export const dueOf = ({ known, player, destination, values }: Draft): Part | null =>
  known?.parts.find((part) =>
    part === 'player' ? !player : part === 'destination' ? !destination : values[part] === undefined,
  ) ?? null

export const isWhole = (draft: Draft) => draft.known !== null && dueOf(draft) === null

/** As the command takes it. */
export function inputOfDraft({ known, player, destination, values }: Draft) {
  const said = {
    ...values,
    ...(player && { player: targetOf(player) }),
    ...(destination && { destination: targetOf(destination) }),
  }
  return known?.inputOf(said) ?? {}
}

const lengthTold = (length: string) =>
  length === permanent ? 'for ever' : length === '1' ? 'for 1 day' : `for ${length} days`

/** As an order: `Kick Rex`, `Ban Rex for 7 days`. */
export function draftWords({ known, player, destination, values }: Draft): string {
  if (!known) return player?.text ?? ''
  const { length, toggle, onOff, text } = values
  // A name may hold what a replacement would take for a pattern.
  const order = player ? known.name.replace('a player', () => player.text) : known.name
  const more = [
    destination && `to ${destination.text}`,
    length !== undefined && lengthTold(length),
    player && known.word === 'whitelist' && player.text,
    toggle,
    onOff,
  ].filter(Boolean)
  return [order, ...more].join(' ') + (text === undefined ? '' : `: ${text}`)
}

/** What the field asks for now. */
export function askedFor(draft: Draft): string {
  const due = dueOf(draft)
  if (!draft.known) return draft.player ? `What about ${draft.player.text}?` : 'Find a screen, a player or a command'
  return `${draftWords(draft)}: ${due ? questions[due] : ''}`
}

const questions: Readonly<Record<Part, string>> = {
  player: 'which player?',
  destination: 'to which player?',
  length: 'for how long?',
  toggle: 'which switch?',
  onOff: 'on or off?',
  text: 'what text?',
  reason: 'reason (may be left out)',
}
