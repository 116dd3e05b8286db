import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RedisProcess } from '../../../server/testing/redisProcess.ts'
import { limitFiles } from './fileLimit.ts'

/** As much as still fits: a write then ends in the middle. */
const roomBytes = 700

const logBytes = (folder: string): number => {
  const place = join(folder, 'appendonlydir')
  const sizes = existsSync(place) ? readdirSync(place).map((name) => statSync(join(place, name)).size) : []
  return Math.max(0, ...sizes)
}

/** Redis cannot write its log any further: with `appendfsync always` it stops rather than go on. */
export async function fillRedisDisk(redis: RedisProcess) {
  const facts = String(await redis.command('INFO', 'server').catch(() => ''))
  const pid = Number(/process_id:(\d+)/.exec(facts)?.[1] ?? 0)
  if (pid > 0) limitFiles(pid, logBytes(redis.folder) + roomBytes)
  return () => redis.restart()
}
