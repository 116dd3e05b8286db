import type { HubState } from '../../engine/hub.ts'
import { NotWritten } from '../../engine/storage.ts'
import { type Meters, shortMs } from './meters.ts'

const states: readonly HubState['name'][] = ['serving', 'storageFull', 'storageRefused', 'stopped']
const batches = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const storageMs = [...shortMs, 4_000, 16_000]

/** What the store is asked that a person may wait for, or that holds up appends. */
export type StoreCall = 'append' | 'checkpoint' | 'answers' | 'readArchive' | 'tail' | 'forget'

/** What is kept, and how long the store takes for it. */
export function createJournalMetrics({ counter, histogram, read }: Meters, state: () => HubState) {
  const entries = counter('journal_entries_total', 'Entries made durable')
  const batch = histogram('journal_batch_entries', 'Entries made durable by one write', batches)
  const writeMs = histogram('journal_write_ms', 'How long a group of entries took to become durable, ms', shortMs)
  const callMs = histogram('storage_ms', 'How long the store took, ms', storageMs, ['call'])
  const failures = counter('storage_failures_total', 'What the store did not do', ['call', 'why'])
  read(
    'journal_state',
    'How the hub stands with its journal: 1 for the state that it is in',
    (set) => {
      for (const name of states) set(state().name === name ? 1 : 0, { state: name })
    },
    ['state'],
  )
  return {
    written(count: number, ms: number) {
      entries.inc(count)
      batch.observe(count)
      writeMs.observe(ms)
    },
    took: (call: StoreCall, ms: number) => callMs.observe({ call }, ms),
    failed: (call: StoreCall, error: unknown) =>
      failures.inc({ call, why: error instanceof NotWritten ? error.reason : 'fault' }),
  }
}
export type JournalMetrics = ReturnType<typeof createJournalMetrics>
