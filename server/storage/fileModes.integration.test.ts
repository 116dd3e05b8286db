import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFixtureFiles } from './fixtures/fixtureFiles.ts'
import { openSegmentFolder } from './replay/segmentFolder.ts'
import { openSqliteStorage } from './sqlite/sqlite.ts'

const fixture = join(import.meta.dirname, '../../scripts/fixtures/refused-command.jsonl')
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test("[V14.2.4] [FM1] journal, replay and fixtures are readable for the hub's user only", async () => {
  const folder = join(newFolder(), 'data')
  const storage = await openSqliteStorage({ folder })
  await storage.load()
  await openSegmentFolder(join(folder, 'replay')).write(5, Buffer.from('somewhere'))
  const shelf = createFixtureFiles({ ownFolder: join(folder, 'none'), folder: join(folder, 'fixtures') })
  await shelf.keep('one', readFileSync(fixture, 'utf8'))
  const modes = modesIn(folder)
  expect(Object.keys(modes)).toEqual(expect.arrayContaining(['journal.db', 'journal.db-wal', 'journal.mark']))
  for (const [name, mode] of Object.entries(modes))
    expect([name, mode]).toEqual([name, name.includes('.') ? '600' : '700'])
  for (const inside of ['replay', 'fixtures'])
    expect(new Set(Object.values(modesIn(join(folder, inside))))).toEqual(new Set(['600']))
  expect(modeOf(folder)).toBe('700')
  await storage.close()
})

test('[FM2] the mode of an existing folder is not changed', async () => {
  const folder = join(newFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const storage = await openSqliteStorage({ folder })
  await storage.load()
  expect(modeOf(folder)).toBe('755')
  expect(modeOf(join(folder, 'journal.db'))).toBe('600')
  await storage.close()
})
