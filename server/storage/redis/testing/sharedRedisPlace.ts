import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type FaultProxy, openFaultProxy } from '../../../../scripts/torture/faultProxy.ts'
import { normalConditions } from '../../../../scripts/torture/pipe.ts'
import { startRedis } from '../../../testing/redisProcess.ts'
import type { SharedPlace } from '../../contract/place.ts'
import { openRedisStorage, type RedisOptions, type RedisStorage } from '../redis.ts'
import { longLeaseTimes, timesOf } from './leaseTimes.ts'
import { nodeName } from './redisPlace.ts'

const held = { ...normalConditions, flow: 'held' } as const

/** Nodes that share one Redis, each through its own proxy. */
export async function openSharedRedis(more: Partial<RedisOptions> = {}) {
  const redis = await startRedis()
  const opened: { readonly storage: RedisStorage; readonly proxy: FaultProxy }[] = []
  return {
    redis,
    async node(leaseMs = longLeaseTimes.leaseMs) {
      const proxy = await openFaultProxy(() => redis.port)
      const url = `redis://127.0.0.1:${proxy.port}`
      const storage = await openRedisStorage({ url, node: nodeName(), times: timesOf(leaseMs), ...more })
      opened.push({ storage, proxy })
      return {
        storage,
        proxy,
        stall: () => proxy.set({ up: held, down: held }),
        wake: proxy.restore,
        drop: proxy.reset,
      }
    },
    pass: (ms) => sleep(ms),
    until: (holds) => expect.poll(holds, { interval: 10 }).toBe(true),
    trim: async (seq) => void (await redis.command('XTRIM', '{waterhole}:journal', 'MINID', `${seq + 1}-0`)),
    async remove() {
      for (const { proxy } of opened) proxy.restore()
      await Promise.all(opened.map(({ storage }) => storage.close()))
      for (const { proxy } of opened) await proxy.close()
      await redis.remove()
    },
  } satisfies SharedPlace & { readonly redis: unknown }
}
