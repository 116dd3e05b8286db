import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError } from '../actionLink.ts'
import { actionValues } from './actionValues.ts'
import { isPlaceholder, type Placeholder, placeholderForm, type WordTable } from './wordTable.ts'

/** Where in its template a value goes. */
export interface Slot {
  readonly placeholder: Placeholder
  readonly template: string
  /** What stands before it and behind it in the template. */
  readonly before: string
  readonly after: string
}

/** Makes a value harmless for where it goes, so that nothing in it is taken for anything but the value. */
export type Guard = (value: string, slot: Slot) => string

const missing: Readonly<Partial<Record<Placeholder, string>>> = {
  id: 'It names no player. Choose whom it is for.',
  name: 'It names no player. Choose whom it is for.',
  destination: 'It does not say where to. Choose whom it leads to.',
  destinationName: 'It does not say where to. Choose whom it leads to.',
  text: 'Its text is empty. Write what it should say.',
  on: 'It does not say whether on or off. Choose one.',
}

/** The command of an action in the words of this table. @throws ActionError unsendable */
export function fillWords(table: WordTable, action: GameAction, guard: Guard): string {
  const template = table[action.kind]
  if (template === undefined) throw new ActionError('unsendable', `This link has no words for ${action.kind}.`)
  const values = actionValues(action)
  const fill = (whole: string, name: string, at: number) => {
    if (!isPlaceholder(name)) throw new ActionError('unsendable', `The words for ${action.kind} hold ${whole}.`)
    const value = values[name]
    if (value === null) throw new ActionError('unsendable', missing[name] ?? `It does not say its ${name}.`)
    const [before, after] = [template.slice(0, at), template.slice(at + whole.length)]
    return guard(value, { placeholder: name, template, before, after })
  }
  return template.replaceAll(placeholderForm, fill)
}

/** @throws ActionError unsendable */
export function checkLength(command: string, most: number, what: string): string {
  const bytes = Buffer.byteLength(command)
  if (bytes <= most) return command
  throw new ActionError(
    'unsendable',
    `The command has ${bytes} bytes and ${what} takes at most ${most}. Shorten its text.`,
  )
}
