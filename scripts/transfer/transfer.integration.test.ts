import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEntry } from '../../server/storage/contract/sampleEntries.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { sqlitePlace } from '../../server/storage/transfer/testing/transferPlace.ts'
import { fillByChance, wholeOf } from '../../server/storage/transfer/testing/wholeStore.ts'
import { unfinishedName } from '../../server/storage/transfer/writeExport.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-moving-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (
  verb: 'export' | 'import',
  args: readonly string[],
  DATA_DIR: string,
  nodeOptions: string[] = [],
  more = {},
) => {
  const { PATH = '', HOME = '' } = process.env
  const script = join(repositoryRoot, 'scripts', `${verb}.ts`)
  const env = { PATH, HOME, DATA_DIR, REDIS_URL: '', ...more }
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) }
}
/** Only a command that hangs takes this long, even on a slow and busy machine. */
const hangMs = 240_000
const run = (...args: Parameters<typeof start>) => start(...args).ended

test('[TR30] a store is exported and imported by the two commands, and each prints what it did', async () => {
  const [old, fresh] = [await sqlitePlace(), await sqlitePlace()]
  await (await fillByChance(old, 1, 30)).storage.close()
  const file = join(folder, 'moved')
  const exported = await run('export', [file], old.folder)
  expect(exported).toMatchObject({ code: 0 })
  expect(exported.said).toContain('30 journal entries')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const imported = await run('import', [file], fresh.folder)
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.said).toContain('entries 1 to 30')
  const [before, after] = [await old.storage(), await fresh.storage()]
  expect(await wholeOf(after)).toEqual(await wholeOf(before))
  for (const storage of [before, after]) await storage.close()
  const again = await run('import', [file], fresh.folder)
  expect(again).toMatchObject({ code: 1 })
  expect(again.said).toContain('entries 1 to 30')
  for (const place of [old, fresh]) await place.remove()
})

test('[TR31] errors are one sentence: no file argument, missing file, missing store, store in use by its hub', async () => {
  const place = await sqlitePlace()
  const none = join(folder, 'none')
  expect((await run('export', [], place.folder)).said).toContain('npm run export -- FILE')
  expect((await run('import', [none], place.folder)).said).toContain('cannot be read')
  expect((await run('export', [none], place.folder)).said).toContain('DATA_DIR')
  const storage = await place.storage()
  await storage.load()
  const inUse = await run('export', [none], place.folder)
  expect(inUse).toMatchObject({ code: 1 })
  expect(inUse.said).toContain('is in use: another hub')
  expect(inUse.said).not.toContain('    at ')
  expect(existsSync(none)).toBe(false)
  await storage.close()
  await place.remove()
})

test('[TR1844] a wrong call, a Redis that does not run and a file below a file are put into words, without a stack', async () => {
  const place = await sqlitePlace()
  await (await fillByChance(place, 1, 3)).storage.close()
  const text = join(folder, 'text')
  writeFileSync(text, 'kept')
  const url = 'redis://127.0.0.1:1'
  const said = {
    option: await run('export', ['--force'], place.folder),
    two: await run('import', ['my', 'backup'], place.folder),
    below: await run('export', [join(text, 'x')], place.folder),
    noRedis: await start('export', [join(folder, 'y')], place.folder, [], { REDIS_URL: url }).ended,
  }
  expect(said.option.said).toMatch(/^There is no option --force\.\nnpm run export -- FILE/)
  expect(said.two.said).toMatch(
    /^Name one file, not 2\. A path with spaces belongs in quotes\.\nnpm run import -- FILE/,
  )
  expect(said.below.said).toContain(`${text} is not a folder. Name a file in a folder that you may write to.`)
  expect(said.noRedis.said).toBe('No Redis is listening at 127.0.0.1:1. Start it, or correct REDIS_URL.\n')
  expect(Object.values(said).map(({ code }) => code)).toEqual([1, 1, 1, 1])
  expect(readFileSync(text, 'utf8')).toBe('kept')
  await place.remove()
})

const megabyte = 'x'.repeat(1_000_000)

/** More data than fits into the memory limit of the commands. */
const fillMuch = async (dataDir: string, megabytes: number) => {
  const storage = await openSqliteStorage({ folder: dataDir, durable: false })
  const { epoch } = await storage.load()
  for (let seq = 1; seq <= megabytes; seq += 1) {
    const row = { kind: 'audit', about: [], row: { text: megabyte } }
    await storage.append([sampleEntry(seq, epoch, { changes: [], input: megabyte, archive: [row] })])
  }
  await storage.checkpoint(megabytes, [])
  await storage.close()
}

/** Options with which a command kills itself once this file is so long: on a busy machine this test may look after its end. */
const killedAt = (file: string, bytes: number) => {
  const program = `import { statSync } from 'node:fs'
    const size = () => statSync(${JSON.stringify(file)}, { throwIfNoEntry: false })?.size ?? 0
    setInterval(() => size() >= ${bytes} && process.kill(process.pid, 'SIGKILL'), 1).unref()`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

test('[TR32] a large store needs no more memory than a small one, and killed exports and imports can be resumed', async () => {
  const [old, fresh] = [await sqlitePlace(), await sqlitePlace()]
  await fillMuch(old.folder, 24)
  const file = join(folder, 'large')
  const little = ['--max-old-space-size=48']
  const killed = await run('export', [file], old.folder, killedAt(unfinishedName(file), 1))
  expect(killed.code).toBeNull()
  expect((await run('import', [unfinishedName(file)], fresh.folder)).said).toMatch(/cut short|never finished/)
  expect((await run('export', [file], old.folder)).said).toContain('interrupted')
  rmSync(unfinishedName(file))
  expect(await run('export', [file], old.folder, little)).toMatchObject({ code: 0 })
  const atHalf = killedAt(join(fresh.folder, 'journal.filling-wal'), 4_000_000)
  const stopped = await run('import', [file], fresh.folder, [...little, ...atHalf])
  expect(stopped.code).toBeNull()
  const resumed = await run('import', [file], fresh.folder, little)
  expect(resumed).toMatchObject({ code: 0 })
  expect(resumed.said).toContain('were there already')
  const storage = await fresh.storage()
  expect((await storage.load()).checkpointSeq).toBe(24)
  expect(await storage.tail(0, 200)).toHaveLength(24)
  await storage.close()
  for (const place of [old, fresh]) await place.remove()
})

test('[TR33] a foreign file is not changed', async () => {
  const place = await sqlitePlace()
  await (await fillByChance(place, 1, 3)).storage.close()
  const file = join(folder, 'letter')
  writeFileSync(file, 'Dear Anne')
  expect((await run('export', [file], place.folder)).said).toContain('is there already')
  expect((await run('import', [file], join(place.folder, 'new'))).said).toContain('is not an export of Waterhole')
  await place.remove()
})

test.each(['/proc/waterhole', '/proc/waterhole/data'])(
  '[TR2000] import and restore refuse the DATA_DIR %s at once, in words',
  async (DATA_DIR) => {
    const place = await sqlitePlace()
    await (await fillByChance(place, 1, 3)).storage.close()
    const file = join(place.folder, 'moved')
    expect((await run('export', [file], place.folder)).code).toBe(0)
    const { PATH = '', HOME = '' } = process.env
    for (const verb of ['import', 'restore']) {
      const { status, stderr } = spawnSync(process.execPath, [join(repositoryRoot, `scripts/${verb}.ts`), file], {
        env: { PATH, HOME, DATA_DIR, REDIS_URL: '' },
        encoding: 'utf8',
        timeout: hangMs,
      })
      expect([verb, status]).toEqual([verb, 1])
      expect(stderr).toMatch(/^[^\n]*\/proc\/waterhole[^\n]* cannot be made[^\n]*, or (name|set) [^\n]*\.\n$/)
    }
    await place.remove()
  },
)

test('[TR2001] an import that cannot make its file says so, and does not take it for one of something else', async () => {
  const place = await sqlitePlace()
  await (await fillByChance(place, 1, 3)).storage.close()
  const file = join(place.folder, 'moved')
  expect((await run('export', [file], place.folder)).code).toBe(0)
  const { code, said } = await run('import', [file], '/proc')
  expect(code).toBe(1)
  // Root may try.
  expect(said).toMatch(
    /DATA_DIR is \/proc\. There, \/proc\/journal\.filling does not exist\.|\/proc: may not be read and written\./,
  )
  expect(said).not.toContain('Move it away')
  await place.remove()
})

test('[TR1300] a file that is missing or below a file is named in words, without those of the system', async () => {
  const place = await sqlitePlace()
  const [none, file] = [join(folder, 'nothing'), join(folder, 'text')]
  writeFileSync(file, '')
  const instead = 'Check the path, or name a backup of the hub or a file that npm run export has written.'
  expect((await run('import', [none], place.folder)).said).toMatch(
    `${none} cannot be read: it does not exist. ${instead}`,
  )
  const below = await run('import', [join(file, 'in')], place.folder)
  expect(below.said).toMatch(`${join(file, 'in')} cannot be read: it needs a folder where a file is.`)
  expect(below.said).not.toMatch(/ENO|, open/)
  await place.remove()
})
