import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { recordRestored } from '../../server/app/restoring.ts'
import type { Hub } from '../../server/engine/hub.ts'
import { readRestore } from '../../server/storage/backups/restore.ts'
import { sampleEntries, talliesAt } from '../../server/storage/contract/sampleEntries.ts'
import { sqlitePlace } from '../../server/storage/transfer/testing/transferPlace.ts'
import { wholeOf } from '../../server/storage/transfer/testing/wholeStore.ts'
import { writeExport } from '../../server/storage/transfer/writeExport.ts'
import { startRedis } from '../../server/testing/redisProcess.ts'
import { recordRestore } from '../../shared/features/backups/commands.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-restoring-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const restore = async (args: readonly string[], DATA_DIR: string, more: Readonly<Record<string, string>> = {}) => {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR, REDIS_URL: '', ...more }
  const child = spawn(process.execPath, [join(repositoryRoot, 'scripts/restore.ts'), ...args], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, said }
}

const filled = async (last: number) => {
  const place = await sqlitePlace()
  const storage = await place.storage()
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, last, epoch))
  await storage.checkpoint(last, talliesAt(last))
  await storage.close()
  return place
}

test('[BK30] the command line restores a backup, keeps the former data aside, and leaves a store that continues', async () => {
  const place = await filled(30)
  const file = join(folder, 'good.backup')
  const source = await place.source()
  await writeExport({ source, file, now: 5, isCompressed: true }).finally(source.close)
  const storage = await place.storage()
  const before = await wholeOf(storage)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(31, 40, epoch))
  const inUse = await restore([file], place.folder)
  expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining('is in use')])
  await storage.close()
  const done = await restore([file], place.folder)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('10 changes made after it are gone') })
  expect(readRestore(place.folder)).toMatchObject({ phase: 'done', lastSeq: 30, formerSeq: 40 })
  const aside = readdirSync(place.folder).filter((name) => name.startsWith('before-restore-'))
  expect(aside.map((name) => existsSync(join(place.folder, name, 'journal.db')))).toEqual([true])
  expect((await restore([file], place.folder)).said).toContain('Start the hub once')
  const after = await place.storage()
  const loaded = await after.load()
  expect(loaded.epoch).toBeGreaterThan(epoch)
  expect(await wholeOf(after)).toEqual(before)
  await after.append(sampleEntries(31, 32, (await after.load()).epoch))
  await after.close()
  await place.remove()
})

test('[BK32] a backup that is filled into Redis ends the sessions of the hub that starts on it, and of no other', async () => {
  const place = await filled(30)
  const file = join(folder, 'for-redis.backup')
  const source = await place.source()
  await writeExport({ source, file, now: 5, isCompressed: true }).finally(source.close)
  const redis = await startRedis()
  const done = await restore([file], place.folder, { REDIS_URL: redis.url, REDIS_PREFIX: 'second' })
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('ends all sessions and tokens') })
  const given: string[] = []
  const hub = { execute: async (_by: string, name: string) => void given.push(name) } as unknown as Hub
  const onPrefix = (prefix: string) => ({ dataDir: place.folder, redis: { url: redis.url, prefix } })
  await recordRestored(hub, onPrefix('first'))
  await recordRestored(hub, { dataDir: place.folder, redis: null })
  expect([given, readRestore(place.folder)?.lastSeq]).toEqual([[], 30])
  await recordRestored(hub, onPrefix('second'))
  expect([given, readRestore(place.folder)]).toEqual([[recordRestore.name], null])
  await redis.remove()
  await place.remove()
})

test('[BK31] a cut, changed, foreign or missing file is refused in one sentence, and the data stay as they are', async () => {
  const place = await filled(12)
  const cut = join(folder, 'cut.backup')
  const source = await place.source()
  await writeExport({ source, file: cut, now: 5, isCompressed: true }).finally(source.close)
  truncateSync(cut, 300)
  const foreign = join(folder, 'foreign.backup')
  writeFileSync(foreign, 'Dear Anne')
  const newer = join(folder, 'newer.backup')
  writeFileSync(newer, '{"waterhole":"export","form":99}\n')
  const refusals = {
    [cut]: 'cut short',
    [foreign]: 'is not an export',
    [newer]: 'format 99',
    [join(folder, 'none')]: 'cannot be read',
  }
  for (const [file, words] of Object.entries(refusals)) {
    const refused = await restore([file], place.folder)
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(words)])
    expect(refused.said).not.toContain('    at ')
  }
  expect((await restore([], place.folder)).said).toContain('npm run restore -- FILE')
  expect(readdirSync(place.folder).filter((name) => name.includes('restore'))).toEqual([])
  const storage = await place.storage()
  expect((await storage.load()).lastSeq).toBe(12)
  await storage.close()
  await place.remove()
})

test('[BK1306] a backup or a data folder that cannot be used is named in words, with what to do', async () => {
  const place = await filled(3)
  const [none, file, text] = [join(folder, 'none'), join(folder, 'small.backup'), join(folder, 'text')]
  const source = await place.source()
  await writeExport({ source, file, now: 5 }).finally(source.close)
  writeFileSync(text, '')
  const missing = await restore([none], place.folder)
  expect([missing.code, missing.said]).toEqual([
    1,
    expect.stringContaining(`${none} cannot be read: it does not exist.`),
  ])
  const taken = await restore([file], text)
  expect(taken.code).toBe(1)
  expect(taken.said).toMatch(
    `DATA_DIR is ${text}, which is a file, and a folder is needed there. Move that file away, or set DATA_DIR to another folder.`,
  )
  writeFileSync(join(place.folder, 'restore.json'), '{"phase":"asked"')
  const damaged = await restore([file], place.folder)
  expect([damaged.code, damaged.said]).toEqual([
    1,
    expect.stringMatching(
      /restore\.json: does not say what to restore\. Nothing was touched\. Remove it, then try again\.\n$/,
    ),
  ])
  expect(missing.said + taken.said).not.toMatch(/ENO|EEXIST|, (open|mkdir)/)
  await place.remove()
})
