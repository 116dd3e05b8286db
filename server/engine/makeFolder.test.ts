import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './makeFolder.ts'

const place = () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('[DD2000] a folder and those above it are made for their user alone, and one that is there keeps its mode', () => {
  const [top, open] = [place(), join(place(), 'open')]
  makeFolder(join(top, 'a/b'))
  expect([modeOf(join(top, 'a')), modeOf(join(top, 'a/b'))]).toEqual(['700', '700'])
  makeFolder(open, 0o755)
  makeFolder(open)
  expect(modeOf(open)).toBe('755')
})

test('[DD2001] the level that fails is named: a file in the way, or a file system that takes no folders', () => {
  const file = join(place(), 'notes')
  writeFileSync(file, '')
  const failed = (path: string) => {
    try {
      makeFolder(path)
      return null
    } catch (error) {
      const { code, path: level } = error as NodeJS.ErrnoException
      return { code, level }
    }
  }
  for (const path of [file, join(file, 'a'), join(file, 'a/b')])
    expect(failed(path)).toEqual({ code: 'EEXIST', level: file })
  expect(failed('/proc/waterhole/a/b')).toMatchObject({ level: '/proc/waterhole' })
})
