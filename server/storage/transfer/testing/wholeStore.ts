import type { Entry } from '../../../engine/entry.ts'
import type { ArchiveListPage, Storage } from '../../../engine/storage.ts'
import { byId, sampleEntry, seededDice, talliesAt } from '../../contract/sampleEntries.ts'
import type { TransferPlace } from './transferPlace.ts'

const strange = ['🦖', '\u0000', '\ud800', '\r\n', '\u2028', '"\\', '', 'Ω', '{"end":true}\n']
/** Recent, as the entries of a hub that is moved are: a store that keeps few of them keeps these. */
const begunAt = Date.now() - 600_000

/** Writes entries with archive lines and answers and a checkpoint in the middle, all of it by chance. */
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
      archive: dice(2) === 0 ? 'audit' : 'ledger:x',
      key: ['all', 'a b', 'ä:{}'][dice(3)] ?? '',
      line: { n, seq, word: word() },
    })),
  })
  for (let seq = 1; seq <= entries; seq += 1) await storage.append([sampleEntry(seq, epoch, made(seq))])
  const checkpointSeq = dice(entries + 1)
  const odd = { id: 'odd/ä:{}' as const, version: 7, value: { word: word(), nothing: null } }
  await storage.checkpoint(checkpointSeq, [...talliesAt(checkpointSeq), odd])
  return { storage, epoch, checkpointSeq }
}

const wholeArchive = async (storage: Storage, archive: string, key: string) => {
  const lines: ArchiveListPage['lines'][number][] = []
  for (let before: number | null = null; ; ) {
    const page: ArchiveListPage = await storage.readArchive(archive, key, { before, limit: 7 })
    lines.push(...page.lines)
    if (page.next === null) return lines
    before = page.next
  }
}

/** All that a hub could ask of a store. */
export async function wholeOf(storage: Storage) {
  const { documents, checkpointSeq, entries } = await storage.load()
  const archives: Record<string, unknown> = {}
  for (const archive of ['audit', 'ledger:x'])
    for (const key of ['all', 'a b', 'ä:{}']) archives[`${archive} ${key}`] = await wholeArchive(storage, archive, key)
  return {
    ...{ checkpointSeq, entries, archives },
    documents: byId(documents),
    journal: await storage.tail(0, 100_000),
    answers: await storage.answers(0),
  }
}
