import { afterEach } from 'vitest'
import { type FaultProxy, openFaultProxy } from '../../../../scripts/torture/faultProxy.ts'
import { type RedisProcess, type RedisSettings, startRedis } from '../../../testing/redisProcess.ts'
import { openRedisStorage, type RedisOptions, type RedisStorage } from '../redis.ts'
import { longLeaseTimes } from './leaseTimes.ts'
import { nodeName } from './redisPlace.ts'

/** As when it has expired. */
export const endLease = (redis: RedisProcess) => redis.command('DEL', '{waterhole}:lease')

/** Redis servers, proxies and storages for a test, closed and removed after it. */
export function redisBench() {
  const processes: RedisProcess[] = []
  const proxies: FaultProxy[] = []
  const storages: RedisStorage[] = []
  /** The lines of the log. */
  const said: string[] = []
  const note = (line: string) => void said.push(line)

  afterEach(async () => {
    for (const redis of processes) redis.resume()
    for (const proxy of proxies) proxy.restore()
    await Promise.all(storages.splice(0).map((storage) => storage.close()))
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
    await Promise.all(processes.splice(0).map((redis) => redis.remove()))
    said.length = 0
  })
  return {
    said,
    async redis(settings?: RedisSettings) {
      const redis = await startRedis(settings)
      processes.push(redis)
      return redis
    },
    async proxy(port: number) {
      const proxy = await openFaultProxy(() => port)
      proxies.push(proxy)
      return proxy
    },
    async open(at: number | string, more: Partial<RedisOptions> = {}) {
      const url = typeof at === 'number' ? `redis://127.0.0.1:${at}` : at
      const options = { url, node: nodeName(), times: longLeaseTimes, log: { info: note, warn: note }, ...more }
      const storage = await openRedisStorage(options)
      storages.push(storage)
      return storage
    },
  }
}
