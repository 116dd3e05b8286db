import { expect, test } from 'vitest'
import { createPlace } from './keys.ts'
import { createLease } from './lease.ts'

const times = { leaseMs: 60_000, renewEveryMs: 5, believeMs: 60 }

test('[RF13] a renewal that is answered too late does not revive a lease that was given up', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<unknown>()
  const caller = {
    call() {
      asked.resolve()
      return answer.promise
    },
  }
  const place = createPlace('redis://127.0.0.1:6379', 'waterhole', 'a')
  const lease = createLease({ place, caller, times, onFirst() {}, lastSeq: () => 0 })
  const lost: string[] = []
  lease.onLost((why) => lost.push(why))
  lease.taken(1, performance.now())
  await asked.promise
  // Before the timer runs that would notice it.
  while (lease.holds());
  answer.resolve(['renewed', '1', '1', '0'])
  for (let turns = 0; turns < 10; turns += 1) {
    await Promise.resolve()
    expect(lease.holds()).toBe(false)
  }
  await expect.poll(() => lost).toEqual(['Redis has not renewed the lease in time.'])
  expect(lease.held()).toBeNull()
})
