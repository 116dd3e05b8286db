import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createIsland, createParts, type IslandParts, islandOf } from './island.ts'
import { keptParts } from './keptParts.ts'

const cells = 128
const parts = createParts(3, cells)
let created = 0
const create = () => {
  created += 1
  return parts
}
let file = ''
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-island-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  file = join(folder, 'build', 'island.bin')
  created = 0
})

test('[IS15] a kept island is read instead of created, and is the same in every cell, river and lake', {
  tags: 'slow',
}, () => {
  expect(keptParts(file, create)).toBe(parts)
  const read = keptParts(file, create)
  expect(created).toBe(1)
  expect(read).not.toBe(parts)
  expect(read).toEqual(parts)
  const [kept, made] = [islandOf(read), createIsland(3, cells)]
  for (const [x, y] of [
    [1_000, 1_000],
    [2_048, 2_048],
    [3_100, 1_700],
  ] as const)
    for (const figure of ['elevation', 'depth', 'ground', 'forest', 'nearestWater'] as const)
      expect(kept[figure](x, y)).toEqual(made[figure](x, y))
  expect(readdirSync(join(file, '..'))).toEqual(['island.bin'])
})

test('[IS16] an island that other code has created is created again', () => {
  keptParts(file, create, 'older code')
  keptParts(file, create)
  expect(created).toBe(2)
  keptParts(file, create)
  expect(created).toBe(2)
})

test('[IS17] a damaged file is never read: the island is created and written again', () => {
  keptParts(file, create)
  const whole = readFileSync(file)
  const changed = Buffer.from(whole)
  changed.writeUInt8((changed[whole.length >> 1] ?? 0) ^ 1, whole.length >> 1)
  const damages = [Buffer.alloc(0), whole.subarray(0, whole.length - 1), Buffer.from('no island'), changed]
  for (const [at, damaged] of damages.entries()) {
    writeFileSync(file, damaged)
    expect(keptParts<IslandParts>(file, create)).toBe(parts)
    expect(created).toBe(at + 2)
    expect(readFileSync(file).equals(whole)).toBe(true)
  }
})

test('[IS18] where the file cannot be written, the island is created each time', () => {
  writeFileSync(join(file, '../..', 'build'), 'a file where the folder would be')
  expect(keptParts(file, create)).toBe(parts)
  expect(keptParts(file, create)).toBe(parts)
  expect(created).toBe(2)
  expect(existsSync(file)).toBe(false)
})
