import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { fileOf, readFileOf } from './segmentFile.ts'
import { openSegmentFolder } from './segmentFolder.ts'
import { squeeze } from './squeeze.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  folders.push(folder)
  return folder
}

test('[SG1] what is written is found again, and a second time under the same name is the later', async () => {
  const folder = openSegmentFolder(join(newFolder(), 'replay'))
  expect(await folder.find()).toEqual([])
  await folder.write(1_000, Buffer.from('first'))
  await folder.write(2_000, Buffer.from('other'))
  await folder.write(1_000, Buffer.from('second'))
  const found = (await folder.find()).map(
    (file) => file.kind === 'whole' && [file.from, String(Buffer.from(file.body))],
  )
  expect(found.sort()).toEqual([
    [1_000, 'second'],
    [2_000, 'other'],
  ])
  await folder.remove(1_000)
  await folder.remove(1_000)
  expect(await folder.find()).toHaveLength(1)
})

test('[SG2] whatever is changed in a file, it is not taken for whole', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (body, place, change) => {
        const file = Uint8Array.from(fileOf(body))
        expect(readFileOf(file)).toEqual({ kind: 'whole', body })
        expect(readFileOf(file.subarray(0, place % file.length)).kind).not.toBe('whole')
        const at = place % file.length
        file[at] = (file[at] ?? 0) ^ change
        expect(readFileOf(file).kind).not.toBe('whole')
      },
    ),
    { seed: 11 },
  )
})

test('[SG3] any file at all is either known as ours or left alone, and the others are found', async () => {
  const path = newFolder()
  const folder = openSegmentFolder(path)
  await folder.write(5, Buffer.from('whole'))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
      writeFileSync(join(path, 'main-6.segment'), bytes)
      const kinds = (await folder.find()).map(({ kind, from }) => [kind, from])
      expect(kinds).toContainEqual(['whole', 5])
      expect(kinds).toContainEqual(['foreign', null])
    }),
    { seed: 12, numRuns: 30 },
  )
})

test('[SG4] a write that was cut off leaves the file that was there, and no other than one unfinished file', async () => {
  const path = newFolder()
  const folder = openSegmentFolder(path)
  await folder.write(7, Buffer.from('whole'))
  writeFileSync(join(path, 'unfinished'), fileOf(Buffer.from('half')).subarray(0, 30))
  expect(await folder.find()).toMatchObject([{ kind: 'whole', from: 7 }])
  await folder.write(8, Buffer.from('next'))
  expect(readdirSync(path).sort()).toEqual(['main-7.segment', 'main-8.segment'])
})

test('[SG5] what was not packed here is refused, also when it would unpack to more than any segment', () => {
  expect(squeeze.unpack(squeeze.pack('Näme'))).toBe('Näme')
  expect(() => squeeze.unpack(Buffer.from('eggs, milk'))).toThrow()
  expect(() => squeeze.unpack(squeeze.pack('a'.repeat(65 * 1024 * 1024)))).toThrow()
})
