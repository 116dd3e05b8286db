import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NotSent } from './client.ts'
import type { Connection } from './connection.ts'
import { createWhenConnected } from './retry.ts'

/** A connection that is lost, and is back after a wait of this length. */
const lostFor = (ms: number) => {
  let isBack = false
  const calls: unknown[] = []
  const line: Pick<Connection, 'call' | 'whenUp'> = {
    async call(command) {
      calls.push(command)
      if (!isBack) throw new NotSent('it is lost')
      return 'there'
    },
    async whenUp(signal) {
      isBack = await sleep(ms, true, signal ? { signal } : {}).catch(() => false)
    },
  }
  return { line: line as Connection, calls }
}

test('[RP31] a read waits for a connection that is lost for a moment', async () => {
  for (let times = 0; times < 5; times += 1) {
    const { line, calls } = lostFor(20)
    expect(await createWhenConnected(line, 600_000).call(['PING'])).toBe('there')
    expect(calls.length).toBeGreaterThan(1)
  }
})

test('[RP32] a read fails when the connection stays lost for longer', async () => {
  await expect(createWhenConnected(lostFor(500).line, 30).call(['PING'])).rejects.toThrow('it is lost')
})
