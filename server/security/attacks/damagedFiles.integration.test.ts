import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentChecksum, readMeta, writeMeta } from '../../storage/sqlite/database.ts'
import { folderState } from '../../storage/sqlite/testing/folderState.ts'
import { database, log, progress, put } from '../../storage/sqlite/testing/storeTools.ts'
import { freePort } from '../../testing/freePort.ts'
import { spawnHub } from '../../testing/hubProcess.ts'
import { createAttack } from './testing/attackReport.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-folder-'))
  folders.push(folder)
  return folder
}
let hubs: ReturnType<typeof spawnHub>[] = []
let used = ''

/** Starts a hub on the folder, and resolves when it is open or has ended. */
async function start(folder: string, uid?: number) {
  const port = String(await freePort())
  const hub = spawnHub({ DATA_DIR: folder, PORT: port, HOME: folder }, { uid })
  hubs.push(hub)
  await hub.until(/is open/)
  return { hub, address: `http://127.0.0.1:${port}` }
}
/** Expects that the hub ends with one sentence that names the file, says what is wrong and how to mend it. */
async function expectNotStarted(folder: string, file: string, words: RegExp, uid?: number) {
  const { hub } = await start(folder, uid)
  expect(hub.output(), file).not.toContain('is open')
  expect(await hub.ended).toBe(1)
  expect(hub.output()).toContain(file)
  expect(hub.output()).toMatch(words)
  expect(hub.output()).not.toContain('    at ')
  expect(hub.output()).not.toContain('internal error')
}

beforeAll(async () => {
  used = newFolder()
  const { hub } = await start(used)
  hub.kill('SIGKILL')
  await hub.ended
})
afterEach(async () => {
  for (const hub of hubs) hub.kill('SIGKILL')
  await Promise.all(hubs.map(({ ended }) => ended))
  hubs = []
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const copyOfUsed = () => {
  const folder = newFolder()
  cpSync(used, folder, { recursive: true })
  return folder
}
/** Changes the database as a tool would, without a log. */
const edit = (folder: string, change: (tool: DatabaseSync) => void) => {
  const tool = new DatabaseSync(database(folder))
  change(tool)
  tool.close()
}
/** A page that is in the log as well would be read from there, so that damage to the database would not matter. */
const emptyLog = (folder: string) => edit(folder, (tool) => tool.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
const writeMisfit = (tool: DatabaseSync) => {
  const [id, json] = ['mapSettings/ann', '{"mapOpacity":"thick"}']
  const meta = readMeta(tool)
  if (!meta) throw new Error('The store has no meta.')
  const crc = documentChecksum(id, meta.round, 1, json)
  tool.prepare('INSERT INTO documents VALUES(?, ?, 1, ?, ?)').run(id, meta.round, crc, json)
  writeMeta(tool, { ...meta, documents: meta.documents + 1, digest: meta.digest ^ crc })
}

const damages: Record<string, (folder: string) => void> = {
  'another file': (folder) => writeFileSync(database(folder), 'shopping list: eggs, milk'),
  'a truncated database': (folder) => {
    emptyLog(folder)
    truncateSync(database(folder), 9_000)
  },
  'an overwritten page': (folder) => {
    emptyLog(folder)
    put(database(folder), 8_192, Array(64).fill(0xee))
  },
  'a later format': (folder) => edit(folder, (tool) => tool.exec('PRAGMA user_version=70')),
  'a damaged mark': (folder) => writeFileSync(progress(folder), 'waterhole'),
  'a truncated log': (folder) => truncateSync(log(folder), 100),
  'a file that is not a log': (folder) => writeFileSync(log(folder), 'no log at all, but long enough'.repeat(9)),
  'a document that does not fit': (folder) => edit(folder, writeMisfit),
}

test('[DM10] a start that is refused for damage changes no byte, name, time or mode in the data folder', async () => {
  const attack = createAttack('starts on damaged files')
  for (const [what, damage] of Object.entries(damages)) {
    const folder = copyOfUsed()
    damage(folder)
    for (const name of readdirSync(folder)) if (name.startsWith('journal')) chmodSync(join(folder, name), 0o644)
    const before = folderState(folder)
    await expectNotStarted(folder, 'journal.', /Move|Put|Start|move/, undefined).catch((error) => {
      throw new Error(what, { cause: error })
    })
    const isTouched = !isDeepStrictEqual(folderState(folder), before)
    attack.attempt(isTouched, () => `${what}: the folder was changed`)
  }
  expect(attack.done()).toEqual([])
})

test('[DM11] a damaged sign-in.key is named with the remedy', async () => {
  const folder = copyOfUsed()
  writeFileSync(join(folder, 'sign-in.key'), 'half a sec')
  await expectNotStarted(folder, join(folder, 'sign-in.key'), /64 hexadecimal digits.*remove the file/)
})

test('[DM12] a journal.db that the hub may not write is named with the remedy', async () => {
  const folder = copyOfUsed()
  const isRoot = process.getuid?.() === 0
  const nobody = 65_534
  if (isRoot) {
    for (const name of readdirSync(folder)) chownSync(join(folder, name), nobody, nobody)
    chownSync(folder, nobody, nobody)
    chownSync(database(folder), 0, 0)
    chmodSync(database(folder), 0o644)
  } else {
    rmSync(database(folder))
    symlinkSync('/etc/hostname', database(folder))
  }
  await expectNotStarted(
    folder,
    database(folder),
    /may not be read and written.*permission to read and write it/,
    isRoot ? nobody : undefined,
  )
})

test('[DM13] once journal.db is removed, the hub acknowledges nothing, and /health answers 503 and says why', async () => {
  const folder = newFolder()
  const { hub, address } = await start(folder)
  const signIn = () =>
    fetch(`${address}/auth/demo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: address },
      body: JSON.stringify({ role: 'player', number: 3, provider: 'steam' }),
    })
  expect((await signIn()).status).toBe(200)
  rmSync(database(folder))
  const attack = createAttack('commands to a hub without its journal')
  for (let count = 0; count < 20; count += 1) {
    const { status } = await signIn()
    attack.attempt(status < 400, () => `command ${count + 1}: ${status}`)
  }
  expect(attack.done()).toEqual([])
  const health = await fetch(`${address}/health`)
  expect(health.status).toBe(503)
  expect(await health.text()).toMatch(/journal\.db was removed.*put the files journal/)
  expect(hub.output()).toMatch(/journal: stopped .*journal\.db was removed/)
})

test('[DM14] /health notices without any command that journal.db was removed', async () => {
  const folder = newFolder()
  const { address } = await start(folder)
  rmSync(database(folder))
  await expect.poll(async () => (await fetch(`${address}/health`)).status).toBe(503)
})

test('[MX10] /health notices without any command that the folder is closed to the hub, and says what to do', async () => {
  const folder = newFolder()
  const isRoot = process.getuid?.() === 0
  const nobody = 65_534
  if (isRoot) chownSync(folder, nobody, nobody)
  const { address } = await start(folder, isRoot ? nobody : undefined)
  chmodSync(folder, 0)
  await expect.poll(async () => (await fetch(`${address}/health`)).status).toBe(503)
  const said = await (await fetch(`${address}/health`)).text()
  chmodSync(folder, 0o700)
  expect(said).toMatch(/journal\.db could not be found any more \(EACCES\).*permission to read and write that folder/)
})

test('[DM18] a clock before 1970 is named at start with the remedy', async () => {
  const clock = 'Date.now = () => -1_000_000_000'
  const environment = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` }
  const hub = spawnHub({ DATA_DIR: newFolder(), PORT: String(await freePort()), ...environment })
  hubs.push(hub)
  expect(await hub.ended).toBe(1)
  expect(hub.output()).toMatch(/The clock of this machine says .* before 1970. Set it/)
  expect(hub.output()).not.toContain('    at ')
})

const mount = (folder: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
/** A container may forbid it even to root. */
const mayMount = () => {
  const folder = newFolder()
  return mount(folder) && spawnSync('umount', [folder]).status === 0
}

if (mayMount()) {
  test('[DM15] a hub that does not start because its disk is full says so, and does not promise to go on', async () => {
    const folder = newFolder()
    expect(mount(folder)).toBe(true)
    try {
      cpSync(used, folder, { recursive: true })
      // `cat` fills it to the last byte, and fails.
      spawnSync('sh', ['-c', `cat /dev/zero > ${folder}/ballast`])
      await expectNotStarted(folder, folder, /no room left.*start the hub again/)
      expect(hubs.at(-1)?.output()).not.toContain('continues by itself')
    } finally {
      execFileSync('umount', [folder])
    }
  })
}
