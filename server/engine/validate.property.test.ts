import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDraft, finishDraft } from './draft.ts'
import { schemaErrorOf } from './transaction.ts'

const Span = z.object({ low: z.number(), high: z.number() })
const inOrder = ({ low, high }: z.infer<typeof Span>) => low <= high
const Leaf = z.object({
  count: z.int().nonnegative(),
  name: z.string().default(''),
  tags: z.array(z.string()).default([]),
  note: z.object({ text: z.string() }).nullable().default(null),
  pair: Span.refine(inOrder).optional(),
  span: Span.default({ low: 0, high: 1 }).refine(inOrder),
  either: z.union([z.string(), z.object({ on: z.boolean() })]).default(''),
})
const schema = z.object({
  leaves: z.record(z.string().max(3), Leaf).default({}),
  exact: z.record(z.enum(['a', 'b']), z.number()).default({ a: 1, b: 2 }),
  strict: z.strictObject({ one: z.number() }).default({ one: 1 }),
})
type Schema = z.infer<typeof schema>

function changed(from: Schema, change: (draft: never) => void) {
  const draft = createDraft(from)
  change(draft as never)
  return finishDraft<Schema>(draft)
}

const start = () =>
  schema.parse({ leaves: { x: { count: 1, pair: { low: 1, high: 2 }, note: { text: 'n' } }, y: { count: 2 } } })

const paths = fc.constantFrom(
  ...['leaves', 'leaves/x', 'leaves/long', 'leaves/x/count', 'leaves/x/name', 'leaves/x/tags', 'leaves/x/note'],
  ...[
    'leaves/x/note/text',
    'leaves/x/pair',
    'leaves/x/pair/low',
    'leaves/x/pair/high',
    'leaves/y/pair',
    'leaves/x/span/low',
    'leaves/x/either',
  ],
  ...['leaves/x/either/on', 'exact', 'exact/a', 'exact/c', 'strict', 'strict/one', 'strict/two', 'other'],
)
const values = fc.constantFrom<unknown>(
  ...[0, -1, 5, 1.5, 's', '', null, undefined, true, [], ['t'], [1], {}],
  ...[{ count: 1 }, { count: -1 }, { text: 't' }, { low: 1, high: 2 }, { low: 2, high: 1 }, { on: true }, { one: 1 }],
)
const change = fc.record({ path: paths, value: values, isGone: fc.boolean() })

/** Edits of rules, good and bad ones. */
function doTo(draft: unknown, path: string, value: unknown, isGone: boolean) {
  const steps = path.split('/')
  const last = steps.pop() ?? ''
  let place = draft as Record<string, unknown>
  for (const step of steps) {
    const inner = Object.hasOwn(place, step) ? place[step] : undefined
    if (typeof inner !== 'object' || inner === null) return
    place = inner as Record<string, unknown>
  }
  if (Array.isArray(place)) place.push(value)
  else if (isGone) delete place[last]
  else place[last] = structuredClone(value)
}

test('[UF1] for any change of a valid document, checking the changed places gives the result of checking the whole', () => {
  let refused = 0
  const changes = fc.array(change, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(changes, (all) => {
      const { next, patches } = changed(start(), (draft) => {
        for (const { path, value, isGone } of all) doTo(draft, path, value, isGone)
      })
      const isFit = schema.safeParse(next).success
      if (!isFit) refused += 1
      expect(schemaErrorOf(schema, next, patches) === null).toBe(isFit)
    }),
    { numRuns: 3_000 },
  )
  expect(refused).toBeGreaterThan(300)
})

test('[UF2] unchanged places are not checked again', () => {
  let looks = 0
  const look = () => {
    looks += 1
    return true
  }
  const counted = z.object({ entries: z.record(z.string(), z.object({ at: z.number().refine(look) })).default({}) })
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`e${at}`, { at }]))
  const { next, patches } = changed(
    { entries: many } as never,
    (draft: { entries: Record<string, { at: number }> }) => {
      draft.entries.e7 = { at: 8 }
      delete draft.entries.e9
    },
  )
  expect(schemaErrorOf(counted, next, patches)).toBeNull()
  expect(looks).toBe(1)
})

test('[UF3] an error has the path from the root of the document', () => {
  const { next, patches } = changed(start(), (draft: Schema) => {
    ;(draft.leaves.x as { count: number }).count = -1
  })
  expect(schemaErrorOf(schema, next, patches)?.issues[0]?.path).toEqual(['leaves', 'x', 'count'])
})
