import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownCommands, rawCommand } from './knownCommands.ts'
import { readLine } from './readLine.ts'
import { quoted } from './splitLine.ts'

const inputOf = (line: string, names: readonly string[] = []) => {
  const read = readLine(line, names)
  return read.ok ? { word: read.known.word, ...read.input } : read.problem
}

test('[CL1] a known word is the command of the hub', () => {
  expect(inputOf('kick Rex too loud')).toMatchObject({ word: 'kick', target: 'Rex', reason: 'too loud' })
  expect(inputOf('KICK "Demo Player"')).toMatchObject({ word: 'kick', target: 'Demo Player' })
  expect(inputOf('ban Rex 7 griefing')).toMatchObject({ target: 'Rex', durationMs: 7 * 86_400_000, reason: 'griefing' })
  expect(inputOf('ban Rex permanent')).toMatchObject({ durationMs: null })
  expect(inputOf('teleport Rex "Big Ann"')).toMatchObject({ target: 'Rex', destination: 'Big Ann' })
  expect(inputOf('toggle globalchat off')).toMatchObject({ toggle: 'globalChat', on: false })
  expect(inputOf('whitelist Rex on')).toMatchObject({ target: 'Rex', on: true })
  expect(inputOf('save')).toMatchObject({ word: 'save' })
})

test('[CL2] what is not known goes to the game as it was typed', () => {
  expect(inputOf(' srv:playables  Rex "a" ')).toMatchObject({ word: rawCommand.word, text: 'srv:playables  Rex "a"' })
})

test('[CL3] what is missing or too much is said, and nothing is half read', () => {
  expect(inputOf('  ')).toBe('Enter a command.')
  expect(inputOf('kick')).toBe('❌ Please enter a target player name')
  expect(inputOf('ban Rex')).toContain('for how long')
  expect(inputOf('ban Rex griefing')).toContain('for how long')
  expect(inputOf('message Rex')).toBe('❌ Please enter a message')
  expect(inputOf('toggle rain on')).toContain('switches')
  expect(inputOf('unban Demo Player')).toContain('“Player” is too much')
})

test('[CL4] a name of several words is never cut to the name of somebody else', () => {
  const names = ['Demo', 'Demo Player', 'Demo Player 2']
  expect(inputOf('kick demo player 2 too loud', names)).toMatchObject({ target: 'Demo Player 2', reason: 'too loud' })
  expect(inputOf('kick Demo Player', names)).toMatchObject({ target: 'Demo Player' })
  expect(inputOf('kick Demo Players', names)).toMatchObject({ target: 'Demo', reason: 'Players' })
  expect(inputOf('kick Demolition', names)).toMatchObject({ target: 'Demolition' })
})

test('[CL5] any name in quotes is the target, and the input has the form of the command', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (name) => {
      expect(inputOf(`kick ${quoted(name)}`)).toMatchObject({ target: name })
      const read = readLine(`message ${quoted(name)} hello`)
      expect(read.ok && read.known.command.input.safeParse(read.input).success).toBe(true)
    }),
  )
})

test('[CL6] each known command has a line that its own form takes', () => {
  const example = {
    player: 'Rex',
    destination: 'Ann',
    length: '3',
    toggle: 'humans',
    onOff: 'on',
    text: 'hi',
    reason: 'x',
  }
  for (const { word, parts, command } of knownCommands) {
    const read = readLine([word, ...parts.map((part) => example[part])].join(' '))
    expect(read.ok && command.input.safeParse(read.input).success, word).toBe(true)
  }
})
