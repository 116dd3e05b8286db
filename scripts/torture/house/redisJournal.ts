import type { Entry } from '../../../server/engine/entry.ts'
import type { RedisProcess } from '../../../server/testing/redisProcess.ts'

/** The journal as it lies in Redis, read past the hub: a stream of entries, each as JSON in its field e. */
export async function redisJournal(redis: RedisProcess, prefix: string): Promise<Entry[]> {
  const rows = (await redis.command('XRANGE', `{${prefix}}:journal`, '-', '+')) as [string, string[]][]
  return rows.map(([, fields]) => JSON.parse(fields[fields.indexOf('e') + 1] ?? 'null') as Entry)
}
