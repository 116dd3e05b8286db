import type { Entry } from '../../../engine/entry.ts'
import type { ArchivePage, KeptAnswer, Storage } from '../../../engine/storage.ts'
import { byId, sampleEntry, seededDice, talliesAt } from '../../contract/sampleEntries.ts'
import type { TransferPlace } from './transferPlace.ts'

const persons = ['all', 'a b', 'ä:{}']
const strange = ['🦖', '\u0000', '\ud800', '\r\n', '\u2028', '"\\', '', 'Ω', '{"end":true}\n']
/** Recent: a store that keeps only recent entries keeps all of these. */
const begunAt = Date.now() - 600_000

/** Writes entries with random archive rows and answers, and a checkpoint in the middle. */
export async function fillByChance(place: TransferPlace, seed: number, entries: number) {
  const dice = seededDice(seed)
  const word = () => Array.from({ length: dice(4) }, () => strange[dice(strange.length)]).join('')
  const storage = await place.storage()
  const { epoch } = await storage.load()
  const made = (seq: number): Partial<Entry> => ({
    at: begunAt + seq * 10 - dice(1_000),
    commandId: dice(4) === 0 ? null : `order-${seq}`,
    input: { word: word(), half: 0.1 * dice(10), '1': [null, true], __proto__: null },
    archive: Array.from({ length: dice(3) }, (_, n) => ({
      kind: dice(2) === 0 ? 'audit' : 'ledger:x',
      about: persons.filter(() => dice(2) === 0),
      row: { n, seq, word: word() },
    })),
  })
  const added: KeptAnswer[] = []
  for (let seq = 1; seq <= entries; seq += 1) {
    const entry = sampleEntry(seq, epoch, made(seq))
    await storage.append([entry])
    const { at, actor, commandId, output } = entry
    if (commandId !== null) added.push({ seq, at, actor, commandId, output })
  }
  const checkpointSeq = dice(entries + 1)
  const odd = { id: 'odd/ä:{}' as const, version: 7, value: { word: word(), nothing: null } }
  await storage.checkpoint(checkpointSeq, [...talliesAt(checkpointSeq), odd], {
    added: added.filter(({ seq }) => seq <= checkpointSeq),
    dropBefore: 0,
  })
  return { storage, epoch, checkpointSeq }
}

const allRows = async (storage: Storage, kind: string, about?: string) => {
  const rows: ArchivePage['rows'][number][] = []
  for (let before: number | null = null; ; ) {
    const page: ArchivePage = await storage.archivePage({
      kind,
      before,
      limit: 7,
      ...(about !== undefined && { about }),
    })
    rows.push(...page.rows)
    if (page.next === null) return rows
    before = page.next
  }
}

/** Everything that a hub can read of a store. */
export async function wholeOf(storage: Storage) {
  const { documents, checkpointSeq, answers, entries } = await storage.load()
  const archives: Record<string, unknown> = {}
  for (const kind of ['audit', 'ledger:x'])
    for (const about of [undefined, ...persons]) archives[`${kind} ${about}`] = await allRows(storage, kind, about)
  return {
    checkpointSeq,
    answers,
    entries,
    archives,
    documents: byId(documents),
    journal: await storage.tail(0, 100_000),
  }
}
