import { z } from 'zod'

// Schemas as functions, for what every command checks: several times faster than Zod, which decides wherever these functions do not.

/** Says that Zod has to decide: the value is wrong, or the schema is none that is compiled. */
const unsure = Symbol('unsure')

interface Compiled {
  /** True only where Zod accepts the value. */
  readonly fits: (value: unknown) => boolean
  /** What Zod would make of the value, or `unsure`. */
  readonly read: (value: unknown) => unknown
  /** True only where Zod would make an equal value: nothing is missing, and nothing is left out. */
  readonly isWhole: (value: unknown) => boolean
}

const known = new WeakMap<z.ZodType, Compiled>()

function compiled(schema: z.ZodType): Compiled {
  const before = known.get(schema)
  if (before) return before
  const made = compile(schema) ?? byZod(schema)
  known.set(schema, made)
  return made
}

/** As `schema.safeParse`. */
export function safeParseFast<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  context?: z.core.ParseContext<z.core.$ZodIssue>,
): z.ZodSafeParseResult<z.output<Schema>> {
  const found = compiled(schema).read(value)
  return found === unsure ? schema.safeParse(value, context) : { success: true, data: found as z.output<Schema> }
}

/** As `schema.parse`. @throws z.ZodError */
export function parseFast<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const found = compiled(schema).read(value)
  return found === unsure ? schema.parse(value) : (found as z.output<Schema>)
}

/** Whether Zod would make an equal value: it need not be copied then. False where only Zod knows. */
export const isWholeFast = (schema: z.ZodType, value: unknown): boolean => compiled(schema).isWhole(value)

/** Null where the value fits. As `schema.safeParse(value).error`. */
export const errorOf = (schema: z.ZodType, value: unknown): z.ZodError | null =>
  compiled(schema).fits(value) ? null : (schema.safeParse(value).error ?? null)

const byZod = (schema: z.ZodType): Compiled => ({
  fits: (value) => schema.safeParse(value).success,
  read: (value) => {
    const { success, data } = schema.safeParse(value)
    return success ? data : unsure
  },
  isWhole: () => false,
})

/** A value that stays as it is. */
const leaf = (fits: (value: unknown) => boolean): Compiled => ({
  fits,
  read: (value) => (fits(value) ? value : unsure),
  isWhole: fits,
})

/** Null for a schema that only Zod knows, as one with a check of its own. */
function compile(schema: z.ZodType): Compiled | null {
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodString) return stringOf(schema)
  if ((schema.def.checks?.length ?? 0) > 0) return null
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
    const values = new Set<unknown>(schema instanceof z.ZodEnum ? schema.options : schema.values)
    return leaf((value) => values.has(value))
  }
  if (schema instanceof z.ZodBoolean) return leaf((value) => typeof value === 'boolean')
  if (schema instanceof z.ZodNullable) return wrapped(schema, null)
  if (schema instanceof z.ZodExactOptional) return null
  if (schema instanceof z.ZodOptional) return wrapped(schema, undefined)
  if (schema instanceof z.ZodDefault) return defaultOf(schema)
  if (schema instanceof z.ZodArray) return arrayOf(asType(schema.element))
  if (schema instanceof z.ZodRecord) return recordOf(schema)
  return schema instanceof z.ZodObject && !schema.def.catchall ? objectOf(schema) : null
}

const asType = (schema: unknown) => schema as z.ZodType

interface Bound {
  readonly check: string
  readonly value?: number
  readonly inclusive?: boolean
  readonly maximum?: number
  readonly minimum?: number
}
/** The checks of a schema that are bounds; null if there is another. */
function boundsOf(schema: z.ZodType, names: readonly string[]): readonly Bound[] | null {
  const bounds = (schema.def.checks ?? []).map((check) => check._zod.def as Bound)
  return bounds.every(({ check }) => names.includes(check)) ? bounds : null
}

function numberOf(schema: z.ZodNumber): Compiled | null {
  const { format } = schema.def as { readonly format?: string }
  const bounds = boundsOf(schema, ['greater_than', 'less_than'])
  if (bounds === null || (format !== undefined && format !== 'safeint')) return null
  const isNumber = format === 'safeint' ? Number.isSafeInteger : Number.isFinite
  const isWithin = ({ check, value: bound = Number.NaN, inclusive }: Bound, value: number) =>
    (inclusive && value === bound) || (check === 'greater_than' ? value > bound : value < bound)
  return leaf((value) => {
    if (!isNumber(value)) return false
    for (const bound of bounds) if (!isWithin(bound, value as number)) return false
    return true
  })
}

function stringOf(schema: z.ZodString): Compiled | null {
  const bounds = boundsOf(schema, ['max_length', 'min_length'])
  if (bounds === null || (schema.def as { readonly format?: string }).format !== undefined) return null
  const most = Math.min(...bounds.map(({ maximum = Number.POSITIVE_INFINITY }) => maximum))
  const least = Math.max(0, ...bounds.map(({ minimum = 0 }) => minimum))
  return leaf((value) => typeof value === 'string' && value.length <= most && value.length >= least)
}

function wrapped(schema: z.ZodNullable | z.ZodOptional, nothing: null | undefined): Compiled {
  const { fits, read, isWhole } = compiled(asType(schema.unwrap()))
  return {
    fits: (value) => value === nothing || fits(value),
    read: (value) => (value === nothing ? value : read(value)),
    isWhole: (value) => value === nothing || isWhole(value),
  }
}

function defaultOf(schema: z.ZodDefault): Compiled {
  const { fits, read, isWhole } = compiled(asType(schema.unwrap()))
  return {
    fits: (value) => value === undefined || fits(value),
    isWhole: (value) => value !== undefined && isWhole(value),
    // Made again for each value, as Zod does.
    read: (value) => (value === undefined ? schema.def.defaultValue : read(value)),
  }
}

function arrayOf(element: z.ZodType): Compiled {
  const { fits, read, isWhole } = compiled(element)
  return {
    fits: (value) => Array.isArray(value) && value.every(fits),
    isWhole: (value) => Array.isArray(value) && value.every(isWhole),
    read(value) {
      if (!Array.isArray(value)) return unsure
      const all = value.map(read)
      return all.includes(unsure) ? unsure : all
    },
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Only with any text as key. */
function recordOf({ keyType, valueType }: z.ZodRecord): Compiled | null {
  if (!(keyType instanceof z.ZodString) || (keyType.def.checks?.length ?? 0) > 0) return null
  const { fits, read, isWhole } = compiled(asType(valueType))
  const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => {
    if (!isObject(value) || Object.hasOwn(value, '__proto__')) return false
    const prototype = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === null
  }
  return {
    fits(value) {
      if (!isRecord(value)) return false
      for (const key in value) if (!fits(value[key])) return false
      return true
    },
    isWhole(value) {
      if (!isRecord(value)) return false
      for (const key in value) if (!isWhole(value[key])) return false
      return true
    },
    read(value) {
      if (!isRecord(value)) return unsure
      const all: Record<string, unknown> = {}
      for (const key in value) {
        const one = read(value[key])
        if (one === unsure) return unsure
        all[key] = one
      }
      return all
    },
  }
}

/** Further fields are left out, as Zod does. */
function objectOf({ shape }: z.ZodObject): Compiled {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const mayLack = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    return { name, mayLack, ...compiled(asType(schema)) }
  })
  return {
    fits(value) {
      if (!isObject(value)) return false
      for (const { name, mayLack, fits } of fields) if (!fits(value[name]) || !(mayLack || name in value)) return false
      return true
    },
    isWhole(value) {
      if (!isObject(value)) return false
      let known = 0
      for (const { name, mayLack, isWhole } of fields) {
        if (!isWhole(value[name]) || !(mayLack || name in value)) return false
        if (name in value) known += 1
      }
      for (const _name in value) known -= 1
      return known === 0
    },
    read(value) {
      if (!isObject(value)) return unsure
      const all: Record<string, unknown> = {}
      for (const { name, mayLack, read } of fields) {
        const field = read(value[name])
        if (field === unsure || !(mayLack || name in value)) return unsure
        if (field !== undefined || name in value) all[name] = field
      }
      return all
    },
  }
}
