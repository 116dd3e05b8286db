import * as fs from 'node:fs'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { compareExport } from './readExport.ts'
import type { TransferSource } from './transferPort.ts'
import { FileTaken, NoFolder, writeExport } from './writeExport.ts'

vi.mock(import('node:fs'), { spy: true })
vi.mock(import('node:fs/promises'), { spy: true })

const source: TransferSource = {
  place: 'a store without anything',
  position: { epoch: 1, checkpointSeq: 0, trimmedTo: 0, lastSeq: 0, newestAt: 0 },
  async *records() {},
  async confirm() {},
  async close() {},
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** As on FAT and exFAT. */
function withoutLinks(before = () => {}) {
  vi.mocked(fs.linkSync).mockImplementationOnce(() => {
    before()
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
}

test.each([true, false])(
  '[TR1000] an export is written to a disk without hard links (compressed: %s)',
  async (isCompressed) => {
    withoutLinks()
    const file = join(folder, 'moved')
    await writeExport({ source, file, now: 1, isCompressed })
    expect(readdirSync(folder)).toEqual(['moved'])
    expect((await compareExport(file)).header.madeAt).toBe(1)
  },
)

test('[TR1001] there too, a file that appears meanwhile is not replaced', async () => {
  const file = join(folder, 'moved')
  withoutLinks(() => writeFileSync(file, 'of someone else'))
  await expect(writeExport({ source, file, now: 1 })).rejects.toThrow(FileTaken)
  expect(readdirSync(folder)).toEqual(['moved'])
  expect(fs.readFileSync(file, 'utf8')).toBe('of someone else')
})

test('[TR1002] a folder that is missing is named', async () => {
  const file = join(folder, 'none', 'moved')
  await expect(writeExport({ source, file, now: 1 })).rejects.toThrow(NoFolder)
  await expect(writeExport({ source, file, now: 1 })).rejects.toThrow(
    `There is no folder ${join(folder, 'none')}. Make it, or name a file in another folder.`,
  )
})

test('[TR1003] a folder that takes no files is named', async () => {
  const failing = (code: string) => Object.assign(new Error(code), { code })
  vi.mocked(files.open).mockRejectedValueOnce(failing('ENOENT')).mockRejectedValueOnce(failing('EACCES'))
  await expect(writeExport({ source, file: join(folder, 'moved'), now: 1 })).rejects.toThrow(
    `No file can be made in ${folder} (EACCES). Name a file in a folder that you may write to.`,
  )
})
