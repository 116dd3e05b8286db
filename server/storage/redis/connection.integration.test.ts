import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from '../../../scripts/torture/faultProxy.ts'
import { normalConditions } from '../../../scripts/torture/pipe.ts'
import { freePort } from '../../testing/freePort.ts'
import { type RedisProcess, startRedis } from '../../testing/redisProcess.ts'
import { NoAnswer, openClient } from './client.ts'
import { redisBench } from './testing/redisBench.ts'
import { selfSigned } from './testing/selfSigned.ts'

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

test('[RW13] every pending call on a connection that ends fails', async () => {
  const client = await openClient(`redis://127.0.0.1:${proxy.port}`, 120_000)
  await client.subscribe('heard', () => {})
  proxy.set({ down: { ...normalConditions, flow: 'held' } })
  const asked = [client.subscribe('another', () => {}), client.unsubscribe('heard')].map((one) =>
    expect(one).rejects.toThrow(NoAnswer),
  )
  proxy.reset()
  await Promise.all(asked)
})

test('[RW14] a call on an ended connection fails', async () => {
  const client = await openClient(redis.url, 120_000)
  client.destroy(new Error('It was lost.'))
  const asked = [client.subscribe('heard', () => {}), client.unsubscribe('heard'), client.call(['PING'])]
  for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ status: 'rejected' })
})

const bench = redisBench()
const folder = mkdtempSync(join(tmpdir(), 'waterhole-tls-'))
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
const opener = fileURLToPath(new URL('./testing/loader.ts', import.meta.url))

beforeAll(() => {
  const made = selfSigned()
  writeFileSync(key, made.key)
  writeFileSync(cert, made.cert)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withTls = async () => {
  const port = await freePort()
  const files = { 'tls-cert-file': cert, 'tls-key-file': key, 'tls-ca-cert-file': cert, 'tls-auth-clients': 'no' }
  return { port, redis: await bench.redis({ config: { 'tls-port': String(port), ...files } }) }
}

test('[RL6] [V12.3.2] an untrusted TLS certificate is refused with the remedy', async () => {
  const { port } = await withTls()
  await expect(bench.open(`rediss://localhost:${port}`)).rejects.toThrow(/self-signed.*NODE_EXTRA_CA_CERTS/)
})

test('[RL7] with a trusted certificate the store works over TLS', async () => {
  const { port } = await withTls()
  const env = { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: cert }
  const said = execFileSync(process.execPath, [opener, `rediss://localhost:${port}`], { env, encoding: 'utf8' })
  expect(said).toMatch(/^1 Redis \S+ at localhost:\d+ \(TLS\): on its disk before anything is acknowledged/)
})

test('[RL8] TLS to a port without TLS, and no TLS to a port with TLS, are distinguished', async () => {
  const { port, redis } = await withTls()
  await expect(bench.open(`rediss://127.0.0.1:${redis.port}`)).rejects.toThrow(
    /does not use TLS there|it does not use TLS: then write redis:/,
  )
  await expect(bench.open(`redis://127.0.0.1:${port}`)).rejects.toThrow(/requires TLS: then write rediss/)
})
