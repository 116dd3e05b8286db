import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { DamagedStore } from '../../engine/storage.ts'
import { NoStore } from '../transfer/transferPort.ts'
import { openSqliteSource } from './transferSource.ts'

vi.mock(import('node:fs'), { spy: true })

const folder = join(tmpdir(), 'waterhole-no-such-folder')
const failing = (code: string) =>
  vi.mocked(fs.statSync).mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code })
  })

test('[TR1004] a store that belongs to another user is not said to be missing', async () => {
  failing('EACCES')
  const opening = openSqliteSource(folder)
  await expect(opening).rejects.toThrow(DamagedStore)
  await expect(opening).rejects.toThrow(`${folder}: may not be read (EACCES). Give the hub's user permission`)
  failing('ENOENT')
  await expect(openSqliteSource(folder)).rejects.toThrow(NoStore)
  expect(fs.existsSync(folder)).toBe(false)
})
