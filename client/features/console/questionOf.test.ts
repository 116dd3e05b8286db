import { expect, test } from 'vitest'
import { questionOf } from './questionOf.ts'
import { readLine } from './readLine.ts'

const asked = (line: string) => {
  const read = readLine(line, ['Big Rex'])
  if (!read.ok) throw new Error(read.problem)
  return questionOf(read, line)
}

test('[CQ1] what is asked before a button is asked before the same as typed, and names whom it reaches', () => {
  expect(asked('kick Big Rex too loud')).toMatchObject({ title: 'Kick Big Rex?', player: { text: 'Big Rex' } })
  expect(asked('slay 76561198000000001')?.title).toBe('Slay 76561198000000001?')
  expect(asked('ban Rex 7 camping')?.title).toBe('Ban Rex for 7 days?')
  expect(asked('ban "$&" permanent')).toMatchObject({ title: 'Ban $& for ever?', act: 'Ban $&' })
  expect(asked('wipecorpses')).toMatchObject({ title: 'Wipe corpses?', player: null })
  expect(asked('slayme')?.title).toBe('Slay my own dinosaur?')
})

test('[CQ2] what does nobody harm is not asked about', () => {
  for (const line of [
    'save',
    'heal Rex',
    'unban Rex',
    'message Rex hello',
    'broadcast hello',
    'toggle humans on',
    'status',
  ])
    expect(asked(line), line).toBeNull()
})

test('[CQ3] text for the game that sounds like it is asked about as it stands', () => {
  expect(asked('KickPlayer Rex')).toMatchObject({ title: 'Send “KickPlayer Rex” to the game?', act: 'Send it' })
})
