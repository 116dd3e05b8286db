import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import { systemClock } from '../../engine/clock.ts'
import { FolderError, partsOf } from './folder.ts'
import { openLocalFolder } from './localFolder.ts'
import { fails } from './testing/folderContract.ts'

test('[FF40] whatever a name is made of, it is refused or stays below the folder', () => {
  const pieces = fc.constantFrom('..', '.', '/', '\\', 'C:', '\0', '\n', '~', 'a', 'Logs', '...', '恐', '%2e%2e', ' ')
  const names = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 30 }),
    fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(names, (name) => {
      let parts: readonly string[]
      try {
        parts = partsOf(name)
      } catch (error) {
        expect(error).toBeInstanceOf(FolderError)
        return
      }
      const full = posix.normalize(posix.join('/root/folder', ...parts))
      expect(full === '/root/folder' || full.startsWith('/root/folder/')).toBe(true)
      expect(parts.join('')).not.toMatch(/[\\\p{Cc}]/u)
    }),
    { numRuns: 2_000 },
  )
})

function localFolder() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'waterhole-local-')))
  const [root, elsewhere] = [join(base, 'Saved'), join(base, 'elsewhere')]
  for (const path of [root, elsewhere]) mkdirSync(path)
  const folder = openLocalFolder({ path: root, clock: systemClock })
  onTestFinished(async () => {
    await folder.close()
    rmSync(base, { recursive: true })
  })
  return { root, elsewhere, folder }
}

test('[FF41] while names are swapped with links to elsewhere, no read ever returns bytes from there', async () => {
  const { root, elsewhere, folder } = localFolder()
  mkdirSync(join(root, 'Logs'))
  writeFileSync(join(root, 'Logs', 'a.log'), 'inside')
  writeFileSync(join(elsewhere, 'a.log'), 'SECRET')
  symlinkSync(elsewhere, join(root, 'trap'))
  let isEnded = false
  /** As fast as it can: the folder itself is exchanged for a link to another one, and back. */
  const swap = async () => {
    while (!isEnded) {
      renameSync(join(root, 'Logs'), join(root, 'aside'))
      renameSync(join(root, 'trap'), join(root, 'Logs'))
      await new Promise((resolve) => setImmediate(resolve))
      renameSync(join(root, 'Logs'), join(root, 'trap'))
      renameSync(join(root, 'aside'), join(root, 'Logs'))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const swapping = swap()
  const seen = new Map<string, number>()
  for (let i = 0; i < 3_000; i++) {
    const text = await folder
      .read('Logs/a.log', { from: 0, length: 10 })
      .then(String, (error: FolderError) => error.code)
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  isEnded = true
  await swapping
  expect([...seen.keys()].filter((text) => !['inside', 'outside', 'notFound'].includes(text))).toEqual([])
  expect(seen.get('inside')).toBeGreaterThan(0)
})

test('[FF42] of many that write a file while it is absent, and a reader that takes it away, each text arrives once and whole', async () => {
  const { root, folder } = localFolder()
  const texts = Array.from({ length: 24 }, (_, i) => `${i}:${'x'.repeat(1_000_000)}`)
  const taken: string[] = []
  /** As the mod does, at any moment: rename, read, remove. */
  const take = async () => {
    const [given, processing] = [join(root, 'commands.ndjson'), join(root, 'commands.processing')]
    while (taken.length < texts.length) {
      await new Promise((resolve) => setImmediate(resolve))
      if (!existsSync(given)) continue
      renameSync(given, processing)
      taken.push(readFileSync(processing, 'utf8'))
      rmSync(processing)
    }
  }
  const give = async (text: string) => {
    while (!(await folder.writeIfAbsent('commands.ndjson', Buffer.from(text))));
  }
  await Promise.all([take(), ...texts.map(give)])
  expect(taken.map((text) => text.length).filter((length) => length < 1_000_002)).toEqual([])
  expect(new Set(taken)).toEqual(new Set(texts))
  expect(readdirSync(root)).toEqual([])
})

test('[FF43] a pipe in the place of a file holds nobody up', async () => {
  const { root, folder } = localFolder()
  execFileSync('mkfifo', [join(root, 'TheIsle.log')])
  await expect(folder.read('TheIsle.log', { from: 0, length: 10 })).rejects.toEqual(fails('wrongKind'))
  await expect(folder.append('TheIsle.log', Buffer.from('x'))).rejects.toEqual(fails('wrongKind'))
})
