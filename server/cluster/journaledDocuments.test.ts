import { expect, test } from 'vitest'
import type { Entry } from '../engine/entry.ts'
import { register } from '../engine/registry.ts'
import { villageFeatures } from '../testing/villageFeature.ts'
import { createJournaledDocuments, Misfit } from './journaledDocuments.ts'

const { kinds } = register(villageFeatures)
const nothing: Entry = {
  ...{ seq: 1, epoch: 1, at: 0, actor: 'ann', command: 'village.give', commandId: null },
  ...{ input: null, output: null, changes: [], archive: [] },
}

test('[CL91] of an entry that was forgotten nobody knows what it did; one of a refusal did nothing', () => {
  const documents = createJournaledDocuments(kinds)
  expect(() => documents.apply(nothing)).toThrow(Misfit)
  expect(documents.apply({ ...nothing, refused: { code: 'tooPoor', message: 'No coins.' } })).toEqual([])
})
