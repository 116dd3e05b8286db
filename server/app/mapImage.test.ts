import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../config/configError.ts'
import { readMapImage } from './mapImage.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
const webp = Buffer.from('524946462400000057454250565038', 'hex')

function file(name: string, bytes: Uint8Array | string) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
function errorFor(path: string) {
  try {
    readMapImage(path)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was accepted'
}

test('[MI1] a PNG, JPEG or WebP image is recognized by its first bytes, not by its name', () => {
  expect(readMapImage(file('a.txt', png)).contentType).toBe('image/png')
  expect(readMapImage(file('b.png', jpeg)).contentType).toBe('image/jpeg')
  expect(readMapImage(file('c', webp)).contentType).toBe('image/webp')
})

test('[MI2] different images have different fingerprints, equal ones the same', () => {
  const first = readMapImage(file('map.png', png)).fingerprint
  expect(readMapImage(file('copy.png', png)).fingerprint).toBe(first)
  expect(readMapImage(file('map.png', Buffer.concat([png, png]))).fingerprint).not.toBe(first)
})

describe('[MI3] errors are named with the remedy', () => {
  const tooLarge = file('large.png', png)
  truncateSync(tooLarge, 41 * 1024 * 1024)
  test.each([
    ['a file that is not there', join(folder, 'nowhere.png'), ['no such file', 'Put the picture there']],
    ['a folder', folder, ['a folder', 'the picture itself']],
    ['an empty file', file('empty.png', ''), ['empty', 'again']],
    ['a picture of another kind', file('map.gif', 'GIF89a…'), ['not a PNG, JPEG or WebP', 'Save it as one of these']],
    ['a page', file('map.png.html', '<svg/>'), ['not a PNG, JPEG or WebP']],
    ['one that is too large', tooLarge, ['43 MB', 'the limit is 40 MB', 'smaller']],
    ['a path through a file', join(tooLarge, 'map.png'), ['no such file']],
  ])('%s', (_what, path, parts) => {
    for (const part of ['MAP_IMAGE', path, 'leave MAP_IMAGE out', ...parts]) expect(errorFor(path)).toContain(part)
  })
})

test('[MI4] an unreadable file is named', () => {
  const path = file('secret.png', png)
  chmodSync(path, 0)
  // root can read it anyway.
  if (process.getuid?.() === 0) expect(readMapImage(path).contentType).toBe('image/png')
  else expect(errorFor(path)).toContain('cannot be read (EACCES)')
})
