import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../server/engine/entry.ts'
import { withoutContent } from '../../server/storage/redaction.ts'
import { createBareClient } from '../../server/storage/redis/bareClient.ts'
import type { RedisProcess } from '../../server/testing/redisProcess.ts'

const blockMs = 500
const retryMs = 5

type Row = readonly [id: string, fields: readonly string[]]

export const entryIn = ([, fields]: Row) => JSON.parse(fields[fields.indexOf('e') + 1] ?? 'null') as Entry

/**
 * Keeps each entry of a journal in Redis as it was first written: an erasure empties those that name the erased user. Redis hands an entry
 * over in the same moment in which it becomes durable, before any other command.
 */
export function recordJournal(redis: RedisProcess, prefix: string) {
  const stop = new AbortController()
  const kept = new Map<number, Entry>()
  let last = '0'

  async function follow() {
    const socket = { host: '127.0.0.1', port: redis.port, reconnectStrategy: false, connectTimeout: 1_000 } as const
    const client = createBareClient({ socket })
    client.on('error', () => {})
    const end = () => client.destroy()
    stop.signal.addEventListener('abort', end)
    try {
      await client.connect()
      while (!stop.signal.aborted) {
        const call = ['XREAD', 'BLOCK', String(blockMs), 'STREAMS', `{${prefix}}:journal`, last]
        const [[, rows] = ['', []]] = ((await client.sendCommand(call)) ?? []) as [string, Row[]][]
        for (const row of rows) {
          const entry = entryIn(row)
          if (!kept.has(entry.seq)) kept.set(entry.seq, entry)
          last = row[0]
        }
      }
    } finally {
      stop.signal.removeEventListener('abort', end)
      if (client.isOpen) client.destroy()
    }
  }
  const following = (async () => {
    for (; !stop.signal.aborted; await sleep(retryMs)) await follow().catch(() => {})
  })()
  return {
    /** @param final the journal as it is at the end. @returns it without what was emptied, and entries that were changed otherwise */
    async restore(final: readonly Entry[]) {
      stop.abort()
      await following
      const changed: string[] = []
      const entries = final.map((entry) => {
        const first = kept.get(entry.seq)
        if (!first || isDeepStrictEqual(first, entry)) return entry
        if (!isDeepStrictEqual(withoutContent(first), entry))
          changed.push(`entry ${entry.seq} was changed after it was durable`)
        return first
      })
      return { entries, changed }
    },
  }
}
