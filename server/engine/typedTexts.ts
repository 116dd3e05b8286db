import { z } from 'zod'
import type { DocumentKind } from '../../shared/engine/document.ts'
import type { Transaction } from './transaction.ts'

/** What takes the place of a text that names an erased person. */
export const ERASED = '[erased]'

/** Characters that continue an id: `demo-player` is not found within `demo-player-2`. */
export const idCharacter = '[\\p{L}\\p{N}_-]'
export const escapedForSearch = (id: string) => id.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

interface Documents extends Pick<Transaction, 'read' | 'edit'> {
  /** The keys of all documents of a kind. */
  keysOf(kind: DocumentKind): Iterable<string>
}

/**
 * Replaces each text that a user typed and that holds one of these ids, in the documents of all kinds: as a whole, since what is around the
 * id is about the person too.
 */
export function eraseFromTypedTexts(
  kinds: Iterable<DocumentKind>,
  { read, edit, keysOf }: Documents,
  ids: readonly string[],
): void {
  const some = ids.filter((id) => id !== '').map(escapedForSearch)
  if (some.length === 0) return
  const anyId = new RegExp(`(?<!${idCharacter})(?:${some.join('|')})(?!${idCharacter})`, 'u')
  const shortest = Math.min(...ids.map(({ length }) => length))
  const isNamedIn = ({ holder, field }: TextPlace) => {
    const text = holder[field]
    return typeof text === 'string' && text.length >= shortest && anyId.test(text)
  }
  for (const kind of kinds) {
    const paths = (kind.typedTexts ?? []).map((path) => path.split('.'))
    if (paths.length === 0) continue
    for (const key of keysOf(kind)) {
      const value = read(kind, key)
      const named = paths.filter((path) => textPlaces(value, path).some(isNamedIn))
      for (const path of named)
        for (const place of textPlaces(edit(kind, key), path).filter(isNamedIn)) place.holder[place.field] = ERASED
    }
  }
}

interface TextPlace {
  readonly holder: Record<string, unknown>
  readonly field: string
}

/** The fields to which a path leads in a document: none where something on the way is null. */
function textPlaces(value: unknown, [step = '', ...rest]: readonly string[]): readonly TextPlace[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  const fields = step === '*' ? Object.keys(holder) : [step]
  return fields.flatMap((field) => (rest.length > 0 ? textPlaces(holder[field], rest) : [{ holder, field }]))
}

/** Whether a path of `typedTexts` leads to a text in documents of this schema. */
export function leadsToText(schema: z.ZodType, path: string): boolean {
  let found: z.ZodType | undefined = schema
  for (const step of path.split('.')) found = found && innerSchema(withoutWrappers(found), step)
  const last = found && withoutWrappers(found)
  return last instanceof z.ZodString || last instanceof z.ZodUnknown
}

function innerSchema(schema: z.ZodType, step: string): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[step] as z.ZodType | undefined
  if (step !== '*') return undefined
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType
  return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined
}

function withoutWrappers(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodNullable || inner instanceof z.ZodOptional)
    inner = inner.unwrap() as z.ZodType
  return inner
}
