import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDice } from '../contract/sampleEntries.ts'
import { checkOf, type Part } from './format.ts'
import { checkExport, importExport } from './importExport.ts'
import { BadExport, type BadExportCode } from './readExport.ts'
import { sqlitePlace } from './testing/transferPlace.ts'
import { fillByChance } from './testing/wholeStore.ts'
import { FileTaken, unfinishedName, writeExport } from './writeExport.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-export-'))
const good = join(folder, 'good')
const bad = join(folder, 'bad')
let bytes = Buffer.alloc(0)
let lines: string[] = []

const exportSample = async (file: string, seed: number) => {
  const place = await sqlitePlace()
  await (await fillByChance(place, seed, 40)).storage.close()
  const source = await place.source()
  await writeExport({ source, file, now: 1 }).finally(source.close)
  await place.remove()
}
beforeAll(async () => {
  await exportSample(good, 1)
  bytes = readFileSync(good)
  lines = bytes.toString('utf8').split('\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The error for a file; nothing of a refused file reaches a target. */
const refused = async (content: Uint8Array | string): Promise<BadExport> => {
  writeFileSync(bad, content)
  const touched = () => {
    throw new Error('an import of a bad file began')
  }
  const target = { place: '', begin: touched, take: touched, finish: touched, close: touched }
  const error = await importExport({ file: bad, target }).catch((thrown: unknown) => thrown)
  if (!(error instanceof BadExport)) throw error
  return error
}
const withLine = (place: number, change: (line: Record<string, unknown>) => object) =>
  lines.map((line, at) => (at === place ? JSON.stringify(change(JSON.parse(line))) : line)).join('\n')
/** A changed line with a valid check. */
const withNewCheck = (place: number, before: string, change: (line: Record<string, unknown>) => object) =>
  withLine(place, ({ check, ...line }) => {
    const changed = change(line)
    return { ...changed, check: checkOf(before, changed) }
  })

test('[TR65] a file that was truncated anywhere is refused as cut', async () => {
  const dice = seededDice(3)
  const places = [bytes.length - 1, bytes.length - 2, ...Array.from({ length: 60 }, () => 1 + dice(bytes.length - 1))]
  const firstLine = bytes.indexOf(10) + 1
  for (const length of [...places, firstLine, firstLine + 5]) {
    const { code, message } = await refused(bytes.subarray(0, length))
    expect([length, length < firstLine ? 'notOurs' : 'cut']).toEqual([length, code])
    expect(message).toContain(bad)
  }
})

test('[TR66] a changed bit is detected anywhere in the file', async () => {
  const dice = seededDice(4)
  const codes = new Set<BadExportCode>()
  for (let flip = 0; flip < 150; flip += 1) {
    const changed = Buffer.from(bytes)
    const at = dice(changed.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << dice(8))
    codes.add((await refused(changed)).code)
  }
  expect(codes).toContain('changed')
})

test('[TR67] missing, swapped, repeated and foreign parts are detected', async () => {
  const parts = partsOf(bytes)
  const [header = '', first = '', second = '', third = '', ...rest] = parts
  await exportSample(join(folder, 'other'), 2)
  const foreign = partsOf(readFileSync(join(folder, 'other')))[2] ?? ''
  for (const mixed of [
    [header, second, third, ...rest],
    [header, second, first, third, ...rest],
    [header, first, first, second, third, ...rest],
    [header, first, foreign, third, ...rest],
  ])
    expect((await refused(mixed.join(''))).code).toBe('changed')
  expect((await refused(`${bytes}\n`)).message).toContain('continues after its end')
})

/** The header, each part with its records, and the end, each as text. */
const partsOf = (file: Buffer) =>
  file
    .toString('utf8')
    .split(/(?<=\n)(?=\{"(?:part|end)":)/)
    .filter((text) => text !== '')

test('[TR68] another format, a file of another program and a missing file are distinguished', async () => {
  const other = await refused(withNewCheck(0, '', (line) => ({ ...line, form: 1 })))
  expect(other).toMatchObject({ code: 'otherForm' })
  expect(other.message).toContain('format 1')
  for (const foreign of ['', 'PK\u0003\u0004', '{"hello":1}\n', '[]\n', 'x'.repeat(2_000_000)])
    expect((await refused(foreign)).code).toBe('notOurs')
  for (const nothing of [folder, join(folder, 'none')])
    await expect(checkExport(nothing)).rejects.toMatchObject({ code: 'unreadable' })
})

test('[TR69] a header that claims more than the file holds is detected, even with valid checks', async () => {
  const { code, message } = await refused(
    withNewCheck(0, '', (line) => ({ ...line, position: { ...(line.position as object), lastSeq: 41 } })),
  )
  expect(code).toBe('changed')
  expect(message).toContain('part 1')
})

test('[TR70] an export overwrites no file, and an unfinished export has another name', async () => {
  const place = await sqlitePlace()
  await (await fillByChance(place, 1, 5)).storage.close()
  const source = await place.source()
  await expect(writeExport({ source, file: good, now: 1 })).rejects.toThrow(FileTaken)
  expect(readFileSync(good)).toEqual(bytes)
  const file = join(folder, 'new')
  writeFileSync(unfinishedName(file), 'half')
  await expect(writeExport({ source, file, now: 1 })).rejects.toThrow('interrupted')
  expect(readFileSync(unfinishedName(file), 'utf8')).toBe('half')
  rmSync(unfinishedName(file))
  const broken = { ...source, confirm: async () => Promise.reject(new Error('moved')) }
  await expect(writeExport({ source: broken, file, now: 1 })).rejects.toThrow('moved')
  await writeExport({ source, file, now: 1 })
  await source.close()
  await place.remove()
})

test('[TR16] a target gets each part as a whole', async () => {
  const seen: Part[] = []
  const target = {
    place: '',
    begin: async () => 0,
    take: async (part: Part) => void seen.push(part),
    finish: async () => {},
    close: async () => {},
  }
  const { end } = await importExport({ file: good, target })
  expect(seen.map(({ number }) => number)).toEqual(seen.map((_, at) => at + 1))
  expect(seen.flatMap(({ records }) => records as readonly unknown[])).toHaveLength(
    end.documents + end.archive + end.journal,
  )
})
