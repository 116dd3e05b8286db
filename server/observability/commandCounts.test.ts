import { expect, test } from 'vitest'
import { commandBucket } from '../../shared/features/statistics/sums.ts'
import { createMetrics } from './metrics.ts'

test("[SX31] the leader counts users' commands, and times those that were done", () => {
  const { command } = createMetrics({ node: () => ({}) as never, clock: { now: () => 0 } })
  const answered = (by: 'person' | 'hub', ms: number, code?: string) =>
    command({
      name: 'sample.give',
      id: null,
      by,
      ms,
      answer: code ? { ok: false, code, message: '' } : { ok: true, output: {}, seq: 1 },
    })
  answered('person', 3)
  answered('person', 3.9)
  answered('person', 40)
  answered('person', 7_000, 'badInput')
  answered('person', 7_000, 'failed')
  answered('hub', 7_000)
  const counts = command.counts()
  expect(counts).toEqual({ done: 3, refused: 1, failed: 1, doneMs: { [commandBucket(4)]: 2, [commandBucket(64)]: 1 } })
  answered('person', 3)
  expect(counts.doneMs).toEqual({ [commandBucket(4)]: 2, [commandBucket(64)]: 1 })
})
