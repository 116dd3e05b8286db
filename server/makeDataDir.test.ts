import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { makeDataDir } from './makeDataDir.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[DD1] the data folder is made with all above it, and one that stands is left as it is', () => {
  const deep = join(folder, 'a/b/c')
  makeDataDir(deep)
  makeDataDir(deep)
  expect(existsSync(deep)).toBe(true)
})

test('[DD2] a file in its place or above it is named', () => {
  const file = join(folder, 'notes')
  writeFileSync(file, 'x')
  for (const path of [file, join(file, 'data'), join(file, 'deeper/data')]) {
    expect(() => makeDataDir(path)).toThrow(ConfigError)
    expect(() => makeDataDir(path)).toThrow(`DATA_DIR holds "${path}"; ${file} is not a folder`)
  }
})

test('[DD3] where no folder can be made, that is said at once', () => {
  expect(() => makeDataDir('/proc/waterhole/data')).toThrow('/proc/waterhole cannot be made there')
})
