import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allFeatures } from '../testing/allFeatures.ts'
import { errorOf, isWholeFast, parseFast } from './compiledSchema.ts'

const Every = z.object({
  text: z.string(),
  short: z.string().min(1).max(3).default('a'),
  word: z.string().regex(/^a/).optional(),
  trimmed: z.string().trim().optional(),
  number: z.number().nullable().default(null),
  whole: z.int().min(-1).max(5).optional(),
  open: z.number().gt(0).lt(4).optional(),
  either: z.union([z.string(), z.array(z.int())]).default(''),
  kind: z.enum(['a', 'b']).default('a'),
  fixed: z.literal([1, 'x']).optional(),
  on: z.boolean().optional(),
  record: z.record(z.string(), z.object({ at: z.number(), tags: z.array(z.string()).default([]) })).default({}),
  exact: z.string().exactOptional(),
  strict: z.strictObject({ one: z.number() }).optional(),
  loose: z.looseObject({ one: z.number() }).optional(),
  refined: z
    .object({ low: z.number(), high: z.number() })
    .refine(({ low, high }) => low <= high)
    .optional(),
  anything: z.unknown(),
})

const value = fc.constantFrom<unknown>(
  ...[
    undefined,
    null,
    0,
    -1,
    1,
    2.5,
    4,
    5,
    6,
    2 ** 60,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'a',
    ' a ',
    'abcd',
    'x',
    true,
  ],
  ...[[], ['t'], [1], [1.5], {}, { one: 1 }, { one: 1, two: 2 }, { low: 1, high: 2 }, { low: 2, high: 1 }, { at: 1 }],
  ...[{ k: { at: 1 } }, { k: { at: 1, tags: ['a'], more: 2 } }, { k: { at: 'x' } }, { k: null }, new Date(0)],
)
const given = fc.dictionary(fc.constantFrom(...Object.keys(Every.shape), 'further'), value, { maxKeys: 8 })

const same = (schema: z.ZodType, tried: unknown) => {
  const zods = schema.safeParse(tried)
  expect(errorOf(schema, tried)?.issues).toEqual(zods.error?.issues)
  if (isWholeFast(schema, tried)) expect(zods.data).toStrictEqual(tried)
  if (zods.success) expect(parseFast(schema, tried)).toStrictEqual(zods.data)
  else expect(() => parseFast(schema, tried)).toThrow(z.ZodError)
}

test('[CZ1] a compiled schema accepts, refuses and completes what Zod does', () => {
  fc.assert(
    fc.property(given, value, (fields, other) => {
      same(Every, { text: 't', ...fields })
      same(Every, fields)
      same(Every, other)
    }),
    { seed: 3, numRuns: 1_500 },
  )
})

test('[CZ2] so do those of all documents, archives and commands', () => {
  const schemas = allFeatures.flatMap(({ documents, archives = [], commands }) => [
    ...documents.map(({ schema }) => schema),
    ...archives.map(({ schema }) => schema),
    ...commands.flatMap(({ command }) => [command.input, command.output]),
  ])
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.array(value, { maxLength: 30 }), (schema, values) => {
      const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      same(schema, Object.fromEntries(names.map((name, nth) => [name, values[nth]])))
      const blank = schema.safeParse({})
      if (blank.success)
        same(schema, { ...(blank.data as object), [names[values.length % names.length] ?? 'x']: values[0] })
    }),
    { seed: 4, numRuns: 1_500 },
  )
})

test('[CZ3] what a schema makes is whole to it, and neither with a field less nor with one more', () => {
  const Whole = z.object({ text: z.string().default('a'), each: z.record(z.string(), z.object({ at: z.number() })) })
  const whole = { text: 'b', each: { k: { at: 1 } } }
  expect(isWholeFast(Whole, whole)).toBe(true)
  expect(isWholeFast(Whole, { each: whole.each })).toBe(false)
  expect(isWholeFast(Whole, { ...whole, more: 1 })).toBe(false)
  expect(isWholeFast(Whole, { ...whole, each: { k: { at: 1, more: 1 } } })).toBe(false)
  expect(isWholeFast(Whole, { ...whole, text: undefined })).toBe(false)
})
