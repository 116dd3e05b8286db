import { expect, test } from 'vitest'
import { sampleEntry } from '../contract/sampleEntries.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { createAppending } from './append.ts'
import { createPlace } from './keys.ts'
import type { Lease } from './lease.ts'

test('[RF5] what was to be appended in one epoch is not appended when its turn comes in the next one of the same node', async () => {
  const place = createPlace('redis://127.0.0.1:6379', 'waterhole', 'a')
  let epoch = 1
  const held = () => ({ epoch, value: `${epoch} a`, ended: new AbortController().signal })
  const lease = { held, holds: () => true } as unknown as Lease
  const turns = createSerialQueue()
  const written: unknown[] = []
  const appending = createAppending({
    ...{ place, lease, turns, last: () => 4 },
    async steady(_script, _keys, argsFor) {
      written.push(argsFor(held().value)[0])
      return ['written']
    },
    onWritten() {},
  })
  const forgetting = Promise.withResolvers<void>()
  void turns(() => forgetting.promise)
  const late = appending.append([sampleEntry(5, 1)])
  epoch = 2
  forgetting.resolve()
  await expect(late).rejects.toMatchObject({ reason: 'fenced' })
  expect(written).toEqual([])
  await appending.append([sampleEntry(5, 2)])
  expect(written).toEqual(['2 a'])
})
