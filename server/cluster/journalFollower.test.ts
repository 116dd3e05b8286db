import { expect, test } from 'vitest'
import type { Entry } from '../engine/entry.ts'
import { register } from '../engine/registry.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { withoutContent } from '../storage/redaction.ts'
import { createTestClock } from '../testing/clock.ts'
import { purse, sampleFeatures } from '../testing/sampleFeature.ts'
import { createJournaledCopies, createJournalFollower } from './journalFollower.ts'

const { kinds } = register(sampleFeatures)
const entry = (seq: number): Entry => ({
  seq,
  epoch: 1 + Math.floor(seq / 700),
  at: seq,
  actor: 'ann',
  command: 'sample.give',
  commandId: null,
  input: {},
  output: {},
  changes: [
    {
      id: 'purse/ann',
      version: seq,
      patches:
        seq === 1
          ? [{ op: 'replace', path: [], value: { coins: 1_000 } }]
          : [{ op: 'replace', path: ['coins'], value: 1_001 - seq }],
    },
  ],
  archive: [],
})

/** A node that joins, over a store with a journal and a checkpoint. */
function openFollower(journal: Entry[], checkpoint = { seq: 0, coins: 1_000 }) {
  const pages: number[] = []
  const followed: number[] = []
  const epochs: number[] = []
  let beforeTail = () => {}
  const storage: Pick<SharedStorage, 'loadView' | 'tail' | 'follow'> = {
    loadView: async () => ({
      epoch: 1,
      checkpointSeq: checkpoint.seq,
      lastSeq: journal.length,
      documents:
        checkpoint.seq > 0 ? [{ id: 'purse/ann', version: checkpoint.seq, value: { coins: checkpoint.coins } }] : [],
    }),
    async tail(seq, limit) {
      beforeTail()
      const entries = journal.slice(seq, seq + limit)
      pages.push(entries.length)
      return entries
    },
    follow(seq) {
      followed.push(seq)
      return () => {}
    },
  }
  const copies = createJournaledCopies(kinds)
  const follower = createJournalFollower({
    storage,
    clock: createTestClock(),
    copies,
    onEpoch: (epoch) => void epochs.push(epoch),
    publish() {},
    onLost() {},
    onFault() {},
  })
  return { follower, copies, pages, followed, epochs, checkpoint, beforeTail: (act: () => void) => (beforeTail = act) }
}

test('[AM19] a node that joins reads a long journal some entries at a time, and follows it from its end', async () => {
  const journal = Array.from({ length: 1_000 }, (_, at) => entry(at + 1))
  const { follower, copies, pages, followed, epochs } = openFollower(journal)
  await follower.start()
  expect(copies.get('purse/ann')).toEqual({ version: 1_000, value: purse.schema.parse({ coins: 1 }) })
  expect(pages.reduce((sum, count) => sum + count)).toBe(1_000)
  expect(Math.max(...pages)).toBeLessThanOrEqual(200)
  expect([followed, epochs]).toEqual([[1_000], [2]])
})

test('[AM20] a node that joins while entries are erased begins again with the checkpoint that holds what they did', async () => {
  const journal = Array.from({ length: 1_000 }, (_, at) => entry(at + 1))
  const { follower, copies, checkpoint, beforeTail } = openFollower(journal)
  let tails = 0
  beforeTail(() => {
    tails += 1
    if (tails !== 2) return
    for (let at = 0; at < 600; at += 1) journal[at] = withoutContent(journal[at] as Entry)
    Object.assign(checkpoint, { seq: 600, coins: 401 })
  })
  await follower.start()
  expect(copies.get('purse/ann')).toEqual({ version: 1_000, value: { coins: 1 } })
})
