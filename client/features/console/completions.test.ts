import { expect, test } from 'vitest'
import { completions } from './completions.ts'
import { readLine } from './readLine.ts'

const players = [
  { id: '76561198000000001', name: 'Rex' },
  { id: '76561198000000002', name: 'Big Rex' },
  { id: '76561198000000003', name: 'Twin' },
  { id: '76561198000000004', name: 'twin' },
  { id: '76561198000000005', name: '' },
]
const linesOf = (line: string) => completions(line, players).map((each) => each.line)

test('[CC1] the first word is a known command that begins so', () => {
  expect(linesOf('br')).toEqual(['broadcast '])
  expect(linesOf('B')).toEqual(['ban ', 'broadcast '])
  expect(linesOf('')).toEqual([])
  expect(linesOf('xyz')).toEqual([])
})

test('[CC2] players follow where a player is due, those whose name begins so first, and names of several words in quotes', () => {
  expect(linesOf('kick re')).toEqual(['kick Rex ', 'kick "Big Rex" '])
  expect(linesOf('kick "big')).toEqual(['kick "Big Rex" '])
  expect(linesOf('kick ').length).toBe(5)
  expect(linesOf('save ')).toEqual([])
})

test('[CC3] namesakes and the nameless are put in by their id', () => {
  expect(linesOf('kick twin')).toEqual(['kick 76561198000000003 ', 'kick 76561198000000004 '])
  expect(linesOf('kick 76561198000000005')).toEqual(['kick 76561198000000005 '])
})

test('[CC4] switches, lengths, on and off follow where they are due', () => {
  expect(linesOf('toggle hu')).toEqual(['toggle humans '])
  expect(linesOf('toggle humans o')).toEqual(['toggle humans on ', 'toggle humans off '])
  expect(linesOf('ban Rex p')).toEqual(['ban Rex permanent '])
})

test('[CC5] a player who was put in is the one who is meant', () => {
  for (const { line } of completions('kick ', players)) {
    const read = readLine(line)
    expect(read.ok && players.some(({ id, name }) => [id, name].includes(String(read.input.target)))).toBe(true)
  }
})
