import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ManualClock } from '../../testing/manualClock.ts'
import { type Folder, type FolderError, mostReadBytes, mostWriteBytes } from '../folder.ts'

/** A folder, and the same folder as its own machine sees it. */
export interface FolderSetting {
  readonly folder: Folder
  /** Absolute path on this machine, beside which is `elsewhere`. */
  readonly root: string
  readonly elsewhere: string
  /** What no text may hold. */
  readonly secret: string
  /** Null where nothing is between. */
  readonly faults: FolderFaults | null
}

interface FolderFaults {
  readonly clock: ManualClock
  /** Everything that the folder logged. */
  readonly logged: readonly string[]
  /** Requests that the server received. */
  received(): number
  silence(on: boolean): void
  cut(): Promise<void>
  restore(): Promise<void>
  refuse(on: boolean): void
}

export type Open = () => Promise<FolderSetting>

/** The contract of every Folder. */
export function folderContract(name: string, open: Open): void {
  describe(name, () => {
    looking(open)
    reading(open)
    changing(open)
    moving(open)
    staying(open)
    ending(open)
  })
}

export const fails = (code: FolderError['code'], text = '') =>
  expect.objectContaining({ name: 'FolderError', code, message: expect.stringContaining(text) })

export const put = (root: string, path: string, text: string | Buffer) => writeFile(join(root, path), text)
const textOf = (root: string, path: string) => readFile(join(root, path), 'utf8')
/** A call has one answer or the other, never none: which errors it may give is asked by its caller. */
export const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: FolderError) => error,
  )

function looking(open: Open) {
  test('[FF1] a file is known by its name, size, time and kind; what is not there is null', async () => {
    const { folder, root } = await open()
    await put(root, 'TheIsle.log', 'Dinos')
    await utimes(join(root, 'TheIsle.log'), 1_700_000_000, 1_700_000_000)
    await mkdir(join(root, 'Logs'))
    const entry = await folder.stat('TheIsle.log')
    expect(entry).toMatchObject({ name: 'TheIsle.log', kind: 'file', size: 5, modifiedAt: 1_700_000_000_000 })
    expect(typeof entry?.identity).toBe(folder.can.identity ? 'string' : 'object')
    expect(await folder.stat('Logs')).toMatchObject({ name: 'Logs', kind: 'folder', size: 0 })
    expect(await folder.stat('')).toMatchObject({ kind: 'folder' })
    for (const absent of ['Other.log', 'Logs/a.log', 'None/a.log']) expect(await folder.stat(absent)).toBeNull()
  })

  test('[FF2] a folder lists what it holds in the order of names, and nothing else is listed', async () => {
    const { folder, root } = await open()
    await mkdir(join(root, 'b'))
    for (const name of ['c.log', 'a.log', 'b/d.log', 'Ünïcode 恐竜.log']) await put(root, name, name)
    const names = (await folder.list('')).map(({ name, kind }) => `${name} ${kind}`)
    expect(names).toEqual(['a.log file', 'b folder', 'c.log file', 'Ünïcode 恐竜.log file'])
    expect(await folder.list('b')).toEqual([expect.objectContaining({ name: 'd.log', size: 7 })])
    await expect(folder.list('none')).rejects.toEqual(fails('notFound'))
    await expect(folder.list('a.log')).rejects.toEqual(fails('wrongKind'))
    expect((await folder.read('Ünïcode 恐竜.log', { from: 0, length: 100 })).toString()).toBe('Ünïcode 恐竜.log')
  })

  test('[FF3] a folder that is not there is reported as missing, and works once it is there', async () => {
    const { folder, root } = await open()
    await rm(root, { recursive: true })
    expect(await folder.stat('a.log')).toBeNull()
    await expect(folder.list('')).rejects.toEqual(fails('notFound', 'is not there'))
    await expect(folder.read('a.log', { from: 0, length: 1 })).rejects.toEqual(fails('notFound', 'is not there'))
    await mkdir(root)
    expect(await folder.list('')).toEqual([])
  })
}

function reading(open: Open) {
  test('[FF4] a read returns exactly the bytes of its range, even of binary rubbish, and fewer only at the end', async () => {
    const { folder, root } = await open()
    const bytes = randomBytes(300_001)
    await put(root, 'a.log', bytes)
    const ranges = fc.tuple(fc.integer({ min: 0, max: 310_000 }), fc.integer({ min: 0, max: 310_000 }))
    await fc.assert(
      fc.asyncProperty(ranges, async ([from, length]) => {
        const read = await folder.read('a.log', { from, length })
        expect(read.equals(bytes.subarray(from, from + length))).toBe(true)
      }),
      {
        numRuns: 12,
        examples: [[[0, 300_001]], [[300_001, 5]], [[300_000, 5]], [[32_767, 65_538]], [[9_000_000, 1]], [[0, 0]]],
      },
    )
  })

  test('[FF5] a read that is too long, or of what is not a file, is refused', async () => {
    const { folder, root } = await open()
    await mkdir(join(root, 'Logs'))
    await put(root, 'a.log', 'Dinos')
    const read = (path: string, from: number, length: number) => folder.read(path, { from, length })
    await expect(read('a.log', 0, mostReadBytes + 1)).rejects.toEqual(fails('tooLarge', `at most ${mostReadBytes}`))
    await expect(read('a.log', -1, 1)).rejects.toEqual(fails('tooLarge'))
    await expect(read('none.log', 0, 1)).rejects.toEqual(fails('notFound', 'none.log'))
    await expect(read('Logs', 0, 1)).rejects.toEqual(fails('wrongKind', 'Logs'))
    await expect(read('', 0, 1)).rejects.toEqual(fails('wrongKind'))
  })

  test('[FF6] where files have an identity, a read that holds on to one never returns bytes of another file', async () => {
    const { folder, root } = await open()
    await put(root, 'a.log', 'first')
    await put(root, 'b.log', 'second')
    const identity = (await folder.stat('a.log'))?.identity ?? null
    if (!folder.can.identity) return expect(identity).toBeNull()
    await folder.append('a.log', Buffer.from(' and more'))
    expect((await folder.read('a.log', { from: 6, length: 9, identity })).toString()).toBe('and more')
    await folder.rename('b.log', 'a.log')
    await expect(folder.read('a.log', { from: 0, length: 9, identity })).rejects.toEqual(fails('replaced'))
  })
}

function changing(open: Open) {
  test('[FF7] a written file replaces the former one whole, and leaves nothing beside it', async () => {
    const { folder, root } = await open()
    const long = randomBytes(100_000).toString('hex')
    for (const text of [long, 'short', '']) {
      await folder.write('bans.json', Buffer.from(text))
      expect(await textOf(root, 'bans.json')).toBe(text)
    }
    expect(await readdir(root)).toEqual(['bans.json'])
    await expect(folder.write('big', Buffer.alloc(mostWriteBytes + 1))).rejects.toEqual(fails('tooLarge'))
    await mkdir(join(root, 'Logs'))
    await expect(folder.write('Logs', Buffer.from('x'))).rejects.toEqual(fails('wrongKind'))
    expect((await readdir(root)).sort()).toEqual(['Logs', 'bans.json'])
  })

  test('[FF8] what is appended comes after what was there; a place that cannot append changes nothing', async () => {
    const { folder, root } = await open()
    await put(root, 'commands.ndjson', 'first\n')
    if (folder.can.append === false) {
      await expect(folder.append('commands.ndjson', Buffer.from('x'))).rejects.toEqual(fails('unsupported'))
      return expect(await textOf(root, 'commands.ndjson')).toBe('first\n')
    }
    await folder.append('commands.ndjson', Buffer.from('second\n'))
    await folder.append('new.ndjson', Buffer.from('made\n'))
    expect(await textOf(root, 'commands.ndjson')).toBe('first\nsecond\n')
    expect(await textOf(root, 'new.ndjson')).toBe('made\n')
    expect((await readdir(root)).sort()).toEqual(['commands.ndjson', 'new.ndjson'])
  })
}

function moving(open: Open) {
  test('[FF9] a file is written only while it is absent: never over another one, and whole', async () => {
    const { folder, root } = await open()
    expect(await folder.writeIfAbsent('commands.ndjson', Buffer.from('first'))).toBe(true)
    expect(await folder.writeIfAbsent('commands.ndjson', Buffer.from('second'))).toBe(false)
    expect(await textOf(root, 'commands.ndjson')).toBe('first')
    expect(await readdir(root)).toEqual(['commands.ndjson'])
  })

  test('[FF10] of several that write a file while it is absent at the same time, one writes it', async () => {
    const { folder, root } = await open()
    const texts = ['a', 'b', 'c', 'd']
    const written = await Promise.all(texts.map((text) => folder.writeIfAbsent('commands.ndjson', Buffer.from(text))))
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(await textOf(root, 'commands.ndjson')).toBe(texts[written.indexOf(true)])
    expect(await readdir(root)).toEqual(['commands.ndjson'])
  })

  test('[FF11] a file is renamed and removed; a missing one and a folder are reported as such and left alone', async () => {
    const { folder, root } = await open()
    await mkdir(join(root, 'Logs'))
    await put(root, 'Logs/keep.log', 'keep')
    await put(root, 'a.log', 'Dinos')
    await folder.rename('a.log', 'Logs/b.log')
    expect(await textOf(root, 'Logs/b.log')).toBe('Dinos')
    await expect(folder.rename('a.log', 'c.log')).rejects.toEqual(fails('notFound'))
    expect(await folder.remove('Logs/b.log')).toBe(true)
    expect(await folder.remove('Logs/b.log')).toBe(false)
    await expect(folder.remove('Logs')).rejects.toEqual(fails('wrongKind'))
    await expect(folder.remove('')).rejects.toEqual(fails('wrongKind'))
    expect(await textOf(root, 'Logs/keep.log')).toBe('keep')
  })
}

/** Every call that takes a path, with one. */
const callsWith = (folder: Folder, path: string): Promise<FolderError | null>[] =>
  [
    folder.stat(path),
    folder.list(path),
    folder.read(path, { from: 0, length: 100 }),
    folder.write(path, Buffer.from('x')),
    folder.append(path, Buffer.from('x')),
    folder.writeIfAbsent(path, Buffer.from('x')),
    folder.rename(path, 'new'),
    folder.rename('old', path),
    folder.remove(path),
  ].map(errorOf)

function staying(open: Open) {
  test('[FF12] no call takes a name that leaves the folder, and nothing outside is touched', async () => {
    const { folder, root, elsewhere } = await open()
    await put(root, 'old', 'old')
    await put(elsewhere, 'secret.txt', 'secret')
    const names = [
      '../elsewhere/secret.txt',
      'a/../../elsewhere/secret.txt',
      join(elsewhere, 'secret.txt'),
      '..',
      'a\0b',
    ]
    for (const name of [...names, 'C:\\secret.txt', '..\\secret.txt', 'a\nb', `${'a/'.repeat(600)}b`])
      for (const call of callsWith(folder, name)) {
        const error = await call
        expect(error && { [name]: error.code }).toEqual({ [name]: 'outside' })
      }
    expect(await readdir(elsewhere)).toEqual(['secret.txt'])
    expect(await textOf(elsewhere, 'secret.txt')).toBe('secret')
  })

  test('[FF13] a file that was replaced by a link to elsewhere is listed, and neither read nor added to', async () => {
    const { folder, root, elsewhere } = await open()
    await put(elsewhere, 'secret.txt', 'secret')
    await symlink(join(elsewhere, 'secret.txt'), join(root, 'TheIsle.log'))
    expect(await folder.stat('TheIsle.log')).toMatchObject({ kind: 'other', size: 0 })
    await expect(folder.read('TheIsle.log', { from: 0, length: 100 })).rejects.toEqual(fails('outside', 'link'))
    const appended = await errorOf(folder.append('TheIsle.log', Buffer.from('x')))
    expect(['outside', 'unsupported']).toContain(appended?.code)
    expect(await folder.writeIfAbsent('TheIsle.log', Buffer.from('x'))).toBe(false)
    await errorOf(folder.write('TheIsle.log', Buffer.from('mine')))
    expect(await textOf(elsewhere, 'secret.txt')).toBe('secret')
    expect(await readdir(elsewhere)).toEqual(['secret.txt'])
  })

  test('[FF14] nothing is reached through a folder that a link leads elsewhere', async () => {
    const { folder, root, elsewhere } = await open()
    await put(root, 'old', 'old')
    await put(elsewhere, 'secret.txt', 'secret')
    await symlink(elsewhere, join(root, 'Logs'))
    for (const call of callsWith(folder, 'Logs/secret.txt')) {
      const error = await call
      expect(error?.code).toMatch(/^(outside|unsupported|wrongKind|notFound)$/)
    }
    await expect(folder.list('Logs')).rejects.toEqual(fails('outside'))
    expect(await readdir(elsewhere)).toEqual(['secret.txt'])
    expect(await textOf(elsewhere, 'secret.txt')).toBe('secret')
  })
}

function ending(open: Open) {
  test('[FF15] a closed folder answers no call, and says so', async () => {
    const { folder } = await open()
    await folder.list('')
    await folder.close()
    await folder.close()
    for (const call of callsWith(folder, 'a.log')) expect((await call)?.code).toBe('closed')
  })
}
