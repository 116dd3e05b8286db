import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DocumentKind } from '../../../shared/engine/document.ts'
import { PackId } from '../../../shared/engine/ids.ts'
import { codeAlphabet, isCode } from '../../../shared/features/packs/pack.ts'
import { transact } from '../../engine/transaction.ts'
import { closeCode, codeFrom, openCode, packWith } from './codes.ts'

const uuidOf = (byte: string) => `${byte.repeat(6)}4000-8000-${byte.repeat(6)}`.replace(/^(.{8})(.{4})/, '$1-$2-')
const blank = (kind: DocumentKind) => kind.schema.parse({})
const id = PackId.parse(randomUUID())

test('[PK36] a code has six unmistakable characters, each equally likely', { tags: 'slow' }, () => {
  const counts = new Map<string, number>()
  for (let made = 0; made < 20_000; made += 1) {
    const code = codeFrom(randomUUID)
    expect(isCode(code)).toBe(true)
    for (const sign of code) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const expected = 120_000 / codeAlphabet.length
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(counts.size).toBe(codeAlphabet.length)
  // With 30 degrees of freedom a uniform distribution exceeds this once in a million runs.
  expect(chiSquare).toBeLessThan(86)
})

test('[PK37] bytes that would make some characters more likely are skipped', () => {
  const uuids = [uuidOf('ff'), uuidOf('f8'), uuidOf('00'), uuidOf('f7')]
  expect(codeFrom(() => uuids.shift() ?? '')).toBe('AAAAAA')
  expect(uuids).toHaveLength(1)
})

test('[PK38] a code in use is not given to another pack; a closed one is free', () => {
  const other = PackId.parse(randomUUID())
  transact(blank, (transaction) => {
    const uuids = [uuidOf('00'), uuidOf('00'), uuidOf('01'), uuidOf('00')]
    const parts = { ...transaction, newId: () => uuids.shift() ?? '' }
    expect([openCode(parts, id), openCode(parts, other)]).toEqual(['AAAAAA', 'BBBBBB'])
    expect([packWith(transaction.read, 'AAAAAA'), packWith(transaction.read, 'BBBBBB')]).toEqual([id, other])
    closeCode(transaction, 'AAAAAA')
    expect(packWith(transaction.read, 'AAAAAA')).toBeNull()
    expect(openCode(parts, other)).toBe('AAAAAA')
  })
})
