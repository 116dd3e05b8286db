import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkOf } from './format.ts'
import { importExport } from './importExport.ts'
import { redisPlace, sqlitePlace, type TransferPlace } from './testing/transferPlace.ts'
import { fillByChance, wholeOf } from './testing/wholeStore.ts'
import { writeExport } from './writeExport.ts'

let folder = ''
const places: TransferPlace[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-former-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  for (const place of places.splice(0)) await place.remove()
})

/** An export as format 2 wrote it: with answers to command ids, as a part of their own behind the documents. */
function asFormat2(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  let check = ''
  let text = ''
  const write = (line: object, records: readonly string[] = []) => {
    const body = records.map((record) => `${record}\n`).join('')
    check = checkOf(check, line, body)
    text += `${JSON.stringify({ ...line, check })}\n${body}`
  }
  const answer = JSON.stringify({ seq: 1, at: 1, actor: 'ann', commandId: 'x', output: null })
  let parts = 0
  for (let at = 0; at < lines.length; ) {
    const { check: _, ...line } = JSON.parse(lines[at] ?? '')
    at += 1
    if (line.waterhole) write({ ...line, form: 2 })
    else if (line.end) {
      const { documents, archive, journal } = line
      write({ end: true, parts, documents, answers: 1, archive, journal })
    } else {
      parts += 1
      write({ ...line, part: parts }, lines.slice(at, at + line.records))
      at += line.records
      if (line.of !== 'documents') continue
      parts += 1
      write({ part: parts, of: 'answers', records: 1, bytes: Buffer.byteLength(answer) + 1 }, [answer])
    }
  }
  writeFileSync(file, text)
}

test.each([
  ['the embedded store', sqlitePlace],
  ['Redis', redisPlace],
])('[AM23] an export of format 2 is imported into %s: its answers are those of its journal', async (_name, open) => {
  const [from, to] = [await sqlitePlace(), await open()]
  places.push(from, to)
  const { storage } = await fillByChance(from, 5, 80)
  await storage.close()
  const source = await from.source()
  const file = join(folder, 'moved')
  await writeExport({ source, file, now: 1 }).finally(source.close)
  asFormat2(file)
  const target = await to.target()
  const { end } = await importExport({ file, target }).finally(target.close)
  expect(end).toMatchObject({ answers: 1, journal: 80 })
  const [before, after] = [await from.storage(), await to.storage()]
  const found = await wholeOf(after)
  expect(found).toEqual(await wholeOf(before))
  expect(found.answers.filter((answer) => answer !== null).length).toBeGreaterThan(30)
  expect(found.newestIdAt).toBeGreaterThan(0)
  await before.close()
  await after.close()
})
