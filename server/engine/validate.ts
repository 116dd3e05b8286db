import { z } from 'zod'
import type { Patch } from '../../shared/protocol/down.ts'

/** What is wrong with an input: one text for each field, with the field's name. */
export const problemsOf = ({ issues }: z.ZodError): readonly string[] =>
  issues.slice(0, 10).map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))

/** With more places than these the whole document is checked sooner. */
const mostPlaces = 20

/**
 * Checks a document against its schema only where it was changed, so that the cost does not grow with the document: the rest fitted
 * before. Null where nothing is wrong.
 */
export function schemaErrorOf(schema: z.ZodType, next: object, patches: readonly Patch[]): z.ZodError | null {
  if (patches.length <= mostPlaces && patches.every(({ path }) => isFitAt(schema, next, path))) return null
  return schema.safeParse(next).error ?? null
}

/** Goes down the path as far as a value can be checked without its neighbours. */
function isFitAt(schema: z.ZodType, value: unknown, path: Patch['path']): boolean {
  const [step, ...rest] = path
  const bare = unwrapped(schema)
  const whole = () => schema.safeParse(value).success
  if (step === undefined || !isPlain(value) || checksOf(bare) > 0) return whole()
  const isThere = Object.hasOwn(value, step)
  if (bare instanceof z.ZodRecord) {
    if (!(bare.keyType instanceof z.ZodString)) return whole()
    // A record may lack any key.
    if (!isThere) return true
    return (bare.keyType as z.ZodString).safeParse(step).success && isFitAt(asType(bare.valueType), value[step], rest)
  }
  if (!(bare instanceof z.ZodObject) || !isThere || !Object.hasOwn(bare.shape, step)) return whole()
  return isFitAt(asType(bare.shape[step]), value[step], rest)
}

/** Checks of a schema beside its form. */
const checksOf = (schema: z.ZodType) => schema.def.checks?.length ?? 0
const asType = (schema: unknown) => schema as z.ZodType
const isPlain = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value that is present is checked as if its schema had no default. A wrapper with checks of its own stays. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped && checksOf(schema) === 0 ? unwrapped(asType(schema.unwrap())) : schema
}
