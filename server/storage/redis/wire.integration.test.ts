import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from '../../../scripts/torture/proxy/faultProxy.ts'
import { calm } from '../../../scripts/torture/proxy/weather.ts'
import { type RedisProcess, startRedis } from '../../testing/redisProcess.ts'
import { NoAnswer } from './answers.ts'
import { openWire } from './wire.ts'

let redis: RedisProcess
let proxy: FaultProxy
beforeEach(async () => {
  redis = await startRedis({ config: { appendonly: 'no' } })
  proxy = await openFaultProxy(() => redis.port)
})
afterEach(async () => {
  await proxy.close()
  await redis.remove()
})

test('[RW1] whatever was asked for on a wire that ends is answered with that, and nobody waits for ever', async () => {
  const wire = await openWire(`redis://127.0.0.1:${proxy.port}`, 5_000)
  await wire.subscribe('heard', () => {})
  proxy.set({ down: { ...calm, passage: 'held' } })
  const asked = [wire.subscribe('another', () => {}), wire.unsubscribe('heard')].map((one) =>
    expect(one).rejects.toThrow(NoAnswer),
  )
  proxy.reset()
  await Promise.all(asked)
})

test('[RW2] a wire that has ended already answers so as well', async () => {
  const wire = await openWire(redis.url, 5_000)
  wire.destroy(new Error('It was lost.'))
  const asked = [wire.subscribe('heard', () => {}), wire.unsubscribe('heard'), wire.call(['PING'])]
  for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ status: 'rejected' })
})
