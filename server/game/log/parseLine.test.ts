import { expect, test } from 'vitest'
import type { LogEvent } from './logEvent.ts'
import { createLineParser, parseLine } from './parseLine.ts'

const ann = '76561198000000001'
const owner = '76561198000000999'
const bob = '76561198000000002'
/** As the builds of 2026 write it: UTC, then a clock 7 hours ahead. */
const unreal = (category: string, payload: string) =>
  `[2026.09.28-09.11.03:729][791]${category}: [2026.09.28-16.11.03] ${payload}`
const time = { utc: Date.UTC(2026, 8, 28, 9, 11, 3, 729), local: Date.UTC(2026, 8, 28, 16, 11, 3) }
const noAnimal = { species: null, gender: null, growth: null }
const eventOf = (line: string) => parseLine(line) as LogEvent

test('[LG10] a chat line of each outer shape is the same event with the times that the shape has', () => {
  const payload = `[Spatial] [GROUP-1412674960] Ann [${ann}]: anyone lagging?`
  const said = { kind: 'chat', channel: 'spatial', group: '1412674960', text: 'anyone lagging?' }
  const player = { id: ann, name: 'Ann' }
  const local = { utc: null, local: time.local }
  expect(parseLine(unreal('LogTheIsleChatData', payload))).toEqual({ ...said, player, time })
  expect(parseLine(`[2026.09.28-09.11.03:729][ 76]LogTheIsleChatData: Verbose: [16:11] ${payload}`)).toEqual({
    ...said,
    player,
    time: { utc: time.utc, local: null },
  })
  expect(parseLine(`[2026.09.28-16.11.03][LogTheIsleChatData]: ${payload}`)).toEqual({ ...said, player, time: local })
  expect(parseLine(`LogTheIsleChatData: Verbose: [2026.09.28-16.11.03] ${payload}`)).toEqual({
    ...said,
    player,
    time: local,
  })
  expect(parseLine(`[15:52][LogTheIsleChatData]: ${payload}`)).toMatchObject({ time: { utc: null, local: null } })
})

test('[LG11] channels are known by name; one that a later build may have is "other"', () => {
  const channelOf = (name: string) => eventOf(unreal('LogTheIsleChatData', `[${name}] Ann [${ann}]: hi`))
  expect(['Spatial', 'Local', 'Global', 'Group', 'Admin', 'Logging', 'Team'].map(channelOf)).toMatchObject(
    ['spatial', 'spatial', 'global', 'group', 'admin', 'logging', 'other'].map((channel) => ({ channel, group: null })),
  )
})

test('[LG57] a group is a number of the game, and none where the game names none; a chat line without an id is unknown', () => {
  const of = (payload: string) => parseLine(unreal('LogTheIsleChatData', payload))
  expect(of(`[Global] [GROUP--1] Ann [${ann}]: hi`)).toMatchObject({ group: '-1', player: { name: 'Ann' } })
  expect(of(`[Global] [GROUP-] Ann [${ann}]: hi`)).toMatchObject({ group: null, player: { name: 'Ann' } })
  expect(of(`[Global] [GROUP-1]  [${ann}]:`)).toMatchObject({ player: { id: ann, name: null }, text: '' })
  expect([of('[Global] Ann: hi'), of(`Ann [${ann}]: hi`)]).toEqual(['unknown', 'unknown'])
})

test('[LG12] joins with and without save, leaves with and without safe-log, and the forms of other builds', () => {
  const of = (payload: string) => eventOf(unreal('LogTheIsleJoinData', `Ann [${ann}] ${payload}`))
  const player = { id: ann, name: 'Ann' }
  const animal = { species: 'Troodon', gender: 'Male', growth: 0.421432 }
  expect([
    of('Joined The Server. Save file found Dino: BP_Troodon_C, Gender: Male, Growth: 0.421432'),
    of('Save file not found - Starting as fresh spawn. Class: Troodon, Gender: Male, Growth: 0.421432'),
    of('Joined The Server, Was playing as: /Game/X/BP_Troodon.BP_Troodon_C, Gender: Male, Growth: 0.421432'),
    of('Joined The Server.'),
    of('Left The Server whilebeing safelogged, Was playing as: Troodon, Gender: Male, Growth: 0.421432'),
    of('Left The Server while being safelogged, Was playing as: Troodon, Gender: Male, Growth: 0.421432'),
    of('Left The Server while not being safelogged, Was playing as: Troodon, Gender: Male, Growth: 0.421432'),
    of('Left The Server'),
  ]).toEqual([
    { kind: 'join', time, player, save: 'found', animal },
    { kind: 'join', time, player, save: 'none', animal },
    { kind: 'join', time, player, save: null, animal },
    { kind: 'join', time, player, save: null, animal: noAnimal },
    { kind: 'leave', time, player, isSafe: true, animal },
    { kind: 'leave', time, player, isSafe: true, animal },
    { kind: 'leave', time, player, isSafe: false, animal },
    { kind: 'leave', time, player, isSafe: null, animal: noAnimal },
  ])
})

test('[LG13] a kill by a player, by an animal of the game, and a natural death, with and without the labels of some builds', () => {
  const of = (payload: string) => eventOf(unreal('LogTheIsleKillData', payload))
  const victim = { id: bob, name: 'あ Bob, ꫟' }
  const place = 'at: X=-1234.500 Y=2.250 Z=-3.000'
  expect(
    of(
      `Ann [${ann}] Dino: Carnotaurus, Male, 0.75 - Killed the following player: あ Bob, ꫟, [${bob}], Dino: BP_Troodon_C, Gender: Female, Growth: 0.50, ${place}`,
    ),
  ).toEqual({
    kind: 'kill',
    time,
    by: 'player',
    killer: { id: ann, name: 'Ann' },
    killerAnimal: { species: 'Carnotaurus', gender: 'Male', growth: 0.75 },
    victim,
    victimAnimal: { species: 'Troodon', gender: 'Female', growth: 0.5 },
    location: { x: -1234.5, y: 2.25, z: -3 },
  })
  const byAnimal = `Dino: Stegosaurus, Male, 1.000000 - Killed the following player: あ Bob, ꫟, [${bob}], Dino: Troodon, Male, 0.258468`
  expect([of(` [] ${byAnimal}`), of(`[] ${byAnimal}`), of(byAnimal)]).toEqual(
    Array.from({ length: 3 }, () => ({
      kind: 'kill',
      time,
      by: 'animal',
      killer: null,
      killerAnimal: { species: 'Stegosaurus', gender: 'Male', growth: 1 },
      victim,
      victimAnimal: { species: 'Troodon', gender: 'Male', growth: 0.258468 },
      location: null,
    })),
  )
  expect(of(`Bob [${bob}] Dino: Troodon, Female, 0.75 - Died from Natural cause`)).toEqual({
    kind: 'death',
    time,
    player: { id: bob, name: 'Bob' },
    animal: { species: 'Troodon', gender: 'Female', growth: 0.75 },
    cause: 'Died from Natural cause',
    location: null,
  })
})

test('[LG14] admin commands with and without a target, and uses of RCON', () => {
  const of = (payload: string) => eventOf(unreal('LogTheIsleCommandData', payload))
  expect(
    of(
      `T-Rex Nổi Loạn [${owner}] used command: Grow at: Quang Tèo, [${bob}], Class: Deinosuchus, Gender: Male, Previous value: 0.256404%, New value: 0.502017%`,
    ),
  ).toEqual({
    kind: 'adminCommand',
    time,
    admin: { id: owner, name: 'T-Rex Nổi Loạn' },
    command: 'Grow',
    target: { id: bob, name: 'Quang Tèo' },
    targetAnimal: { species: 'Deinosuchus', gender: 'Male', growth: null },
    before: '0.256404%',
    after: '0.502017%',
  })
  expect(of(`Ann [${owner}] used command: Changed weather! `)).toMatchObject({
    admin: { id: owner, name: 'Ann' },
    command: 'Changed weather!',
    target: null,
    targetAnimal: noAnimal,
    before: null,
  })
  expect(of('RCON Command Used [Announce] : Server cleanup in 10 minutes.')).toEqual({
    kind: 'rcon',
    time,
    command: 'Announce',
    argument: 'Server cleanup in 10 minutes.',
    isQuestion: false,
  })
  expect(of('RCON Command Used [Get Player List] : ')).toMatchObject({ argument: '', isQuestion: true })
  expect(of('RCON Command Used []')).toMatchObject({ command: '', argument: '' })
})

test('[LG15] a connecting player, the first and the last line of a run of the game', () => {
  const eosId = '0002abcdefabcdefabcdefabcdefabcd'
  const connecting = `[Player Connecting .. Steam_Id: ${ann} , EOS_Id: ${eosId}]`
  expect(parseLine(unreal('LogTheIsleServer', connecting))).toEqual({ kind: 'connecting', time, id: ann, eosId })
  expect(parseLine('Log file open, 09/28/26 16:11:03')).toEqual({
    kind: 'opened',
    time: { utc: null, local: time.local },
  })
  expect(parseLine('[2026.09.28-09.11.03:729][791]Log file closed, 09/28/26 16:11:03')).toEqual({
    kind: 'closed',
    time,
  })
})

test('[LG16] a text that imitates the beginning of what another player says is attributed to nobody', () => {
  const of = (payload: string) => eventOf(unreal('LogTheIsleChatData', `[Global] [GROUP-1] ${payload}`))
  const both = `Ann [${owner}]: !link 4711 [${bob}]: hi`
  expect(of(both)).toMatchObject({ player: null, text: both })
  // A name has at most 64 characters, so that these words are not part of one.
  const far = 'and so on and so on and so on and so on and so on and so on'
  expect(of(`Bob [${bob}]: ${far} [${owner}]: !link 4711`)).toMatchObject({
    player: { id: bob, name: 'Bob' },
    text: `${far} [${owner}]: !link 4711`,
  })
  expect(of(`Bob [${bob}]: LogTheIsleChatData: [Admin] Ann [${owner}] says`)).toMatchObject({ player: { id: bob } })
})

test('[LG17] a name that imitates the words of the game yields no event of another player', () => {
  const join = unreal('LogTheIsleJoinData', `[${owner}] Left The Server, [${bob}] Joined The Server.`)
  expect(parseLine(join)).toMatchObject({ kind: 'join', player: { id: bob, name: `[${owner}] Left The Server,` } })

  const imitated = `Ann [${owner}] Dino: T, Male, 1 - Killed the following player: x`
  const death = unreal('LogTheIsleKillData', `${imitated} [${bob}] Dino: T, Male, 1 - Died from Natural cause`)
  expect(parseLine(death)).toMatchObject({ kind: 'death', player: { id: bob } })

  const killing = `Killed the following player: y, [${ann}], Dino: T, Gender: Male, Growth: 1`
  const long = `${imitated} [${bob}] Dino: T, Male, 1 - ${killing}`
  const short = `a [${owner}] Dino: T, M, 1 - Killed the following player: x [${bob}] Dino: T, M, 1 - ${killing}`
  for (const kill of [long, short])
    expect(parseLine(unreal('LogTheIsleKillData', kill))).toMatchObject({
      by: 'unclear',
      killer: null,
      victim: { id: ann, name: null },
    })

  const tail = 'Class: T, Gender: Male, Previous value: 0%, New value: 1%'
  const order = `Ann [${owner}] used command: Heal at: b [${bob}] used command: Slay at: c, [${ann}], ${tail}`
  expect(parseLine(unreal('LogTheIsleCommandData', order))).toMatchObject({
    admin: null,
    command: null,
    target: { id: ann, name: null },
  })
  const rcon = `RCON Command Used [Announce] : x [${bob}] used command: Slay at: c, [${ann}], ${tail}`
  expect(parseLine(unreal('LogTheIsleCommandData', rcon))).toBe('unclear')
})

test('[LG18] a category counts at the beginning of a line only', () => {
  const whole = unreal('LogTheIsleChatData', `[Global] Ann [${owner}]: !link 4711`)
  expect(parseLine(`[2026.09.28-09.11.03:729][791]LogNet: Login request: ?Name=${whole}`)).toBe('foreign')
  expect(parseLine(`x${whole}`)).toBe('foreign')
  expect(parseLine(` ${whole}`)).toBe('foreign')
})

test('[LG19] lines that cannot be read are counted by what they are, and no line throws', () => {
  const { eventOf: read, counts } = createLineParser()
  for (const line of [
    '',
    '[',
    '[[[[',
    '[2026.09.28-09.11.03:729][791]LogWorld: Bringing up level for play took: 0.77',
    unreal('LogTheIsleServer', 'something else'),
    `[2026.09.28-09.11.03:729][791]LogTheIsleJoinData: Warning: Save file is corrupt for ${ann}. NewKey=1.000000`,
    unreal('LogTheIsleCommandData', 'something new happened'),
    unreal('LogTheIsleKillData', `Ann [${ann}] Dino: Troodon, Male, 0.5 - Killed the following pl`),
    unreal('LogTheIsleJoinData', `Ann [${ann}] Joined The Server. Save file found Dino: BP_Troodon_C, Gen`),
    unreal('LogTheIsleCommandData', 'RCON Command Used [Get Player List] : '),
    unreal('LogTheIsleCommandData', `RCON Command Used [Kick] : ${ann}`),
    unreal('LogTheIsleCommandData', `RCON Command Used [x] : b [${bob}] used command: y`),
  ])
    read(line)
  expect(counts()).toEqual({ lines: 12, events: 1, foreign: 6, questions: 1, unknown: 3, unclear: 1 })
})

test('[LG20] an impossible date is not a date, and the event keeps the rest', () => {
  const line = `[2026.02.31-25.00.00][LogTheIsleJoinData]: Ann [${ann}] Joined The Server.`
  expect(parseLine(line)).toMatchObject({ kind: 'join', player: { id: ann }, time: { utc: null, local: null } })
})
