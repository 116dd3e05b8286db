import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type RedisProcess, startRedis } from './redisProcess.ts'

let redis: RedisProcess | null = null
const start = async (...settings: Parameters<typeof startRedis>) => {
  redis = await startRedis(...settings)
  return redis
}
afterEach(async () => {
  await redis?.remove()
  redis = null
})

test('[RP33] a test Redis runs with the recommended settings, and acknowledged data survives kill and restart', async () => {
  const { command, kill, restart } = await start()
  expect(await command('CONFIG', 'GET', 'appendfsync')).toEqual(['appendfsync', 'always'])
  await command('SET', 'a', '1')
  await kill()
  await expect(command('GET', 'a')).rejects.toThrow('ECONNREFUSED')
  await restart()
  expect(await command('GET', 'a')).toBe('1')
})

test('[RP36] a command to a test Redis that still loads its data is answered when it has loaded', async () => {
  const { command, restart } = await start()
  await command('EVAL', "for i = 1, 3000 do redis.call('SET', 'filler:' .. i, i) end", '0')
  await restart({ config: { 'key-load-delay': '300' } })
  expect(await command('GET', 'filler:3000')).toBe('3000')
})

test('[RP34] a paused test Redis answers nothing, and everything afterwards', async () => {
  const { command, pause, resume } = await start()
  pause()
  let isAnswered = false
  const answer = command('PING').then((said) => {
    isAnswered = true
    return said
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isAnswered).toBe(false)
  resume()
  expect(await answer).toBe('PONG')
})

test('[RP35] a test Redis takes settings at the start and while it runs, and leaves nothing behind', async () => {
  const { command, set, folder, remove } = await start({ config: { maxmemory: '10mb', requirepass: '' } })
  expect(await command('CONFIG', 'GET', 'maxmemory')).toEqual(['maxmemory', '10485760'])
  await set('maxmemory', '20mb')
  expect(await command('CONFIG', 'GET', 'maxmemory')).toEqual(['maxmemory', '20971520'])
  await remove()
  expect(existsSync(folder)).toBe(false)
})

test('[RP2610] another server that answers on its port is not taken for it', async () => {
  const { port, kill, restart } = await start()
  await kill()
  const other = createServer((socket) => socket.on('data', () => socket.write('+PONG\r\n'))).listen(port, '127.0.0.1')
  await once(other, 'listening')
  try {
    await expect(restart()).rejects.toThrow('Address already in use')
  } finally {
    other.close()
  }
})
