import { expect, test } from 'vitest'
import { sampleEntry } from '../contract/sampleEntries.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { createAppends } from './append.ts'
import { createPlace } from './keys.ts'
import type { Lease } from './lease.ts'

test('[RF12] an append that was requested in one epoch is rejected when the node has taken a later epoch meanwhile', async () => {
  const place = createPlace('redis://127.0.0.1:6379', 'waterhole', 'a')
  let epoch = 1
  const held = () => ({ epoch, value: `${epoch} a`, ended: new AbortController().signal })
  const lease = { held, holds: () => true } as unknown as Lease
  const queue = createSerialQueue()
  const written: unknown[] = []
  const appending = createAppends({
    place,
    lease,
    queue,
    lastSeq: () => 4,
    async withRetry(_script, _keys, argsFor) {
      written.push(argsFor(held().value)[0])
      return ['written']
    },
    onWritten() {},
  })
  const erasure = Promise.withResolvers<void>()
  void queue(() => erasure.promise)
  const late = appending.append([sampleEntry(5, 1)])
  epoch = 2
  erasure.resolve()
  await expect(late).rejects.toMatchObject({ reason: 'fenced' })
  expect(written).toEqual([])
  await appending.append([sampleEntry(5, 2)])
  expect(written).toEqual(['2 a'])
})
