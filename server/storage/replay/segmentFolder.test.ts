import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { compression } from './compression.ts'
import { fileOf, openSegmentFolder, readFileOf } from './segmentFolder.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  folders.push(folder)
  return folder
}

/** All readable segments, by time. */
async function wholeOnes(folder: ReturnType<typeof openSegmentFolder>) {
  const ones: [number, string][] = []
  for (const file of await folder.find()) {
    const read = file.kind === 'ours' ? await folder.read(file.from) : null
    if (file.kind === 'ours' && read?.kind === 'whole') ones.push([file.from, String(Buffer.from(read.body))])
  }
  return ones
}

test('[SG1] a written segment is found again, and a second write replaces it', async () => {
  const folder = openSegmentFolder(join(newFolder(), 'replay'))
  expect(await folder.find()).toEqual([])
  await folder.write(1_000, Buffer.from('first'))
  await folder.write(2_000, Buffer.from('other'))
  await folder.write(1_000, Buffer.from('second'))
  expect((await wholeOnes(folder)).sort()).toEqual([
    [1_000, 'second'],
    [2_000, 'other'],
  ])
  await folder.remove(1_000)
  await folder.remove(1_000)
  expect(await folder.find()).toHaveLength(1)
})

test('[SG2] any change of a file is detected', () => {
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

test('[SG3] any other file is ignored, and the segments are found', async () => {
  const path = newFolder()
  const folder = openSegmentFolder(path)
  await folder.write(5, Buffer.from('whole'))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
      writeFileSync(join(path, 'main-6.segment'), bytes)
      expect(await wholeOnes(folder)).toEqual([[5, 'whole']])
      expect(await folder.find()).toContainEqual(expect.objectContaining({ kind: 'foreign', name: 'main-6.segment' }))
      writeFileSync(join(path, 'main-6.segment'), Buffer.concat([fileOf(Buffer.from('')).subarray(0, 30), bytes]))
      expect(await folder.read(6)).toEqual({ kind: 'unreadable', why: 'its checksum is wrong' })
    }),
    { seed: 12, numRuns: 30 },
  )
})

test('[SG4] an interrupted write leaves the previous file, and at most one unfinished file', async () => {
  const path = newFolder()
  const folder = openSegmentFolder(path)
  await folder.write(7, Buffer.from('whole'))
  writeFileSync(join(path, 'unfinished'), fileOf(Buffer.from('half')).subarray(0, 30))
  expect(await folder.find()).toEqual([{ kind: 'ours', name: 'main-7.segment', from: 7 }])
  expect(await wholeOnes(folder)).toEqual([[7, 'whole']])
  await folder.write(8, Buffer.from('next'))
  expect(readdirSync(path).sort()).toEqual(['main-7.segment', 'main-8.segment'])
})

test('[SG5] bytes that were not compressed here, or decompress to too much, are refused', { tags: 'slow' }, () => {
  expect(compression.decompress(compression.compress('Näme'))).toBe('Näme')
  expect(() => compression.decompress(Buffer.from('eggs, milk'))).toThrow()
  expect(() => compression.decompress(compression.compress('a'.repeat(65 * 1024 * 1024)))).toThrow()
})

test('[SG6] a file with a name that the hub does not give is foreign, whatever its content', async () => {
  const path = newFolder()
  const folder = openSegmentFolder(path)
  await folder.write(5, Buffer.from('whole'))
  const odd = ['main-05.segment', 'main-0000000000000005.segment', 'main-9999999999999999.segment', 'main--5.segment']
  const odder = ['main-5.0.segment', 'main-5.segment ', 'Main-5.segment', 'main-٥.segment', 'main-.segment']
  for (const name of [...odd, ...odder]) writeFileSync(join(path, name), fileOf(Buffer.from('another')))
  expect(await wholeOnes(folder)).toEqual([[5, 'whole']])
  const foreign = (await folder.find()).filter(({ kind }) => kind === 'foreign')
  expect(foreign.map(({ name }) => name).toSorted()).toEqual([...odd, ...odder].toSorted())
})

test('[SG7] only the beginning of each file is read to find segments; what is not a file, or too large, is foreign', async () => {
  const path = newFolder()
  const folder = openSegmentFolder(path)
  await folder.write(5, new Uint8Array(8 * 1024 * 1024))
  mkdirSync(join(path, 'main-6.segment'))
  symlinkSync('nowhere', join(path, 'main-7.segment'))
  writeFileSync(join(path, 'main-8.segment'), fileOf(Buffer.from('')))
  truncateSync(join(path, 'main-8.segment'), 3 * 1024 * 1024 * 1024)
  const before = process.memoryUsage().arrayBuffers
  const found = (await folder.find()).toSorted((one, other) => one.name.localeCompare(other.name))
  expect(found).toMatchObject([
    { kind: 'ours', from: 5 },
    { kind: 'foreign', why: 'it is not a file' },
    { kind: 'foreign', why: expect.stringContaining('ENOENT') },
    { kind: 'foreign', why: expect.stringContaining('larger than') },
  ])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
  expect(await folder.read(9)).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('ENOENT') })
})
