import fc from 'fast-check'
import * as immer from 'immer'
import { expect, test } from 'vitest'
import { applyPatches } from '../../shared/protocol/applyPatches.ts'
import type { Patch } from '../../shared/protocol/down.ts'
import * as own from './draft.ts'
import { changedKeys, removedKeys } from './draftKeys.ts'

immer.enablePatches()

type Place = Record<string, unknown>

const start = {
  name: 'n',
  count: 1,
  owner: { id: 'a', home: { x: 1, y: 2 } },
  entries: {
    e1: { at: 1, tags: ['a', 'b'], note: { text: 't' } },
    e2: { at: 2, tags: [], note: null },
    e3: { at: 3, tags: ['c'], note: { text: 'u' } },
  },
  many: Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`m${nth}`, { at: nth }])),
  list: [{ at: 1 }, { at: 2 }, { at: 3, in: [1, 2, 3] }],
}

const paths = [
  '',
  'owner',
  'owner/home',
  'entries',
  'entries/e1',
  'entries/e1/note',
  'entries/e1/tags',
  'many',
  'many/m7',
  'list',
  'list/0',
  'list/2/in',
]
const path = fc.constantFrom(...paths)
// What is moved is moved into nothing of these, so that nothing comes to hold itself.
const movable = ['owner/home', 'entries/e1/note', 'entries/e1/tags', 'list/2/in']
const from = fc.constantFrom(...movable)
const into = fc.constantFrom(...paths.filter((one) => !movable.includes(one)))
const key = fc.constantFrom(
  'name',
  'count',
  'id',
  'home',
  'x',
  'e1',
  'e2',
  'e9',
  'at',
  'tags',
  'note',
  'text',
  'm7',
  'm99',
  'list',
  'entries',
)
const value = fc.constantFrom<unknown>(0, 5, 'z', null, [], ['t'], {}, { at: 9 }, { x: { y: [1] } })
const step = fc.oneof(
  fc.record({ act: fc.constant('set'), path, key, value }),
  fc.record({ act: fc.constant('remove'), path, key }),
  fc.record({ act: fc.constant('read'), path }),
  fc.record({ act: fc.constantFrom('move', 'wrap', 'snapshot'), path: into, key, from }),
  fc.record({ act: fc.constantFrom('push', 'pop', 'shift', 'splice', 'reverse', 'cut', 'sort'), path, value }),
  fc.record({
    act: fc.constant('assign'),
    path,
    value: fc.constantFrom({ at: 4, x: 8 }, { name: 'm', e2: { at: 5 } }),
  }),
)
interface Step {
  readonly act: string
  readonly path: string
  readonly key?: string
  readonly value?: unknown
  readonly from?: string
}

const placeOf = (draft: unknown, at: string): unknown =>
  at === '' ? draft : at.split('/').reduce<unknown>((inner, one) => (inner as Place | null | undefined)?.[one], draft)

/** What a rule cannot write to is an error in both. */
function carryOut(...given: Parameters<typeof doStep>) {
  try {
    return doStep(...given)
  } catch (error) {
    return error instanceof TypeError ? 'refused' : String(error)
  }
}

/** Does the step where it is possible; a value is copied so that each library freezes its own. */
function doStep(
  draft: unknown,
  { act, path: at, key: name = '', value: given, from = '' }: Step,
  current: (value: unknown) => unknown,
) {
  const place = placeOf(draft, at) as Place | unknown[] | undefined | null
  if (typeof place !== 'object' || place === null) return
  const fresh = structuredClone(given)
  const isList = Array.isArray(place)
  const moved = placeOf(draft, from)
  if (act === 'read') return JSON.stringify(Object.entries(place))
  if (isList) return changeList(place, act, fresh)
  if (act === 'set') place[name] = fresh
  if (act === 'remove') delete place[name]
  if (act === 'move') place[name] = moved
  if (act === 'wrap') place[name] = { wrapped: [moved] }
  if (act === 'snapshot') place[name] = current(moved)
  if (act === 'assign') Object.assign(place, fresh)
}

function changeList(list: unknown[], act: string, fresh: unknown) {
  if (act === 'push') list.push(fresh)
  if (act === 'pop') list.pop()
  if (act === 'shift') list.shift()
  if (act === 'splice') list.splice(1, 1, fresh, 7)
  if (act === 'reverse') list.reverse()
  if (act === 'cut') list.length = Math.min(list.length, 1)
  if (act === 'sort') list.sort((one, other) => JSON.stringify(other).localeCompare(JSON.stringify(one)))
  return JSON.stringify(list)
}

function byImmer(steps: readonly Step[]) {
  const draft = immer.createDraft(start)
  const read = steps.map((one) =>
    carryOut(draft, one, (inner) => (immer.isDraft(inner) ? immer.current(inner as never) : inner)),
  )
  let patches: readonly unknown[] = []
  const next = immer.finishDraft(draft, (made) => {
    patches = made
  })
  return { next, read, patches }
}

function byOwn(steps: readonly Step[]) {
  const draft = own.createDraft(start)
  const read = steps.map((one) => carryOut(draft, one, own.current))
  return { ...own.finishDraft<object>(draft), read }
}

const isDeepFrozen = (inner: unknown): boolean =>
  typeof inner !== 'object' || inner === null || (Object.isFrozen(inner) && Object.values(inner).every(isDeepFrozen))
immer.freeze(start, true)

test('[DF1] a draft reads, becomes and is patched as by Immer, and nothing of the document changes', () => {
  const before = structuredClone(start)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const [mine, theirs] = [byOwn(steps), byImmer(steps)]
      expect(mine.read).toEqual(theirs.read)
      expect(mine.next).toEqual(theirs.next)
      expect(immer.applyPatches(start, mine.patches as immer.Patch[])).toEqual(mine.next)
      expect(applyPatches(start, mine.patches)).toEqual(mine.next)
      const asImmer = immer.applyPatches(start, theirs.patches as immer.Patch[])
      expect(applyPatches(start, theirs.patches as readonly Patch[])).toEqual(asImmer)
      expect(isDeepFrozen(mine.next)).toBe(true)
      expect(start).toEqual(before)
    }),
    { seed: 17, numRuns: 600 },
  )
})

test('[DF2] patches name only what was written', () => {
  const changed = (change: (draft: typeof start) => void): readonly Patch[] => {
    const draft = own.createDraft(start)
    change(draft as never)
    return own.finishDraft<object>(draft).patches
  }
  expect(changed(({ entries }) => void Object.assign(entries.e1.note, { text: 'v' }))).toEqual([
    { op: 'replace', path: ['entries', 'e1', 'note', 'text'], value: 'v' },
  ])
  expect(changed(({ list }) => void list.pop())).toEqual([{ op: 'remove', path: ['list', 2] }])
  expect(changed((draft) => void Object.assign(draft, { count: 1 }))).toEqual([])
  expect(changed(({ many }) => void delete (many as Place).m7)).toEqual([{ op: 'remove', path: ['many', 'm7'] }])
  const unread = own.createDraft(start)
  unread.owner.home.x = 4
  const { next } = own.finishDraft<typeof start>(unread)
  expect(next.entries).toBe(start.entries)
})

test('[DF3] a draft of another document, and one that is used later, are errors', () => {
  const other = own.createDraft({ inner: { a: 1 } })
  for (const given of [other.inner, { deep: [other.inner] }, Object.freeze({ deep: other.inner })]) {
    const draft = own.createDraft<Place>({ a: null })
    draft.a = given
    expect(() => own.finishDraft(draft)).toThrow('holds a draft')
  }
  const draft = own.createDraft<Place>({ a: 1 })
  own.finishDraft(draft)
  expect(() => Object.assign(draft, { a: 2 })).toThrow('after its rule')
})

test('[DF4] what a rule changed in a record, and what it removed, is found without looking at the rest', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const draft = own.createDraft<Place>(start)
      for (const one of steps) carryOut(draft, one, own.current)
      for (const name of ['entries', 'many'] as const) {
        const record = draft[name]
        if (typeof record !== 'object' || record === null) continue
        const keys = changedKeys(record, start[name])
        const [now, before] = [own.current(record) as Place, start[name] as Place]
        const differing = Object.keys(now).filter((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key]))
        expect([...keys].sort()).toEqual(expect.arrayContaining(differing))
        expect(keys).toEqual([...new Set(keys)].filter((key) => Object.hasOwn(now, key)))
        const gone = Object.keys(before).filter((key) => !Object.hasOwn(now, key))
        expect([...removedKeys(record, start[name])].sort()).toEqual(gone.sort())
      }
    }),
    { seed: 18, numRuns: 600 },
  )
  const { entries, many } = own.createDraft(start)
  entries.e1.note.text = 'v'
  delete (many as Place).m7
  expect(changedKeys(entries, start.entries)).toEqual(['e1'])
  expect(changedKeys(many, start.many)).toEqual([])
  expect(removedKeys(many, start.many)).toEqual(['m7'])
  expect(removedKeys({ a: 1 }, { a: 1, b: 2 })).toEqual(['b'])
  expect(changedKeys({ a: 1, b: 2 }, {})).toEqual(['a', 'b'])
})
