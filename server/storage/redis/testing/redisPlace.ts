import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RedisProcess, startRedis } from '../../../testing/redisProcess.ts'
import type { OpenPlace } from '../../contract/place.ts'
import { openRedisStorage, type RedisStorage } from '../redis.ts'
import { longLeaseTimes } from './leaseTimes.ts'

const APPENDER = fileURLToPath(new URL('./appender.ts', import.meta.url))

export const nodeName = () => randomBytes(4).toString('hex')

export interface RedisPlace extends OpenPlace {
  readonly redis: RedisProcess
  readonly storage: RedisStorage
  another(): Promise<RedisStorage>
}

/** Files in plain text, so that a test can search them. */
const legible = { 'aof-use-rdb-preamble': 'no', rdbcompression: 'no' }

/** A Redis for one test of the contract. */
export async function openRedisPlace(config: Readonly<Record<string, string>> = {}): Promise<RedisPlace> {
  const redis = await startRedis({ config: { ...legible, ...config } })
  const opened: RedisStorage[] = []
  const another = async () => {
    const storage = await openRedisStorage({ url: redis.url, node: nodeName(), times: longLeaseTimes })
    opened.push(storage)
    return storage
  }
  const closeLast = async () => opened.at(-1)?.close()
  return {
    redis,
    storage: await another(),
    another,
    async reopen() {
      await closeLast()
      // As when it has expired: a process that was killed keeps the lease until then.
      await redis.command('DEL', '{waterhole}:lease')
      return another()
    },
    async startAppender() {
      await closeLast()
      return spawnRedisAppender(redis.url)
    },
    raw: async () => filesIn(redis.folder),
    async remove() {
      for (const storage of opened) await storage.close()
      await redis.remove()
    },
  }
}

const filesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')

export const spawnRedisAppender = (url: string): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', APPENDER, url, nodeName()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
