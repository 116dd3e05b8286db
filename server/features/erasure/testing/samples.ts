import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import type { DocumentKind } from '../../../../shared/engine/document.ts'
import { type Implementation, implement } from '../../../engine/rule.ts'

/** Fits schemas that ask for the id of a pack. */
export const somePack = '018f2f3e-6c1e-7c3a-9a51-6f1d2b3c4d5e'

/** A value of this schema in which every free text is the mark. */
export function sampleOf(schema: z.ZodType, mark: string): unknown {
  if (schema instanceof z.ZodDefault && schema.unwrap() instanceof z.ZodNumber) return schema.parse(undefined)
  if (schema instanceof z.ZodPrefault) return sampleOf(schema.unwrap() as z.ZodType, mark)
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodCatch
  )
    return sampleOf(schema.unwrap() as z.ZodType, mark)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field as z.ZodType, mark)]),
    )
  if (schema instanceof z.ZodDiscriminatedUnion) return sampleOf(schema.options[0] as z.ZodType, mark)
  if (schema instanceof z.ZodRecord) return { marked: sampleOf(schema.valueType as z.ZodType, mark) }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType, mark)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return [7, 5_000].find((number) => schema.safeParse(number).success)
  const address = `https://avatars.steamstatic.com/${mark.replaceAll(' ', '-')}`
  const texts = [mark, address, somePack, '2026-11-23T20:00', '20:00', 'EUR', '7']
  const fitting = texts.find((text) => schema.safeParse(text).success)
  return fitting ?? (schema instanceof z.ZodUnion ? sampleOf(schema.options[0] as z.ZodType, mark) : mark)
}

/** Puts a value into a document of any kind. */
export const seedDocument = defineCommand({
  name: 'seeding.document',
  permission: 'hub',
  input: z.object({ kind: z.string(), key: z.string(), value: z.record(z.string(), z.unknown()) }),
  output: z.object({}),
  refusals: {},
})
export const seedingOf = (kinds: ReadonlyMap<string, DocumentKind>): Implementation =>
  implement(seedDocument, ({ edit }, { kind, key, value }) => {
    Object.assign(edit(kinds.get(kind) as DocumentKind, key), value)
    return {}
  })
