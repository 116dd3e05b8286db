import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../testing/freePort.ts'
import { spawnHub } from '../testing/hubProcess.ts'
import { startRedis } from '../testing/redisProcess.ts'

let folder = ''
let hubs: ReturnType<typeof spawnHub>[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
})
afterEach(async () => {
  for (const hub of hubs) hub.kill('SIGKILL')
  await Promise.all(hubs.map(({ ended }) => ended))
  hubs = []
  rmSync(folder, { recursive: true, force: true })
})

function start(environment: Record<string, string> = {}) {
  const hub = spawnHub({ DATA_DIR: folder, ...environment })
  hubs.push(hub)
  return hub
}
async function startAndServe() {
  const port = String(await freePort())
  const hub = start({ PORT: port })
  await hub.until(/is open/)
  return { hub, port }
}

test('[MN1] the last line at start is the address, and SIGTERM stops the hub in order', async () => {
  const { hub, port } = await startAndServe()
  // A slow machine may be worth a warning later: records of the log are not lines of the start.
  const printed = hub
    .output()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"level":'))
  expect(printed.at(-1)).toBe(`Waterhole is open: http://127.0.0.1:${port} (demo mode)`)
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  hub.kill('SIGTERM')
  expect(await hub.ended).toBe(0)
})

test('[MN2] with a wrong configuration the hub does not start, and names the variable, its value and what is accepted', async () => {
  const hub = start({ PORT: 'eighty', EVRIMA_HOST: 'game' })
  expect(await hub.ended).toBe(1)
  expect(hub.output()).toContain('PORT holds "eighty"; it needs: a port number from 1 to 65535')
  expect(hub.output()).not.toContain('    at ')
})

test('[MN3] a port in use is named', async () => {
  const { port } = await startAndServe()
  const other = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const second = start({ PORT: port, DATA_DIR: other })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`port ${port} on 127.0.0.1 is taken`)
  rmSync(other, { recursive: true, force: true })
})

test('[MN4] a second hub on the same data does not start, and the first one continues to serve', async () => {
  const { port } = await startAndServe()
  const second = start({ PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(folder)
  expect(second.output()).not.toContain('    at ')
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
})

test('[MN5] a foreign file in place of the journal is named with the remedy, and not touched', async () => {
  writeFileSync(join(folder, 'journal.db'), 'shopping list: eggs, milk')
  const before = fingerprint(folder)
  const hub = start()
  expect(await hub.ended).toBe(1)
  expect(hub.output()).toContain('journal.db')
  expect(hub.output()).not.toContain('    at ')
  expect(fingerprint(folder)).toEqual(before)
})

test('[MN6] an incomplete request does not delay the stop', async () => {
  const { hub, port } = await startAndServe()
  let received = ''
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.on('data', (data) => (received += data))
  await once(socket, 'connect')
  socket.write('POST /auth/demo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{')
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  hub.kill('SIGTERM')
  expect(await hub.ended).toBe(0)
  // It did not wait until the time for the request was over, which is answered with 408.
  expect(received).not.toContain(' 408 ')
})

test('[MN7] an unknown HOST is named with the remedy', async () => {
  const hub = start({ HOST: 'nowhere.invalid', PORT: String(await freePort()) })
  expect(await hub.ended).toBe(1)
  expect(hub.output()).toContain('HOST holds "nowhere.invalid"')
  expect(hub.output()).not.toContain('    at ')
})

test('[MN8] a DATA_DIR that cannot be created is named with the remedy', async () => {
  const hub = start({ DATA_DIR: '/proc/waterhole/data' })
  expect(await hub.ended).toBe(1)
  expect(hub.output()).toContain('DATA_DIR holds "/proc/waterhole/data"')
  expect(hub.output()).not.toContain('    at ')
})

test('[MN2391] a start with a clock that is far behind the journal warns of the clock, and one with a right clock does not', async () => {
  const clockWarning =
    /The clock of this machine says \S+Z, but the journal's latest entry was written at \S+Z\. Check the clock/
  const shiftFile = join(folder, 'shift')
  const startAndEnd = async (shiftMs: number) => {
    writeFileSync(shiftFile, String(shiftMs))
    const shifted = pathToFileURL(join(import.meta.dirname, '../testing/shiftedClock.ts'))
    const hub = start({
      PORT: String(await freePort()),
      NODE_OPTIONS: `--import ${shifted.href}`,
      SHIFT_FILE: shiftFile,
    })
    await hub.until(/is open/)
    hub.kill()
    await hub.ended
    return hub.output()
  }
  await startAndEnd(0)
  expect(await startAndEnd(0)).not.toMatch(clockWarning)
  expect(await startAndEnd(-3_600_000)).toMatch(clockWarning)
})

/** Without a demo, in which no data would be lost. Nothing listens there. */
const noGame = async () => ({
  EVRIMA_HOST: '127.0.0.1',
  EVRIMA_RCON_PORT: String(await freePort()),
  EVRIMA_RCON_PASSWORD: 'x',
})

test('[MN2398] a hub whose folder holds a journal does not start on an empty Redis, and says how to take its data along', async () => {
  const game = await noGame()
  const hub = start({ ...game, PORT: String(await freePort()) })
  await hub.until(/is open/)
  hub.kill()
  await hub.ended
  const redis = await startRedis()
  onTestFinished(() => redis.remove())
  const REDIS_URL = `redis://127.0.0.1:${redis.port}`
  const startOnRedis = async () => start({ ...game, REDIS_URL, PORT: String(await freePort()) })
  const moved = await startOnRedis()
  await moved.until(/is open/)
  expect(moved.output()).toContain(
    `${folder} holds a journal, which would be left behind. To move it there, run npm run export`,
  )
  expect(await moved.ended).toBe(1)
  expect(await redis.command('DBSIZE')).toBe(0)
  // The owner begins without it. From then on a journal beside it says nothing.
  renameSync(join(folder, 'journal.db'), join(folder, 'former.db'))
  for (const name of ['without it', 'with it']) {
    const begun = await startOnRedis()
    expect([name, await begun.until(/is open/)]).toEqual([name, expect.stringContaining('is open')])
    begun.kill()
    await begun.ended
    writeFileSync(join(folder, 'journal.db'), 'x')
  }
})

test('[MN2399] a hub that was on Redis and starts on older data of its folder warns of that', async () => {
  const runOnce = async (environment: Record<string, string> = {}) => {
    const hub = start({ ...(await noGame()), PORT: String(await freePort()), ...environment })
    await hub.until(/is open/)
    hub.kill()
    await hub.ended
    return hub.output()
  }
  const redis = await startRedis()
  onTestFinished(() => redis.remove())
  const olderData = /REDIS_URL is not set, but until \S+Z this hub kept its data in Redis, and what is in \S+ is older/
  await runOnce({ REDIS_URL: `redis://127.0.0.1:${redis.port}` })
  expect(await runOnce()).toMatch(olderData)
  writeFileSync(join(folder, 'redis.mark'), '{"at":1}')
  expect(await runOnce()).not.toMatch(olderData)
})

/** What the log of a demo start warns of until the game has been read. */
async function warningsOfStart() {
  const port = String(await freePort())
  const hub = start({ PORT: port, LOG_LEVEL: 'info' })
  await hub.until(/is open/)
  const wasRead = /link_read_ms_count\{read="animals"\} [1-9]/
  await vi.waitFor(async () => {
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await metrics.text()).toMatch(wasRead)
  }, 240_000)
  hub.kill()
  await hub.ended
  const records = [...hub.output().matchAll(/^\{"level":(\d+).*$/gm)]
  expect(records.length).toBeGreaterThan(2)
  return records.flatMap(([record, level]) => (Number(level) > 30 ? [record] : []))
}

test('[MZ2] a demo start logs no warning, and none when the game has been read', async () => {
  // On a machine that stalls the game's answer is late, which is worth a warning: then it is started again. No other warning is let pass.
  const isLate = (record: string) => /"msg":"Game server [^"]*: (down|connecting)( \(|\. )/.test(record)
  let warnings = await warningsOfStart()
  for (let starts = 1; starts < 5 && warnings.length > 0 && warnings.every(isLate); starts += 1)
    warnings = await warningsOfStart()
  expect(warnings).toEqual([])
}, 900_000)

const fingerprint = (where: string) =>
  readdirSync(where).map((name) => {
    const path = join(where, name)
    return [name, statSync(path).mtimeMs, createHash('sha256').update(readFileSync(path)).digest('hex')]
  })
