import { expect } from 'vitest'
import type { DocumentId } from '../../shared/engine/document.ts'
import { createDocuments } from '../engine/documents.ts'
import type { Entry } from '../engine/entry.ts'
import { register } from '../engine/registry.ts'
import type { Loaded, Storage } from '../engine/storage.ts'
import { purse, villageFeatures } from './villageFeature.ts'
import type { Gift } from './villagers.ts'

const { kinds } = register(villageFeatures)

async function wholeJournal(storage: Storage) {
  const entries: Entry[] = []
  for (;;) {
    const page = await storage.tail(entries.length, 5_000)
    if (page.length === 0) return entries
    entries.push(...page)
  }
}

/** What must hold of a store whenever its hub was killed. Returns how many entries it holds. */
export async function checkStore(storage: Storage, gifts: readonly Gift[]) {
  const loaded = await storage.load()
  const entries = await wholeJournal(storage)
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  checkOnce(entries, gifts)
  checkReplay(loaded, entries)
  return entries.length
}

/** Every acknowledged command is there once, as it was acknowledged; none is there twice. */
function checkOnce(entries: readonly Entry[], gifts: readonly Gift[]) {
  const byCommand = new Map(entries.map((entry) => [entry.commandId, entry]))
  expect(byCommand.size).toBe(entries.length)
  for (const { id, answer } of gifts) {
    if (answer?.ok) expect(byCommand.get(id)).toMatchObject({ seq: answer.seq, output: answer.output })
    else if (answer) expect(byCommand.has(id)).toBe(false)
  }
}

/** Checkpoint and the journal after it give what the whole journal gives, and no coin was made or lost. */
function checkReplay(loaded: Loaded, entries: readonly Entry[]) {
  const fromCheckpoint = createDocuments(kinds, loaded)
  const fromJournal = createDocuments(kinds, { ...loaded, documents: [], checkpointSeq: 0, entries })
  const ids = new Set<DocumentId>([...fromCheckpoint.ids(), ...fromJournal.ids()])
  let surplus = 0
  for (const id of ids) {
    expect(fromCheckpoint.durable(id)).toEqual(fromJournal.durable(id))
    if (id.startsWith('purse/')) surplus += purse.schema.parse(fromJournal.durable(id)?.value).coins - 100
  }
  expect(surplus).toBe(0)
}
