import type { Entry } from '../../engine/entry.ts'
import type { Meters } from './meters.ts'

const lateMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000]
const batches = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** What a node follows, and what the nodes of one hub tell each other. @param now epoch ms */
export function createTailMetrics({ counter, histogram }: Meters, now: () => number) {
  const entries = counter('tail_entries_total', 'Entries that this node has followed')
  const batch = histogram('tail_batch_entries', 'Entries that came at once', batches)
  const lag = histogram(
    'tail_late_ms',
    'From the command, by the clock of who decided, to its entry coming here, ms',
    lateMs,
  )
  const missing = counter('tail_missing_total', 'Times that a part of the journal was gone before it was read')
  const messages = counter('bus_messages_total', 'Messages between nodes', ['direction', 'topic'])
  const bytes = counter('bus_bytes_total', 'Bytes of messages between nodes', ['direction', 'topic'])
  const gaps = counter('bus_gaps_total', 'Times that messages between nodes may have been missed')
  return {
    entries(come: readonly Entry[]) {
      entries.inc(come.length)
      batch.observe(come.length)
      const at = come.at(-1)?.at
      if (at !== undefined) lag.observe(Math.max(0, now() - at))
    },
    missing: () => missing.inc(),
    /** @param topic a word, or a word and a node: the word alone is told */
    bus(direction: 'sent' | 'received', topic: string, size: number) {
      const labels = { direction, topic: topic.split('.', 1)[0] ?? '' }
      messages.inc(labels)
      bytes.inc(labels, size)
    },
    gap: () => gaps.inc(),
  }
}
export type TailMetrics = ReturnType<typeof createTailMetrics>
