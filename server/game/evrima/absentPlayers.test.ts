import { expect, onTestFinished, test } from 'vitest'
import { createScriptedLink } from '../testing/scriptedGame.ts'
import { parsePlayerData, parsePlayerList } from './parsePlayers.ts'

const [ada, bea, cyd] = ['76561198000000001', '76561198000000002', '76561198000000003']
const stamp = '[2026.04.01-14.50.30] '
const rowOf = (id: string, name: string, x = 1) =>
  `Name: ${name}, PlayerID: ${id}, Gender: Male, Location: X=${x} Y=2 Z=3, Class: Troodon, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1`
const dataOf = (...rows: string[]) => `${stamp}PlayerData\n${rows.join('\n')}\nPlayerDataEnd\n`

test.each(['', '\n', '\r\n', ' ', stamp, `${stamp}\n`, '\u0003'])(
  '[MG21] %j is a blank reply and no empty server',
  (reply) => {
    expect(() => parsePlayerList(reply)).toThrow('The answer to playerlist is blank.')
    expect(() => parsePlayerData(reply)).toThrow('The answer to getplayerdata is blank.')
  },
)

test.each([
  ['playerlist', 'PlayerList', `PlayerList\n${ada},\nAda,`],
  ['playerlist', 'PlayerList\n', `PlayerList\n${ada},\nAda,`],
  ['getplayerdata', `${stamp}PlayerData`, dataOf(rowOf(ada, 'Ada'))],
  ['getplayerdata', `${stamp}PlayerData\n`, dataOf(rowOf(ada, 'Ada'))],
])(
  '[MG22] a reply to %s that stops at %j empties a full server only when it is repeated',
  async (command, bare, full) => {
    const { clock, game, link, logIn, exchange } = createScriptedLink()
    onTestFinished(() => link.close())
    await logIn()
    const read: () => Promise<readonly unknown[]> = command === 'playerlist' ? link.players : link.animals
    expect(await exchange(read, bare)).toEqual([])
    expect(await exchange(read, full)).toHaveLength(1)
    await expect(exchange(read, bare)).rejects.toThrow('A reply stopped after its type.')
    expect(await exchange(read, full)).toHaveLength(1)
    await expect(exchange(read, bare)).rejects.toThrow('A reply stopped after its type.')
    expect(await exchange(read, bare)).toEqual([])
    expect([game.opened(), clock.now() > 0]).toEqual([1, true])
  },
)

test('[MG23] the list of a server that is empty by its own words counts at once', async () => {
  const { link, logIn, exchange } = createScriptedLink()
  onTestFinished(() => link.close())
  await logIn()
  expect(await exchange(link.players, `PlayerList\n${ada},\nAda,`)).toHaveLength(1)
  expect(await exchange(link.players, 'PlayerList\n\n')).toEqual([])
})

test('[MG24] an entry without an id is skipped with its name, and the others stay', () => {
  const { value, garbage } = parsePlayerList(`PlayerList\n${ada},0,${bea},\nAda,Joining,Bea,`)
  expect(value).toEqual([
    { id: ada, name: 'Ada' },
    { id: bea, name: 'Bea' },
  ])
  expect(garbage).toEqual(['a player list with entries that are not ids'])
  expect(() => parsePlayerList(`PlayerList\n${ada},Bea,\nAda,Bea,`)).toThrow('something other than player ids')
})

test('[MG25] where living rows of one player contradict each other, neither their name nor their place is believed', () => {
  const forged = `x, PlayerID: ${ada}, Location: X=900 Y=2 Z=3, Class: Rex, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1\nName: Bea`
  for (const rows of [
    [rowOf(ada, 'Ada'), rowOf(bea, forged)],
    [rowOf(bea, forged), rowOf(ada, 'Ada')],
  ]) {
    const { value, garbage } = parsePlayerData(dataOf(...rows))
    const ofAda = value.filter(({ id }) => id === ada)
    expect(ofAda.map(({ name, location }) => [name, location])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(value.find(({ id }) => id === bea)).toMatchObject({ name: 'Bea', location: { x: 1 } })
    expect(garbage).toContain('living rows of one player that contradict each other')
  }
  const twice = parsePlayerData(
    dataOf(rowOf(ada, 'Ada'), rowOf(ada, 'Ada'), rowOf(ada, 'Ada', 9).replace('Health: 1', 'Health: 0')),
  )
  expect(twice.value[0]).toMatchObject({ name: 'Ada', location: { x: 1 } })
  expect(twice.garbage).toEqual([])
})

test('[MG26] a list that stops within a name leaves the known name', () => {
  const known = new Map([
    [ada, 'Ada'],
    [bea, 'Beatrice'],
    [cyd, 'Cyd'],
  ])
  const ids = `PlayerList\n${ada},${bea},${cyd},\n`
  const namesOf = (names: string) => parsePlayerList(`${ids}${names}`, known).value.map(({ name }) => name)
  expect(namesOf('Ada,Bea')).toEqual(['Ada', 'Beatrice', 'Cyd'])
  expect(namesOf('Ada,Beatrice,C')).toEqual(['Ada', 'Beatrice', 'Cyd'])
  expect(namesOf('Ada,Beatrice,Cydonia')).toEqual(['Ada', 'Beatrice', 'Cydonia'])
})
