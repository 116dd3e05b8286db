import { expect, test } from 'vitest'
import { createLogFollower, type LogBatch, type LogPosition } from './follower.ts'
import { longestLine } from './lineDecoder.ts'
import { isAfter } from './logFiles.ts'
import { createGameFolder, type GameFolder, type Rotation } from './testing/gameFolder.ts'

const entryOf = (line: string) => line
const opened = (second: number) => `Log file open, 11/22/26 13:27:${String(second).padStart(2, '0')}\n`
const followerOf = (
  folder: GameFolder,
  more: { startAt?: 'start' | 'end'; mostEntries?: number; mostBytes?: number } = {},
) => createLogFollower({ folder, entryOf, startAt: 'start', ...more })

/** Reads until there is nothing more. */
async function readAll(folder: GameFolder, from: LogPosition | null, more: Parameters<typeof followerOf>[1] = {}) {
  const follower = followerOf(folder, more)
  const batches: LogBatch<string>[] = [await follower.next(from)]
  let last = batches[0]
  while (last?.isMore) {
    last = await follower.next(last.position)
    batches.push(last)
  }
  const position = last?.position as LogPosition
  return { lines: batches.flatMap(({ entries }) => entries), position, isLost: batches.some(({ isLost }) => isLost) }
}

test('[LG40] only new bytes are read, a half line waits for its end, and an unchanged log costs no read', async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}one\ntw`)
  const follower = followerOf(folder)
  const begun = await follower.next(null)
  const first = await follower.next(begun.position)
  expect(first).toMatchObject({
    entries: ['Log file open, 11/22/26 13:27:01', 'one'],
    lines: 2,
    behindBytes: 2,
    isMore: false,
  })

  const same = await follower.next(first.position)
  expect(same).toMatchObject({ entries: [], behindBytes: 2, isMore: false })
  expect(same.position).toBe(first.position)
  const { read, stat } = folder.asked
  await follower.next(structuredClone(first.position))
  expect(folder.asked).toMatchObject({ read, stat: stat + 1 })

  folder.write('o\nthree\n')
  const { bytes } = folder.asked
  const second = await follower.next(same.position)
  expect(second).toMatchObject({ entries: ['two', 'three'], behindBytes: 0 })
  // The new ones, the half line, and the head.
  expect(folder.asked.bytes - bytes).toBeLessThan(100)
})

test('[LG41] the first start begins at the end, behind the last whole line, unless asked; a log of any size is not read', {
  tags: 'slow',
}, async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}${'old\n'.repeat(100_000)}ha`)
  const follower = followerOf(folder, { startAt: 'end' })
  const { position, entries } = await follower.next(null)
  expect(entries).toEqual([])
  expect(folder.asked.bytes).toBeLessThan(2 * longestLine)
  folder.write('lf\nnew\n')
  expect((await follower.next(position)).entries).toEqual(['half', 'new'])
  expect((await readAll(folder, null)).lines).toHaveLength(100_003)
})

test.each<Rotation>(['copy', 'rename'])(
  '[LG42] after a restart (%s) the rest of the former log is read first, even across several restarts',
  async (rotation) => {
    const folder = createGameFolder()
    folder.write(`${opened(1)}one\n`)
    const { position } = await readAll(folder, null)
    folder.write('two\nhalf')
    folder.restart(rotation, opened(2))
    folder.write('three\n')
    folder.restart(rotation, opened(3))
    folder.write('four\n')
    const read = await readAll(folder, position)
    expect(read.lines).toEqual(['two', 'half', opened(2).trim(), 'three', opened(3).trim(), 'four'])
    expect(read.isLost).toBe(false)
    expect((await readAll(folder, read.position)).lines).toEqual([])
  },
)

test.each<Rotation>(['copy', 'rename'])(
  '[LG43] between the steps of a restart (%s) nothing is lost or read twice',
  async (rotation) => {
    const folder = createGameFolder()
    folder.write(`${opened(1)}one\n`)
    let { position } = await readAll(folder, null)
    const lines: string[] = []
    const take = async () => {
      const read = await readAll(folder, position)
      lines.push(...read.lines)
      position = read.position
      expect(read.isLost).toBe(false)
    }
    folder.write('two\n')
    for (const step of folder.restartSteps(rotation, opened(2))) {
      step()
      await take()
    }
    folder.write('three\n')
    await take()
    expect(lines).toEqual(['two', opened(2).trim(), 'three'])
  },
)

test('[LG44] a log that was emptied, or replaced by another one, is read from its beginning, and the loss is reported', async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}one\ntwo\n`)
  const { position } = await readAll(folder, null)
  folder.write('unread\n')
  folder.restart('empty', opened(2))
  const grown = await readAll(folder, position)
  expect(grown).toMatchObject({ lines: [opened(2).trim()], isLost: true })
  // Longer than the former one by now, so that its size shows nothing.
  folder.restart('empty', opened(3))
  folder.write('x'.repeat(500).concat('\n'))
  expect(await readAll(folder, grown.position)).toMatchObject({
    lines: [opened(3).trim(), 'x'.repeat(500)],
    isLost: true,
  })
})

test('[LG45] when the former log is gone, reading goes on with the oldest that was not read', async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}one\n`)
  folder.restart('copy', opened(2))
  folder.write('two\n')
  const { position } = await readAll(folder, null)
  folder.restart('copy', opened(3))
  folder.write('three\n')
  folder.restart('copy', opened(4))
  const [, second = ''] = folder.names().filter((name) => name.includes('backup'))
  folder.remove(second)
  const read = await readAll(folder, position)
  expect(read).toMatchObject({ lines: [opened(3).trim(), 'three', opened(4).trim()], isLost: true })
})

test('[LG46] before there is a log nothing is read; the first that appears is read from its beginning', async () => {
  const folder = createGameFolder()
  const follower = followerOf(folder, { startAt: 'end' })
  const before = await follower.next(null)
  expect(before).toMatchObject({ missing: 'absent', file: null, entries: [], position: { file: null } })
  folder.write('Log file')
  expect((await follower.next(before.position)).position).toBe(before.position)
  folder.write(` open\none\n`)
  const { lines } = await readAll(folder, before.position, { startAt: 'end' })
  expect(lines).toEqual(['Log file open', 'one'])
})

test('[LG47] a link in place of the log is not followed and is reported', async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}one\n`)
  const { position } = await readAll(folder, null)
  folder.write('two\n')
  folder.replaceByLink('TheIsle.log')
  expect(await followerOf(folder).next(position)).toMatchObject({ entries: [], missing: 'noFile', position })
})

test('[LG48] a batch is bounded in entries and bytes and ends behind a line', async () => {
  const folder = createGameFolder()
  const many = Array.from({ length: 1_000 }, (_, i) => `line ${i} ${'x'.repeat(1_000)}`)
  folder.write(`${opened(1)}${many.join('\n')}\n`)
  const read = await readAll(folder, null, { mostEntries: 7 })
  expect(read.lines).toEqual([opened(1).trim(), ...many])
  const follower = followerOf(folder, { mostEntries: 7 })
  const { position } = await follower.next(null)
  expect((await follower.next(position)).entries).toHaveLength(7)
  const { bytes } = folder.asked
  await follower.next(position)
  expect(folder.asked.bytes - bytes).toBeLessThan(600 * 1024)
})

test('[LG49] a line of a megabyte and a gigabyte of zeros are skipped in bounded reads, and what follows is read', async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}${'x'.repeat(3_000_000)}\nafter\n`)
  folder.write(Buffer.concat([Buffer.alloc(3_000_000), Buffer.from('\nagain\n')]))
  const follower = followerOf(folder)
  let batch = await follower.next(null)
  const lines: string[] = []
  let skipped = 0
  while (batch.isMore) {
    batch = await follower.next(structuredClone(batch.position))
    lines.push(...batch.entries)
    skipped += batch.skippedLines
  }
  expect(lines).toEqual([opened(1).trim(), 'after', 'again'])
  expect(skipped).toBe(2)
})

test('[LG50] the log of an earlier build is found by its name, and of two the one that is written', async () => {
  const folder = createGameFolder('TheIsle-Shipping.log')
  folder.write(`${opened(1)}one\n`)
  const { lines, position } = await readAll(folder, null)
  expect(lines).toEqual([opened(1).trim(), 'one'])
  folder.restart('copy', opened(2))
  expect((await readAll(folder, position)).lines).toEqual([opened(2).trim()])
})

test('[LG51] UTF-16 with a mark and lines that end with CR LF are followed like others', async () => {
  const folder = createGameFolder()
  const bytes = Buffer.from(`\uFEFF${opened(1).trim()}\r\nДино 🦖\r\nlast`, 'utf16le')
  folder.write(bytes.subarray(0, 41))
  const { position } = await readAll(folder, null)
  folder.write(bytes.subarray(41))
  const read = await readAll(folder, position)
  folder.write(Buffer.from('\r\n', 'utf16le'))
  expect([...read.lines, ...(await readAll(folder, read.position)).lines]).toEqual([
    opened(1).trim(),
    'Дино 🦖',
    'last',
  ])
})

test('[LG52] an error of the folder reaches the caller and moves nothing', async () => {
  const folder = createGameFolder()
  folder.write(`${opened(1)}one\n`)
  const follower = followerOf(folder)
  const { position } = await follower.next(null)
  let calls = 0
  folder.beforeEach = () => {
    if (++calls > 2) throw new Error('cut')
  }
  await expect(follower.next(position)).rejects.toThrow('cut')
  folder.beforeEach = () => {}
  expect((await follower.next(position)).entries).toEqual([opened(1).trim(), 'one'])
})

test.each<Rotation>(['copy', 'rename'])(
  '[LG54] restarts (%s) between any two calls of the folder lose and repeat nothing',
  async (rotation) => {
    const long = (name: string) => Array.from({ length: 20 }, (_, i) => `${name} ${i}`)
    for (let one = 1; one <= 14; one++)
      for (let other = one; other <= one + 14; other++) {
        const folder = createGameFolder()
        folder.write(`${opened(1)}one\n`)
        const { position } = await readAll(folder, null)
        folder.write('two\n')
        let calls = 0
        const restart = (second: number, name: string) => {
          folder.restart(rotation, opened(second))
          folder.write(`${long(name).join('\n')}\n`)
        }
        folder.beforeEach = () => {
          calls++
          if (calls === one) restart(2, 'second')
          if (calls === other) restart(3, 'third')
        }
        const before = await readAll(folder, position)
        folder.beforeEach = () => {}
        if (calls < one) restart(2, 'second')
        if (calls < other) restart(3, 'third')
        const after = await readAll(folder, before.position)
        expect([before.isLost, after.isLost, ...before.lines, ...after.lines], `at ${one} and ${other}`).toEqual([
          ...[false, false, 'two', opened(2).trim()],
          ...[...long('second'), opened(3).trim(), ...long('third')],
        ])
      }
  },
)

test('[LG55] former logs are in the order of their names, and in the hour that occurs twice in that of their changes', () => {
  const log = (stamp: string, modifiedAt: number) => {
    const name = `TheIsle-backup-${stamp}.log`
    return { path: name, entry: { name, kind: 'file' as const, size: 1, modifiedAt, identity: null } }
  }
  const beforeChange = log('2026.10.25-02.50.00', 1_000)
  expect(isAfter(log('2026.10.25-02.10.00', 2_000), beforeChange)).toBe(true)
  expect(isAfter(beforeChange, log('2026.10.25-02.10.00', 2_000))).toBe(false)
  // Both were put back from a backup.
  expect(isAfter(log('2026.10.25-09.00.00', 500), beforeChange)).toBe(true)
  expect(isAfter(log('2026.10.25-02.51.00', 1_000), beforeChange)).toBe(true)
})

test('[LG56] when a new build writes its log under another name, the former one is read to its end and then the new one', async () => {
  const folder = createGameFolder('TheIsle-Shipping.log')
  folder.write(`${opened(1)}one\n`)
  const follower = followerOf(folder)
  let batch = await follower.next((await readAll(folder, null)).position)
  folder.write('two\n')
  folder.write(`${opened(2)}three\n`, 'TheIsle.log')
  const lines: string[] = []
  for (let look = 0; look < 40; look++) {
    batch = await follower.next(batch.position)
    expect(batch.isLost).toBe(false)
    lines.push(...batch.entries)
  }
  expect(lines).toEqual(['two', opened(2).trim(), 'three'])
})
