import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPanelServer } from '../simulator/panelServer.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import type { FolderError } from './folder.ts'
import { openPanelFolder } from './panelFolder.ts'
import { fails } from './testing/folderContract.ts'

const host = '127.0.0.1'
const panel = { key: 'n0t-t0-be-sh0wn', server: '1a2b3c4d' }

async function openServer(options: { mostSkippedBytes?: number; server?: string; path?: string } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-panel-'))
  mkdirSync(join(root, 'Saved'))
  writeFileSync(join(root, 'Saved', 'a.log'), 'Dinos')
  const server = await startPanelServer({ host, port: 0, root, clock: steadyClock, ...panel })
  const clock = createManualClock()
  const address = { ...panel, url: server.url, ...(options.server && { server: options.server }) }
  const folder = openPanelFolder({ path: '/Saved', clock, ...options, panel: address })
  onTestFinished(async () => {
    await folder.close()
    await server.close()
    rmSync(root, { recursive: true })
  })
  const read = (from = 0, length = 100) => folder.read('a.log', { from, length })
  return { server, saved: join(root, 'Saved'), clock, folder, read }
}
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: FolderError) => error,
  )

test('[FF30] a panel that asks for fewer requests gets none until the time that it named is over', async () => {
  const { server, clock, read } = await openServer()
  server.faults.next.push(429)
  server.faults.retryAfter = 45
  expect(await errorOf(read())).toMatchObject({ code: 'busy', retryInMs: 45_000 })
  const asked = server.log.length
  await clock.advance(44_000)
  expect(await errorOf(read())).toMatchObject({ code: 'busy', retryInMs: 1_000 })
  expect(server.log).toHaveLength(asked)
  await clock.advance(1_000)
  expect(String(await read())).toBe('Dinos')
})

test('[FF31] a panel that answers success and does nothing is found out, whatever was asked', async () => {
  const { server, saved, folder } = await openServer()
  server.faults.idle = true
  const calls = [
    folder.write('a.log', Buffer.from('other')),
    folder.write('b.log', Buffer.from('new')),
    folder.writeIfAbsent('b.log', Buffer.from('new')),
    folder.rename('a.log', 'c.log'),
    folder.remove('a.log'),
  ].map(errorOf)
  const [same, ...rest] = await Promise.all(calls)
  // A file of the same size and another text cannot be told apart without reading it again.
  expect(same).toBeNull()
  for (const error of rest) expect(error).toEqual(fails('failed', 'did not'))
  expect(readdirSync(saved)).toEqual(['a.log'])
})

test('[FF32] where downloads begin at the beginning, a read skips up to its bytes, and past the limit it is refused with the way out', async () => {
  const { saved, folder, read } = await openServer({ mostSkippedBytes: 200_000 })
  const bytes = randomBytes(400_000)
  writeFileSync(join(saved, 'a.log'), bytes)
  expect(folder.can).toMatchObject({ ranges: 'unknown', mostSkippedBytes: 200_000 })
  expect((await read(150_000, 1_000)).equals(bytes.subarray(150_000, 151_000))).toBe(true)
  expect(folder.can.ranges).toBe(false)
  expect(await errorOf(read(200_001, 10))).toEqual(fails('tooLarge', 'SFTP'))
  expect(await read(400_000, 10)).toHaveLength(0)
})

test('[FF33] where downloads honour ranges, only the wanted bytes are moved, wherever they are', async () => {
  const { server, saved, folder, read } = await openServer({ mostSkippedBytes: 0 })
  server.faults.ranges = true
  const bytes = randomBytes(400_000)
  writeFileSync(join(saved, 'a.log'), bytes)
  expect((await read(399_990, 100)).equals(bytes.subarray(399_990))).toBe(true)
  expect(await read(400_000, 10)).toHaveLength(0)
  expect(folder.can.ranges).toBe(true)
})

test('[FF34] a download that stops half-way is not a shorter file', async () => {
  const { server, saved, read } = await openServer()
  writeFileSync(join(saved, 'a.log'), randomBytes(400_000))
  server.faults.halfDownloads = true
  expect(await errorOf(read(0, 400_000))).toEqual(fails('unreachable'))
  server.faults.halfDownloads = false
  expect(await read(0, 400_000)).toHaveLength(400_000)
})

test('[FF35] the key goes to the panel, and never to the address from which it lets files be downloaded', async () => {
  const heard: (string | undefined)[] = []
  const node = createServer((request, response) => {
    heard.push(request.headers.authorization)
    response.end('Dinos')
  })
  await new Promise<void>((resolve) => node.listen(0, host, resolve))
  const { port } = node.address() as AddressInfo
  const url = `http://${host}:${port}/download/file?token=s1gned`
  const answers: Record<string, unknown> = { '/files/download': { attributes: { url } } }
  const attributes = {
    name: 'a.log',
    size: 5,
    is_file: true,
    is_symlink: false,
    modified_at: '2026-01-01T00:00:00+00:00',
  }
  answers['/files/list'] = { data: [{ attributes }] }
  const front = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname.replace('/api/client/servers/1a2b3c4d', '')
    response.end(JSON.stringify(request.headers.authorization === `Bearer ${panel.key}` ? answers[path] : {}))
  })
  await new Promise<void>((resolve) => front.listen(0, host, resolve))
  const address = { ...panel, url: `http://${host}:${(front.address() as AddressInfo).port}` }
  const folder = openPanelFolder({ panel: address, path: '', clock: createManualClock() })
  onTestFinished(async () => {
    await folder.close()
    for (const each of [node, front]) {
      each.closeAllConnections()
      each.close()
    }
  })
  expect(String(await folder.read('a.log', { from: 0, length: 10 }))).toBe('Dinos')
  expect(heard).toEqual([undefined])
})

test('[FF36] a wrong server, a path that is not there and an address that is not a panel have an error each', async () => {
  const { folder } = await openServer({ server: 'ffffffff' })
  expect(await errorOf(folder.list(''))).toEqual(fails('refused', 'HOST_PANEL_SERVER'))
  const missing = await openServer({ path: '/Saved/Nowhere/Logs' })
  expect(await errorOf(missing.folder.list(''))).toEqual(fails('notFound', 'Saved/Nowhere is not there'))
  const page = createServer((_, response) => response.end('<html>Welcome</html>'))
  await new Promise<void>((resolve) => page.listen(0, host, resolve))
  const url = `http://${host}:${(page.address() as AddressInfo).port}`
  const other = openPanelFolder({ panel: { ...panel, url }, path: '', clock: createManualClock() })
  onTestFinished(async () => {
    await other.close()
    page.closeAllConnections()
    page.close()
  })
  expect(await errorOf(other.list(''))).toEqual(fails('failed', 'HOST_PANEL_URL'))
})

test('[FF37] a panel that is down behind its web server is unreachable, and a file is written when it is back', async () => {
  const { server, saved, folder } = await openServer()
  server.faults.next.push(502)
  expect(await errorOf(folder.write('a.log', Buffer.from('new')))).toEqual(fails('unreachable', '502'))
  await folder.write('a.log', Buffer.from('newer'))
  expect(readFileSync(join(saved, 'a.log'), 'utf8')).toBe('newer')
})
