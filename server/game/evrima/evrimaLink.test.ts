import { expect, test } from 'vitest'
import { LinkError } from '../link.ts'
import { ada, adaListed, createScriptedLink, password } from '../testing/scriptedGame.ts'

test('[LK3] one request is in flight, and the next is sent when its reply is complete', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const replies = Promise.all([link.players(), link.animals(), link.queue()])
  await clock.advance(0)
  expect(game.heard.slice(1)).toEqual(['playerlist'])
  game.say(adaListed)
  await clock.advance(249)
  expect(game.heard.slice(1)).toEqual(['playerlist'])
  await clock.advance(1)
  expect(game.heard.slice(1)).toEqual(['playerlist', 'getplayerdata'])
  game.say('PlayerData\nPlayerDataEnd\n')
  await clock.advance(0)
  expect(game.heard.slice(1)).toEqual(['playerlist', 'getplayerdata', 'getqueuestatus'])
  game.say('[2026.04.01-14.50.30] Queue: 3\n')
  await clock.advance(250)
  expect(await replies).toEqual([[{ id: ada, name: 'Ada' }], [], 'Queue: 3'])
})

test('[LK4] a reply may arrive in any chunks, also split within a character', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const players = link.players()
  await clock.advance(0)
  for (const byte of Buffer.from(`PlayerList\n${ada},\n🦖 Émilie,`)) {
    game.say(Buffer.of(byte))
    await clock.advance(100)
  }
  await clock.advance(250)
  expect(await players).toEqual([{ id: ada, name: '🦖 Émilie' }])
})

test('[LK29] a reply that shows its end is complete with its last byte, including a long one in many segments', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const animals = link.animals()
  await clock.advance(0)
  const row = `Name: Ada, PlayerID: ${ada}, Location: X=1 Y=2 Z=3, Class: Troodon, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1\n`
  const reply = Buffer.from(`PlayerData\n${row.repeat(2_000)}PlayerDataEnd\n`)
  for (let at = 0; at < reply.length; at += 1_448) game.say(reply.subarray(at, at + 1_448))
  await clock.advance(0)
  expect(await Promise.race([animals.then(() => 'complete'), new Promise(setImmediate)])).toBe('complete')
})

test('[LK5] unrequested bytes are not taken for a reply', async () => {
  const { link, game, clock, logIn, exchange } = createScriptedLink()
  await logIn()
  game.say('stale')
  const asked = link.players()
  await new Promise(setImmediate)
  game.say('the rest of something')
  await clock.advance(0)
  game.say(adaListed)
  await clock.advance(250)
  expect(await asked).toHaveLength(1)
  expect(await exchange(link.players, adaListed)).toHaveLength(1)
})

test.each([
  ['playerlist', adaListed.slice(0, -6)],
  ['getplayerdata', 'PlayerData\nName: A, PlayerID: 1'],
])('[LK7] half a reply to %s is not a reply', async (command, half) => {
  const { link, exchange, logIn } = createScriptedLink()
  await logIn()
  await exchange(link.animals, 'PlayerData\nPlayerDataEnd\n')
  const asking = command === 'playerlist' ? link.players : link.animals
  await expect(exchange<unknown>(asking, half)).rejects.toMatchObject({
    code: 'timeout',
    message: `${command}: an answer stopped half-way`,
  })
  expect(link.state().name).toBe('up')
  expect(link.counters().reconnects).toBe(0)
})

test('[LK8] an announcement without a reply has not failed; other commands need one', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const announced = link.announce('Restart\nin 5')
  await clock.advance(0)
  expect(game.heard.at(-1)).toBe('announce Restart in 5')
  await clock.advance(1500)
  expect(await announced).toBe('')
  expect(link.state().name).toBe('up')
  await expect(link.announce('x'.repeat(999))).rejects.toMatchObject({ code: 'unsendable' })
})

test('[LK9] garbage is counted, logged once for each kind and reported to the caller, and the link stays up', async () => {
  const { link, lines, logIn, exchange } = createScriptedLink()
  await logIn()
  const broken = 'PlayerData\nName: A, PlayerID: x\nPlayerDataEnd\n'
  for (let i = 0; i < 5; i++) {
    await expect(exchange(link.players, '<html>secret</html>')).rejects.toMatchObject({ code: 'garbage' })
    await expect(exchange(link.animals, broken)).rejects.toBeInstanceOf(LinkError)
  }
  expect(link.state().name).toBe('up')
  expect(link.counters().failures.garbage).toBe(10)
  expect(Object.values(link.counters().garbage)).toEqual([5, 5])
  expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(2)
  expect(lines.join()).not.toContain('secret')
})

test('[LK16] no password is in any log line, error, state or counter', async () => {
  const { link, game, lines, clock, states, logIn, exchange } = createScriptedLink()
  await logIn()
  const join = 'join-s3cret, with: colon'
  const details = `ServerDetailsServerName: X, ServerPassword: ${join}, ServerMap: G, ServerMaxPlayers: 9, ServerCurrentPlayers: 1`
  const texts: unknown[] = [await exchange(link.details, details)]
  const failed = (error: unknown) => void texts.push(String(error))
  await exchange(link.details, `<html>${join}</html>`).catch(failed)
  const mistaken = link.players().catch(failed)
  await clock.advance(0)
  game.say(details)
  await clock.advance(10_000)
  await mistaken
  game.lose()
  await clock.advance(500)
  game.accept()
  await clock.advance(0)
  game.say(`Incorrect Password ${password}`)
  await clock.advance(500)
  await link.players().catch(failed)
  expect(texts).toHaveLength(4)
  expect(JSON.stringify([texts, lines, states, link.counters()])).not.toMatch(/s3cret|colon/)
})

test('[LK17] unknown keys are counted and logged once', async () => {
  const { link, lines, logIn, exchange } = createScriptedLink()
  await logIn()
  const details = 'ServerDetailsServerName: X, ServerMaxPlayers: 9, ServerCurrentPlayers: 1, bNewThing: true'
  await exchange(link.details, details)
  await exchange(link.details, details)
  expect(link.counters().unknownKeys).toEqual({ bNewThing: 2 })
  expect(lines.filter((line) => line.includes('bNewThing'))).toHaveLength(1)
})

test('[LK18] ambiguous names in the list are known once the dinosaurs were read', async () => {
  const { link, logIn, exchange } = createScriptedLink()
  await logIn()
  const row = `Name: Bite, Chew, PlayerID: ${ada}, Location: X=1 Y=2 Z=3, Class: Troodon, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1`
  const unclear = `PlayerList\n${ada},76561198000000002,\nBite, Chew,Bob,`
  expect((await exchange(link.players, unclear)).map(({ name }) => name)).toEqual([null, null])
  await exchange(link.animals, `PlayerData\n${row}\nPlayerDataEnd\n`)
  expect((await exchange(link.players, unclear)).map(({ name }) => name)).toEqual(['Bite, Chew', 'Bob'])
})

test('[LK19] a reply that is too long is skipped to its end, and the next one is read on the same connection', async () => {
  const { link, game, clock, logIn, exchange } = createScriptedLink()
  await logIn()
  const asked = expect(link.queue()).rejects.toMatchObject({
    code: 'garbage',
    message: 'getqueuestatus: an answer of more than 4 MB was skipped',
  })
  await clock.advance(0)
  for (let mebibytes = 0; mebibytes < 9; mebibytes++) {
    game.say('x'.repeat(1024 * 1024))
    await clock.advance(200)
  }
  await clock.advance(800)
  await asked
  expect(await exchange(link.players, adaListed)).toHaveLength(1)
  expect([link.state().name, game.opened()]).toEqual(['up', 1])
})

test('[GH6] a game that does not stop sending is left after a minute', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const asked = expect(link.players()).rejects.toMatchObject({ code: 'garbage' })
  await clock.advance(0)
  for (let second = 0; second <= 61; second++) {
    game.say('x')
    await clock.advance(200)
    game.say('x')
    await clock.advance(800)
  }
  await asked
  expect(link.state()).toMatchObject({ name: 'down', why: expect.stringContaining('does not stop sending') })
})

test('[LK20] the latency is the time to the first byte of the last answered request', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  expect(link.counters()).toMatchObject({ latencyMs: null, requests: 0 })
  const asked = link.players()
  await clock.advance(40)
  game.say(adaListed)
  await clock.advance(250)
  await asked
  expect(link.counters()).toMatchObject({ latencyMs: 40, requests: 1 })
})
