import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineDocument, everyone, notPersonal } from '../../shared/engine/document.ts'
import { patched } from './documents.ts'

const shelf = defineDocument({
  kind: 'shelf',
  schema: z.object({
    books: z.record(z.string(), z.object({ pages: z.int() })).default({}),
    lent: z.object({ to: z.string().default('nobody'), times: z.int().default(3) }).prefault({}),
  }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('is a test'),
})

test('[EN68] a change is applied as it was made', () => {
  const value = { books: { a: { pages: 1 } } }
  expect(patched(shelf, value, [{ op: 'replace', path: ['books', 'a', 'pages'], value: 2 }])).toEqual({
    books: { a: { pages: 2 } },
  })
  expect(value.books.a.pages).toBe(1)
})

test('[EN69] a copy of an older release gets the fields that a change of this release needs', () => {
  expect(patched(shelf, {}, [{ op: 'replace', path: ['lent', 'times'], value: 4 }])).toEqual({
    books: {},
    lent: { to: 'nobody', times: 4 },
  })
})

test('[EN70] a change of a newer release to unknown fields is applied', () => {
  const patches = [
    { op: 'add' as const, path: ['shades', 'dark', 'depth'], value: 7 },
    { op: 'remove' as const, path: ['gone', 'long', 'ago'] },
    { op: 'add' as const, path: ['books', 'a'], value: { pages: 1 } },
  ]
  expect(patched(shelf, { books: {}, lent: { to: 'ann', times: 1 } }, patches)).toEqual({
    books: { a: { pages: 1 } },
    lent: { to: 'ann', times: 1 },
    shades: { dark: { depth: 7 } },
  })
})
