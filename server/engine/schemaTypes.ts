import type { z } from 'zod'

// Types of schemas by their names: `instanceof` calls a function of Zod that looks into a set, and each change of each command asks.

export const isObject = (schema: z.ZodType): schema is z.ZodObject => schema.type === 'object'
export const isRecord = (schema: z.ZodType): schema is z.ZodRecord => schema.type === 'record'
export const isArray = (schema: z.ZodType): schema is z.ZodArray => schema.type === 'array'
export const isUnion = (schema: z.ZodType): schema is z.ZodUnion => schema.type === 'union'
export const isString = (schema: z.ZodType): schema is z.ZodString => schema.type === 'string'

const wrappers: readonly string[] = ['default', 'optional', 'nullable']
/** A schema around another one that says what a value may lack. */
export const isWrapper = (schema: z.ZodType): schema is z.ZodDefault | z.ZodOptional | z.ZodNullable =>
  wrappers.includes(schema.type)

/** Zod types the schemas within others as their base only. */
export const asType = (schema: unknown) => schema as z.ZodType
