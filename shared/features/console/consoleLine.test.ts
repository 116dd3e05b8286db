import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../engine/testing/anyCharacter.ts'
import { completions, quoted, readLine, splitLine } from './consoleLine.ts'
import { consoleCommands, foundCommands, helpText, isGameLine, usageOf } from './gameCommands.ts'
import { knownCommands, rawCommand } from './knownCommands.ts'

const inputOf = (line: string, names: readonly string[] = []) => {
  const read = readLine(line, names)
  return read.ok ? { word: read.known.word, ...read.input } : read.problem
}

test('[CL94] a known word is read as its command of the hub', () => {
  expect(inputOf('kick Rex too loud')).toMatchObject({ word: 'kick', target: 'Rex', reason: 'too loud' })
  expect(inputOf('KICK "Demo Player"')).toMatchObject({ word: 'kick', target: 'Demo Player' })
  expect(inputOf('ban Rex 7 griefing')).toMatchObject({ target: 'Rex', durationMs: 7 * 86_400_000, reason: 'griefing' })
  expect(inputOf('ban Rex permanent')).toMatchObject({ durationMs: null })
  expect(inputOf('teleport Rex "Big Ann"')).toMatchObject({ target: 'Rex', destination: 'Big Ann' })
  expect(inputOf('toggle globalchat off')).toMatchObject({ toggle: 'globalChat', on: false })
  expect(inputOf('whitelist Rex on')).toMatchObject({ target: 'Rex', on: true })
  expect(inputOf('save')).toMatchObject({ word: 'save' })
})

test('[CL95] an unknown line goes to the game as typed', () => {
  expect(inputOf(' srv:playables  Rex "a" ')).toMatchObject({ word: rawCommand.word, text: 'srv:playables  Rex "a"' })
})

test("[CQ11] the game's own words are read: what the hub can do too becomes its command, all else goes to the game as typed", () => {
  expect(inputOf('announce Good evening')).toMatchObject({ word: 'announce', text: 'Good evening' })
  expect(inputOf('directmessage Rex hello')).toMatchObject({ target: 'Rex', text: 'hello' })
  expect(inputOf('addwhitelist 76561198000000001')).toMatchObject({ target: '76561198000000001', on: true })
  expect(inputOf('togglehumans off')).toMatchObject({ toggle: 'humans', on: false })
  expect(inputOf('PlayerList')).toMatchObject({ word: 'playerlist', text: 'playerlist' })
  expect(inputOf('getplayerdata big rex')).toMatchObject({ text: 'getplayerdata big rex' })
  expect(inputOf('aidensity 0.5')).toMatchObject({ text: 'aidensity 0.5' })
  for (const line of ['playerlist', 'GETPLAYERDATA rex', ' serverdetails ', 'removeplayable Rex'])
    expect(isGameLine(line), line).toBe(true)
  for (const line of ['save', 'kick Rex', 'announce hi', 'srv:playables', 'pause', ''])
    expect(isGameLine(line), line).toBe(false)
})

test('[CQ12] a game word without what it needs is not sent: an empty list of species would lock everyone out', () => {
  expect(inputOf('updateplayables')).toBe('List them, separated by commas.')
  expect(inputOf('updateplayables  ')).toBe('List them, separated by commas.')
  expect(inputOf('aidensity much')).toBe('End with a number, such as 0.5.')
  expect(inputOf('togglehumans')).toBe('End with on or off.')
})

test('[CQ13] help lists every command with its arguments, and finds them by any word', () => {
  expect(helpText('save')).toBeNull()
  const lines = helpText('help')?.split('\n') ?? []
  expect(lines).toEqual(consoleCommands.map(usageOf))
  expect(new Set(consoleCommands.map(({ word }) => word)).size).toBe(consoleCommands.length)
  expect(helpText('HELP kick')).toBe('kick <player> [reason]: Kick a player.')
  expect(helpText('help xyzzy')).toContain('No command matches “xyzzy”')
  expect(foundCommands('whitelist player').map(({ word }) => word)).toEqual([
    'whitelist',
    'addwhitelist',
    'removewhitelist',
  ])
})

test('[CL96] a missing or superfluous part is reported, and nothing is read in part', () => {
  expect(inputOf('  ')).toBe('Enter a command.')
  expect(inputOf('kick')).toBe('❌ Please enter a target player name')
  expect(inputOf('ban Rex')).toContain('enter a length')
  expect(inputOf('ban Rex griefing')).toContain('enter a length')
  expect(inputOf('message Rex')).toBe('❌ Please enter a message')
  expect(inputOf('toggle rain on')).toContain('switches')
  expect(inputOf('unban Demo Player')).toBe(
    "“Player” isn't part of this command. Put a name of several words in quotes.",
  )
  expect(inputOf('save now please')).toBe("“now please” isn't part of this command.")
})

test('[CK2] help and completions begin with harmless commands, and end with what ends a dinosaur or bans a player', () => {
  const words = consoleCommands.map(({ word }) => word)
  expect(words[0]).toBe('message')
  const isHarmful = knownCommands.map(({ harm }) => harm !== null)
  expect(isHarmful).toEqual([...isHarmful].sort((one, other) => Number(one) - Number(other)))
  expect(knownCommands.slice(-2).map(({ word }) => word)).toEqual(['slay', 'ban'])
})

test("[CL97] a name of several words is never cut to another player's name", () => {
  const names = ['Demo', 'Demo Player', 'Demo Player 2']
  expect(inputOf('kick demo player 2 too loud', names)).toMatchObject({ target: 'Demo Player 2', reason: 'too loud' })
  expect(inputOf('kick Demo Player', names)).toMatchObject({ target: 'Demo Player' })
  expect(inputOf('kick Demo Players', names)).toMatchObject({ target: 'Demo', reason: 'Players' })
  expect(inputOf('kick Demolition', names)).toMatchObject({ target: 'Demolition' })
})

test("[CL98] any name in quotes is the target, and the input matches the command's schema", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (name) => {
      expect(inputOf(`kick ${quoted(name)}`)).toMatchObject({ target: name })
      const read = readLine(`message ${quoted(name)} hello`)
      expect(read.ok && read.known.command.input.safeParse(read.input).success).toBe(true)
    }),
  )
})

test('[CL6] each known command has a line that its schema accepts', () => {
  const example = {
    player: 'Rex',
    destination: 'Ann',
    length: '3',
    toggle: 'humans',
    onOff: 'on',
    text: 'hi',
    reason: 'x',
    number: '0.5',
    list: 'Carnotaurus,Dryosaurus',
    filter: 'Rex',
  }
  for (const { word, parts, command } of consoleCommands) {
    const read = readLine([word, ...parts.map((part) => example[part])].join(' '))
    expect(read.ok && command.input.safeParse(read.input).success, word).toBe(true)
  }
})

const players = [
  { id: '76561198000000001', name: 'Rex' },
  { id: '76561198000000002', name: 'Big Rex' },
  { id: '76561198000000003', name: 'Twin' },
  { id: '76561198000000004', name: 'twin' },
  { id: '76561198000000005', name: '' },
]
const linesOf = (line: string) => completions(line, players).map((each) => each.line)

test('[CC1] the first word is completed to known commands with that beginning', () => {
  expect(linesOf('br')).toEqual(['broadcast '])
  expect(linesOf('B')).toEqual(['broadcast ', 'ban '])
  expect(linesOf('playerl')).toEqual(['playerlist '])
  expect(linesOf('he')).toEqual(['heal ', 'healme ', 'help '])
  expect(linesOf('help ki')).toEqual(['help kick ', 'help skin '])
  expect(linesOf('')).toEqual([])
  expect(linesOf('xyz')).toEqual([])
})

test('[CC2] players are offered where a player is expected, matching beginnings first, names of several words in quotes', () => {
  expect(linesOf('kick re')).toEqual(['kick Rex ', 'kick "Big Rex" '])
  expect(linesOf('kick "big')).toEqual(['kick "Big Rex" '])
  expect(linesOf('kick ').length).toBe(5)
  expect(linesOf('save ')).toEqual([])
})

test('[CC3] players with equal or empty names are inserted by id', () => {
  expect(linesOf('kick twin')).toEqual(['kick 76561198000000003 ', 'kick 76561198000000004 '])
  expect(linesOf('kick 76561198000000005')).toEqual(['kick 76561198000000005 '])
})

test('[CC4] switches, lengths, on and off are offered where they are expected', () => {
  expect(linesOf('toggle hu')).toEqual(['toggle humans '])
  expect(linesOf('toggle humans o')).toEqual(['toggle humans on ', 'toggle humans off '])
  expect(linesOf('ban Rex p')).toEqual(['ban Rex permanent '])
})

test('[CC5] an inserted player is read as that player', () => {
  for (const { line } of completions('kick ', players)) {
    const read = readLine(line)
    expect(read.ok && players.some(({ id, name }) => [id, name].includes(String(read.input.target)))).toBe(true)
  }
})

const textsOf = (line: string) => splitLine(line).map(({ text }) => text)

test('[CW4] words are separated by spaces, and quotes hold them together', () => {
  expect(textsOf('  kick "Demo Player"  too   loud ')).toEqual(['kick', 'Demo Player', 'too', 'loud'])
  expect(textsOf('say "a \\"b\\" c"')).toEqual(['say', 'a "b" c'])
  expect(textsOf('')).toEqual([])
})

test('[CW5] an open quote reaches to the end', () => {
  expect(textsOf('kick "Demo Pl')).toEqual(['kick', 'Demo Pl'])
})

test('[CW6] any quoted text is read back as one word', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter })), (texts) => {
      expect(textsOf(texts.map(quoted).join(' '))).toEqual(texts)
    }),
  )
})
