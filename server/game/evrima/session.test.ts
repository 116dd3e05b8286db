import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReplyEnds } from './replyEnds.ts'

const ids = '76561198000000001,76561198000000002,'
const row = 'Name: A, PlayerID: 76561198000000001, Location: X=1.000 Y=2.000 Z=3.000'

test.each([
  ['Password Accepted', 'whole'],
  ['Incorrect Password', 'whole'],
  ['Password Acc', 'likely'],
])('[RE1] login: %j is %s', (text, end) => {
  expect(createReplyEnds()('login', text)).toBe(end)
})

test.each([
  ['Play', 'unsure'],
  ['PlayerList\n', 'unsure'],
  ['PlayerList\n\n', 'whole'],
  [`PlayerList\n${ids}`, 'half'],
  [`PlayerList\n${ids}\nAlpha,`, 'unsure'],
  [`PlayerList\n${ids}\nAl\npha,Bravo,`, 'likely'],
  [`PlayerList\n${ids}\nAlpha,Bravo,`, 'likely'],
  [`PlayerList\n${ids}\nBite, Chew, Swallow,`, 'likely'],
])('[RE2] playerlist: %j is %s', (text, end) => {
  expect(createReplyEnds()('playerlist', text)).toBe(end)
})

test.each([
  [`[2026.04.01-14.50.30] PlayerData\n${row}\nPlayerDataEnd\n`, 'whole'],
  ['[2026.04.01-14.50.30] PlayerData\nPlayerDataEnd', 'likely'],
  [`[2026.04.01-14.50.30] PlayerData\n${row}\n`, 'unsure'],
  [`[2025.06.01-12.34.56] PlayerData${row}\n`, 'likely'],
  [`[2025.06.01-12.34.56] PlayerData${row}`, 'unsure'],
  ['[2025.06.01-12.34.56] PlayerData', 'unsure'],
])('[RE3] getplayerdata: %j is %s', (text, end) => {
  expect(createReplyEnds()('getplayerdata', text)).toBe(end)
})

test('[RE4] after one end marker, later replies need it too', () => {
  const endOf = createReplyEnds()
  const rows = `PlayerData\n${row}\n`
  expect(endOf('getplayerdata', rows)).toBe('unsure')
  expect(endOf('getplayerdata', `${rows}PlayerDataEnd\n`)).toBe('whole')
  expect(endOf('getplayerdata', rows)).toBe('half')
})

test('[RE5] the end of all other replies is only recognized by silence', () => {
  expect(createReplyEnds()('serverdetails', 'ServerDetailsServerName: X\n')).toBe('likely')
})

test.each([
  ['kick', '[2026.04.01-14.50.30] Player 0002 was kicked', 'whole'],
  ['kick', '[2026.04.01-14.50.30] Player 0002 was kicked\n', 'whole'],
  ['kick', '[2026.04.01-14.50.30] Player 0002', 'likely'],
  ['ban', 'Player 0002 was kicked', 'likely'],
  ['ban', 'Player 0002 was kicked and banned', 'whole'],
  ['save', 'Game saved', 'whole'],
  ['announce', 'Announcement Sent: who was kicked', 'likely'],
] as const)('[RE6] a confirmation ends its reply: %s %j is %s', (command, text, end) => {
  expect(createReplyEnds()(command, text)).toBe(end)
})

const echo = '[2026.04.01-14.50.30] Announcement Sent: '
test.each([
  ['Restart in 5', `${echo}Restart in 5`, 'whole'],
  ['Restart in 5', `${echo}Restart in 5\r\n`, 'whole'],
  ['Restart in 5', `${echo}Restart in`, 'likely'],
  ['Restart in 5', 'Restart in 5', 'likely'],
  ['in in', `${echo}in`, 'likely'],
  ['x'.repeat(600), `${echo}${'x'.repeat(511)}`, 'likely'],
  ['Announcement Sent: a', `${echo}Announcement Sent: a`, 'whole'],
  ['a Announcement Sent: a', `${echo}a`, 'likely'],
  ['', echo, 'likely'],
] as const)(
  "[RE7] an announcement's reply is complete when it repeats the whole text: %j, %j is %s",
  (said, text, end) => {
    expect(createReplyEnds()('announce', text, said)).toBe(end)
  },
)

test("[RE8] no prefix of an announcement's reply is taken for the whole", () => {
  const words = fc.array(fc.constantFrom('a', 'aa', ' ', 'Announcement Sent: ', 'Sent: a', '🦖'), { minLength: 1 })
  fc.assert(
    fc.property(words, fc.nat(), (said, cut) => {
      const whole = `${echo}${said.join('')}`
      const endOf = (text: string) => createReplyEnds()('announce', text, said.join(''))
      expect(endOf(whole)).toBe('whole')
      expect(endOf(whole.slice(0, cut % whole.length))).toBe('likely')
    }),
  )
})
