import { newCommandId } from '../../../../shared/engine/ids.ts'
import type { Entry } from '../../../engine/entry.ts'
import type { ArchivePage, Storage } from '../../../engine/storage.ts'
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
    commandId: dice(4) === 0 ? null : newCommandId(begunAt + dice(1_000), new Uint8Array(10).fill(seq % 256)),
    input: { word: word(), half: 0.1 * dice(10), '1': [null, true], __proto__: null },
    archive: Array.from({ length: dice(3) }, (_, n) => ({
      kind: dice(2) === 0 ? 'audit' : 'ledger:x',
      about: persons.filter(() => dice(2) === 0),
      row: { n, seq, word: word() },
    })),
  })
  for (let seq = 1; seq <= entries; seq += 1) {
    await storage.append([sampleEntry(seq, epoch, made(seq))])
  }
  const checkpointSeq = dice(entries + 1)
  const odd = { id: 'odd/ä:{}' as const, version: 7, value: { word: word(), nothing: null } }
  await storage.checkpoint(checkpointSeq, [...talliesAt(checkpointSeq), odd])
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
  const { documents, checkpointSeq, newestIdAt } = await storage.load()
  const journal = await storage.tail(0, 100_000)
  const answers = journal.map(({ actor, commandId }) => storage.findAnswer(actor, commandId ?? ''))
  const archives: Record<string, unknown> = {}
  for (const kind of ['audit', 'ledger:x'])
    for (const about of [undefined, ...persons]) archives[`${kind} ${about}`] = await allRows(storage, kind, about)
  return {
    checkpointSeq,
    newestIdAt,
    answers: await Promise.all(answers),
    archives,
    documents: byId(documents),
    journal,
  }
}
