import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'

/**
 * What may stand in braces in the words of a command. `seconds` and `minutes` are of a ban and 0 for ever; `on` is 1 or
 * 0; `text` is what is said, and what is wanted of grow, spawn, weather and mutate.
 */
export const placeholders = [
  'id',
  'name',
  'reason',
  'seconds',
  'minutes',
  'destination',
  'destinationName',
  'text',
  'on',
] as const
export type Placeholder = (typeof placeholders)[number]

/** How each kind of command is worded for one link, as `ban {id} {minutes} {reason}`. It cannot do what it has no words for. */
export type WordTable = Readonly<Partial<Record<DeliveryKind, string>>>

/** In braces or by itself, as far as templates may go. */
export const placeholderForm = /\{(\w*)\}/g

/** What is wrong with the words of one command, in words; null where nothing is. */
export function templateProblem(template: string): string | null {
  if (/\p{Cc}/u.test(template)) return 'a line break or another control character'
  const unknown = [...template.matchAll(placeholderForm)].find(([, name]) => !isPlaceholder(name))
  if (unknown)
    return `the placeholder ${unknown[0]}, which is not one of ${placeholders.map((one) => `{${one}}`).join(' ')}`
  if (/[{}]/.test(template.replaceAll(placeholderForm, ''))) return 'a brace that opens or closes nothing'
  return (template.split('"').length - 1) % 2 === 1 ? 'a quote that is not closed' : null
}

export const isPlaceholder = (name: string | undefined): name is Placeholder =>
  placeholders.some((placeholder) => placeholder === name)
