import { z } from 'zod'
import type { Patch } from '../../shared/protocol/down.ts'

/** Beyond this the whole is looked at sooner than each place. */
const mostPlaces = 20

/**
 * Whether a document fits its schema, asked only where it was changed: what the patches leave alone was fit before. What a change of a
 * document costs then does not grow with all that it holds. Null where nothing is wrong.
 */
export function whyUnfit(schema: z.ZodType, next: object, patches: readonly Patch[]): z.ZodError | null {
  if (patches.length <= mostPlaces && patches.every(({ path }) => isFitAt(schema, next, path))) return null
  return schema.safeParse(next).error ?? null
}

/** Down the path, as far as what lies there can be judged without what lies beside it. */
function isFitAt(schema: z.ZodType, value: unknown, path: Patch['path']): boolean {
  const [step, ...rest] = path
  const bare = unwrapped(schema)
  const whole = () => schema.safeParse(value).success
  if (step === undefined || !isPlain(value) || rules(bare) > 0) return whole()
  const isThere = Object.hasOwn(value, step)
  if (bare instanceof z.ZodRecord) {
    if (!(bare.keyType instanceof z.ZodString)) return whole()
    // Of a record any key may be gone.
    if (!isThere) return true
    return (bare.keyType as z.ZodString).safeParse(step).success && isFitAt(asType(bare.valueType), value[step], rest)
  }
  if (!(bare instanceof z.ZodObject) || !isThere || !Object.hasOwn(bare.shape, step)) return whole()
  return isFitAt(asType(bare.shape[step]), value[step], rest)
}

/** What a schema asks beside its form. */
const rules = (schema: z.ZodType) => schema.def.checks?.length ?? 0
const asType = (schema: unknown) => schema as z.ZodType
const isPlain = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is there is asked of it what it would be without a default. One with rules of its own stays as it is. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped && rules(schema) === 0 ? unwrapped(asType(schema.unwrap())) : schema
}
