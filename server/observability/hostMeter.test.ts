import { expect, test, vi } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createHostMeter } from './hostMeter.ts'
import { type HostReading, networkIn, readHost } from './hostReading.ts'

const first: HostReading = {
  cpu: { busyMs: 1_000, totalMs: 80_000 },
  memory: { used: 4_000, total: 16_000 },
  network: { received: 500, sent: 100 },
  hub: { cpuMs: 200, memory: 1_600 },
}

async function measure(next: Partial<HostReading>) {
  const clock = createTestClock()
  let reading = first
  const meter = createHostMeter({ clock, read: () => reading })
  const before = meter.figures()
  reading = { ...first, ...next }
  clock.pass(10_000)
  await new Promise((resolve) => setImmediate(resolve))
  const after = meter.figures()
  meter.stop()
  return { before, after }
}

test('[NG20] before the second reading rates are unknown, amounts are known', async () => {
  expect((await measure({})).before).toEqual({
    cpu: null,
    memory: 25,
    networkIn: null,
    networkOut: null,
    hub: { cpu: null, memory: 10, uptime: 0 },
  })
})

test('[NG21] rates are of the last interval: percent of all cores, bytes per second, percent of one core', async () => {
  const { after } = await measure({
    cpu: { busyMs: 21_000, totalMs: 160_000 },
    network: { received: 20_500, sent: 10_100 },
    hub: { cpuMs: 5_200, memory: 1_600 },
  })
  expect(after).toEqual({
    cpu: 25,
    memory: 25,
    networkIn: 2_000,
    networkOut: 1_000,
    hub: { cpu: 50, memory: 10, uptime: 10 },
  })
})

test('[NG22] what the system does not report, or what began again at zero, is null and never 0', async () => {
  expect((await measure({ cpu: null, network: null })).after).toMatchObject({
    cpu: null,
    networkIn: null,
    networkOut: null,
  })
  expect((await measure({ network: { received: 3, sent: 200 } })).after).toMatchObject({
    networkIn: null,
    networkOut: 10,
  })
})

test('[NG23] the network is read from the format of Linux, without the loopback', () => {
  const text = [
    'Inter-|   Receive                                                |  Transmit',
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed',
    '    lo: 999999     100    0    0    0     0          0         0   999999     100    0    0    0     0       0          0',
    '  eth0: 1000       10    0    0    0     0          0         0      300      10    0    0    0     0       0          0',
    'wlan0:20 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0',
    '',
  ].join('\n')
  expect(networkIn(text)).toEqual({ received: 1_020, sent: 307 })
  expect([networkIn(null), networkIn('nothing of the kind')]).toEqual([null, null])
})

test('[NG24] this machine is really read', () => {
  const reading = readHost()
  expect(reading.memory.used).toBeGreaterThan(0)
  expect(reading.memory.used).toBeLessThan(reading.memory.total)
  expect(reading.hub.memory).toBeGreaterThan(1_000_000)
  expect(reading.hub.cpuMs).toBeGreaterThan(0)
})

test('[MF13] a process that may open no more files is measured without its memory, and goes on', async () => {
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE: too many open files, uv_resident_set_memory'), { code: 'EMFILE' })
  })
  const reading = readHost()
  vi.restoreAllMocks()
  expect(reading.hub.memory).toBeNull()
  expect((await measure({ hub: reading.hub })).after.hub.memory).toBeNull()
})
