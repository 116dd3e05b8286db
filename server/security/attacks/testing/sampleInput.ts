import { z } from 'zod'

type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly pattern?: string
  readonly format?: string
}

/** The schema as JSON Schema, of the input before any transform. */
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/**
 * An input that has the form of the schema, or comes close: patterns are met only where a plain text meets them.
 * @param text is put into every text field
 */
export const sampleOf = (schema: z.ZodType, text = 'ben'): unknown => valueFor(schemaOf(schema), text)

function valueFor(schema: JsonSchema, text: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return valueFor(choice, text)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valueFor(part, text)]),
    )
  if (type === 'array') return schema.items ? [valueFor(schema.items, text)] : []
  if (type === 'string') return text.padEnd(schema.minLength ?? 0, 'x')
  if (type === 'integer' || type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  if (type === 'boolean') return true
  return null
}

/**
 * One input for each text field of the schema at any depth, with `text` in that field and a plain sample in all others. The path names
 * the field.
 * @param fixed values of top-level fields, so that a rule gets as far as to use the others
 */
export function withTextInEachField(
  schema: z.ZodType,
  text: string,
  fixed: Readonly<Record<string, string>> = {},
): { readonly path: string; readonly input: unknown }[] {
  const plain = valueFor(schemaOf(schema), 'ben')
  const known = Object.entries(fixed).filter(([field]) => plain !== null && Object.hasOwn(plain as object, field))
  const sample = { ...(plain as object), ...Object.fromEntries(known) }
  return textPaths(sample, []).map((path) => ({ path: path.join('.'), input: replaced(sample, path, text) }))
}

function textPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === 'string') return [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, part]) => textPaths(part, [...path, key]))
}

function replaced(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((part, at) => (String(at) === key ? replaced(part, rest, text) : part))
  const fields = value as Record<string, unknown>
  return { ...fields, [key]: replaced(fields[key], rest, text) }
}
