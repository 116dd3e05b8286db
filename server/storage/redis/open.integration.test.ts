import { afterEach, describe, expect, test } from 'vitest'
import { DamagedStore } from '../../engine/storage.ts'
import { freePort } from '../../testing/freePort.ts'
import { wholeLoad } from '../contract/wholeLoad.ts'
import { redisBench } from './testing/redisBench.ts'
import { startTalking } from './testing/talkingServer.ts'

const bench = redisBench()
let talking: Awaited<ReturnType<typeof startTalking>> | null = null
afterEach(async () => {
  await talking?.close()
  talking = null
})

/** The message of the error at the start. */
const saidOf = async (...open: Parameters<typeof bench.open>): Promise<string> => {
  const error = await bench.open(...open).then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(Error)
  return (error as Error).message
}

describe('[RS1] a server that is not Redis, or cannot be reached, is refused with the cause and the remedy', () => {
  test('no server listens', async () => {
    const port = await freePort()
    expect(await saidOf(port)).toBe(`No Redis is listening at 127.0.0.1:${port}. Start it, or correct REDIS_URL.`)
  })
  test('an unknown host name', async () => {
    expect(await saidOf('redis://no-such-host.invalid:6379')).toMatch(/no-such-host\.invalid:6379 has an unknown name/)
  })
  test.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', /does not answer as Redis does/],
    ['a mail server', '220 mail.example.org ESMTP\r\n', /does not answer as Redis does/],
    ['something silent', null, /does not answer\. It may hang, or something else listens there/],
  ])('%s', async (_what, answer, expected) => {
    talking = await startTalking(answer)
    expect(await saidOf(talking.port)).toMatch(expected)
  })
})

describe('[RS2] [V13.2.3] a missing, wrong or superfluous password is reported, and no password is shown', () => {
  test.each([
    ['none given', { requirepass: 'sesame' }, '', /requires a password.*REDIS_URL/],
    ['a wrong one', { requirepass: 'sesame' }, ':hunter2@', /rejects this user and password/],
    ['one too many', {}, ':hunter2@', /has no password, but REDIS_URL holds one/],
  ])('%s', async (_what, config, user, expected) => {
    const redis = await bench.redis({ config })
    const said = await saidOf(`redis://${user}127.0.0.1:${redis.port}`)
    expect(said).toMatch(expected)
    expect(said).not.toMatch(/hunter2|sesame/)
  })

  test('the right password is accepted, also with characters that are escaped in a URL', async () => {
    const redis = await bench.redis({ config: { requirepass: 'a@b/c%' } })
    const storage = await bench.open(`redis://:a%40b%2Fc%25@127.0.0.1:${redis.port}`)
    expect((await storage.load()).epoch).toBe(1)
    expect(storage.durability).not.toContain('a@b')
  })
})

test('[RS3] a missing database is refused by its number', async () => {
  const redis = await bench.redis()
  expect(await saidOf(`${redis.url}/99`)).toMatch(/database 99 has no such database/)
  expect((await wholeLoad(await bench.open(`${redis.url}/3`))).entries).toEqual([])
})

describe('[RS4] a Redis that cannot be used is refused with the remedy', () => {
  test.each(['allkeys-lru', 'volatile-ttl'])('maxmemory-policy %s', async (policy) => {
    const redis = await bench.redis({ config: { 'maxmemory-policy': policy } })
    expect(await saidOf(redis.port)).toMatch(new RegExp(`maxmemory-policy ${policy}.*Set maxmemory-policy noeviction`))
  })
  test('a replica', async () => {
    const redis = await bench.redis()
    await redis.command('REPLICAOF', '127.0.0.1', '1')
    expect(await saidOf(redis.port)).toMatch(/is a replica.*Name its master/)
  })
  test.each(['5.0.14', '6.0.16'])('version %s', async (version) => {
    const info = `redis_version:${version}\r\nrole:master\r\n`
    talking = await startTalking((came) => {
      if (came.includes('INFO')) return `$${info.length}\r\n${info}\r\n`
      return came.includes('PING') ? '+PONG\r\n' : '*0\r\n'
    })
    expect(await saidOf(talking.port)).toMatch(new RegExp(`is Redis ${version}.*needs 6\\.2 or newer`))
  })
  test('a user without the necessary permissions', async () => {
    const redis = await bench.redis({ lines: [['user', 'app', 'on', '>pw', '+ping', '+info', '~*']] })
    expect(await saidOf(`redis://app:pw@127.0.0.1:${redis.port}`)).toMatch(/does not let this user do/)
  })
})

test('[RS5] a Redis that forbids CONFIG is used, and its durability says what is unknown', async () => {
  const redis = await bench.redis({
    lines: [
      ['user', 'app', 'on', '>pw', '~{waterhole}:*', '&{waterhole}:*', '+@all', '-config', '-bgrewriteaof', '-bgsave'],
    ],
  })
  const storage = await bench.open(`redis://app:pw@127.0.0.1:${redis.port}`)
  expect(storage.durabilityDetails).toMatchObject({ level: 'unknown', replicas: { connected: 0 } })
  expect(storage.durability).toMatch(/is unknown, because CONFIG is forbidden there/)
  await storage.load()
  await storage.erase({ ids: ['x'], externalIds: [], documents: [], archives: {} })
  expect(bench.said.join()).toMatch(/does not let the hub rewrite its files/)
})

test('[RS6] a start waits for a Redis that is loading, and fails with the cause when that takes too long', async () => {
  const config = { save: '3600 1', appendonly: 'no', 'loading-process-events-interval-bytes': '1024' }
  const redis = await bench.redis({ config })
  await redis.command('EVAL', "for i = 1, 1500 do redis.call('SET', 'filler:' .. i, string.rep('x', 100)) end", '0')
  await redis.command('SAVE')
  await redis.restart({ config: { ...config, 'key-load-delay': '20000' } })
  expect(await saidOf(redis.port, { loadingMs: 0 })).toMatch(/still loading its data. Wait until it is ready/)
  const opening = bench.open(redis.port)
  await expect.poll(() => bench.said).toHaveLength(1)
  await redis.set('key-load-delay', '0')
  const storage = await opening
  const [waits, advises] = ['the hub waits for it', 'appendonly yes']
  expect(bench.said).toEqual([expect.stringContaining(waits), expect.stringContaining(advises)])
  expect(storage.durabilityDetails.level).toBe('none')
})

describe('[RS7] foreign keys and stores of another format under the prefix are refused by name and not changed', () => {
  test.each([
    [
      'a key of another type',
      ['LPUSH', '{waterhole}:journal', 'a'],
      /holds \{waterhole\}:journal as a list, where the hub has a stream/,
    ],
    ['a key of ours without the rest', ['SET', '{waterhole}:lease', '3 x'], /nothing says that it is the hub's/],
    ['a later format', ['HSET', '{waterhole}:format', 'form', '7'], /is in format 7, and this release reads format 3/],
    [
      'the format of the first release',
      ['HSET', '{waterhole}:format', 'form', '1', 'installation', 'x'],
      /was written by an older release: it is in format 1, and this release reads format 3/,
    ],
  ])('%s', async (_what, command, expected) => {
    const redis = await bench.redis()
    await redis.command(...command)
    const before = await redis.command('DUMP', command[1] ?? '')
    await expect(bench.open(redis.port)).rejects.toThrow(DamagedStore)
    expect(await saidOf(redis.port)).toMatch(expected)
    expect(await redis.command('DUMP', command[1] ?? '')).toEqual(before)
    expect(await redis.command('DBSIZE')).toBe(1)
    const other = await bench.open(redis.port, { prefix: 'other' })
    expect((await wholeLoad(other)).entries).toEqual([])
  })
})

test('[RS2396] a Redis that keeps no log is warned of at the start, with the commands that switch it on without losing what it holds', async () => {
  const redis = await bench.redis({ config: { appendonly: 'no' } })
  const storage = await bench.open(redis.port)
  expect(storage.durabilityDetails.level).toBe('none')
  expect(bench.said.join()).toMatch(/A crash of the Redis at 127\.0\.0\.1:\d+ may lose .* CONFIG SET appendonly yes/)
  await redis.command('CONFIG', 'SET', 'appendonly', 'yes')
  const said = bench.said.length
  await bench.open(redis.port)
  expect(bench.said.slice(said).join()).not.toContain('appendonly')
})

test('[RS8] the configuration and the replicas of Redis are read at the start', async () => {
  const redis = await bench.redis({ config: { appendfsync: 'everysec', 'min-replicas-to-write': '1' } })
  await bench.redis({ config: { replicaof: `127.0.0.1 ${redis.port}` } })
  await expect.poll(() => redis.command('INFO', 'replication')).toMatch(/connected_slaves:1/)
  const { durabilityDetails, durability } = await bench.open(redis.port)
  expect(durabilityDetails).toMatchObject({ level: 'everysec', replicas: { connected: 1, needed: 1 }, canWait: false })
  expect(durability).toMatch(/appendfsync everysec.*1 replica, of which 1 must be at hand for a write/)
})

test.each(['lease', 'head', 'journal'])(
  '[MX8] while %s is a key of another type, a node that waits for the lease tries to take it, and names that key',
  async (name) => {
    const redis = await bench.redis()
    const storage = await bench.open(redis.port)
    await storage.load()
    await storage.releaseLease()
    const key = `{waterhole}:${name}`
    await redis.command('DEL', key)
    await redis.command(name === 'lease' ? 'HSET' : 'APPEND', key, ...(name === 'lease' ? ['field', 'x'] : ['x']))
    await storage.whenLeaseFree(new AbortController().signal)
    const reason = await storage.load().catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(DamagedStore)
    expect((reason as Error).message).toContain(`holds ${key} as a`)
  },
)
