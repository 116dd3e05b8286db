import { expect, test } from 'vitest'
import { textFaults } from './plainWords.ts'

test.each([
  ['// Whoever asks gets an answer', 'Whoever'],
  ['  /** The list is read anew. */', 'anew'],
  ['   * Staff are told of it.', 'are told'],
  ["test('[PK49] nobody who left sees the pack', () => {", 'nobody who'],
  ['test.each([1])(`[PK50] a ban for ever`, run)', 'for ever'],
])('[PW10] "%s" is a fault that names the words and what to write', (line, words) => {
  expect(textFaults('server/a.ts', `\n${line}`)[0]).toMatch(`server/a.ts:2: "${words}": write `)
})

test('[PW11] code, and the texts of pages, are not read', () => {
  expect(textFaults('client/a.tsx', "const whoever = 'for ever'\nreturn <p>You are told</p>")).toEqual([])
  expect(textFaults('server/a.ts', "const url = 'http://whoever.example'")).toEqual([])
})
