import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskPercentOf, filesSizeOf } from './diskUse.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-disk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[SX27] the disk is between empty and full, and a folder that is not there has no figure', async () => {
  const percent = await diskPercentOf(folder)
  expect(percent).toBeGreaterThanOrEqual(0)
  expect(percent).toBeLessThanOrEqual(100)
  expect(await diskPercentOf(join(folder, 'none'))).toBeNull()
})

test('[SX28] the size of the database is that of its files, with the log, and of no other file', async () => {
  writeFileSync(join(folder, 'journal.db'), 'x'.repeat(700))
  writeFileSync(join(folder, 'journal.db-wal'), 'x'.repeat(50))
  writeFileSync(join(folder, 'sign-in.key'), 'x'.repeat(9))
  expect(await filesSizeOf(folder, 'journal.db')).toBe(750)
  expect(await filesSizeOf(join(folder, 'none'), 'journal.db')).toBeNull()
})
