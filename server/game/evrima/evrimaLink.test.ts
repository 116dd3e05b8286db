import { expect, test } from 'vitest'
import { LinkError, type LinkState } from '../link.ts'
import { createHandClock } from '../testing/handClock.ts'
import { createScriptedGame } from '../testing/scriptedGame.ts'
import { createEvrimaLink } from './evrimaLink.ts'

const password = 'rcon-s3cret'
const ada = '76561198000000001'
const list = `PlayerList\n${ada},\nAda,`

/** A link to a game that the test plays, and everything that the link told. */
function setUp() {
  const clock = createHandClock(1000)
  const game = createScriptedGame()
  const lines: string[] = []
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) }
  const link = createEvrimaLink({ host: 'game', port: 1, password, clock, random: () => 0, log, open: game.open })
  const states: LinkState[] = []
  link.onState((state) => states.push(state))
  const logIn = async () => {
    game.accept()
    await clock.advance(0)
    game.say('Password Accepted')
    await clock.advance(0)
  }
  /** Asks, lets the game say this, and waits until the link is content. */
  const exchange = async <T>(asking: () => Promise<T>, reply: string): Promise<T> => {
    const asked = asking()
    asked.catch(() => {})
    await clock.advance(0)
    game.say(reply)
    await clock.advance(1500)
    return asked
  }
  return { clock, game, lines, link, states, logIn, exchange }
}

test('[LK1] it is connecting until the game has accepted the password, and then up', async () => {
  const { link, game, states, logIn } = setUp()
  expect(link.state()).toEqual({ name: 'connecting', since: 1000, why: null })
  await logIn()
  expect(game.heard).toEqual([`login ${password}`])
  expect(states).toEqual([{ name: 'up', since: 1000, why: null }])
})

test.each(['Incorrect Password', 'Wrong password', 'Password Rejected'])(
  '[LK2] %j is a refused password, and asked again only after half a minute',
  async (answer) => {
    const { link, game, clock } = setUp()
    game.accept()
    await clock.advance(0)
    game.say(answer)
    await clock.advance(300)
    expect(link.state()).toMatchObject({ name: 'refused', why: 'password refused' })
    await expect(link.players()).rejects.toMatchObject({ code: 'refused' })
    await clock.advance(29_500)
    expect(game.opened()).toBe(1)
    await clock.advance(500)
    expect(game.opened()).toBe(2)
  },
)

test('[LK3] one request is in flight, and the next is sent when its reply is whole', async () => {
  const { link, game, clock, logIn } = setUp()
  await logIn()
  const replies = Promise.all([link.players(), link.sightings(), link.queue()])
  await clock.advance(0)
  expect(game.heard.slice(1)).toEqual(['playerlist'])
  game.say(list)
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

test('[LK4] a reply may come in any pieces, also through the middle of a letter', async () => {
  const { link, game, clock, logIn } = setUp()
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

test('[LK5] bytes that nobody asked for are not taken for a reply', async () => {
  const { link, game, clock, logIn, exchange } = setUp()
  await logIn()
  game.say('stale')
  const asked = link.players()
  await new Promise(setImmediate)
  game.say('the rest of something')
  await clock.advance(0)
  game.say(list)
  await clock.advance(250)
  expect(await asked).toHaveLength(1)
  expect(await exchange(link.players, list)).toHaveLength(1)
})

test('[LK6] without an answer the request times out, and the link starts anew', async () => {
  const { link, game, clock, states, logIn } = setUp()
  await logIn()
  const [asked, waiting] = [link.players(), link.details()]
  const failed = expect(asked).rejects.toMatchObject({
    code: 'timeout',
    message: 'playerlist: no answer within 5000 ms',
  })
  const failedToo = expect(waiting).rejects.toMatchObject({ code: 'timeout' })
  await clock.advance(5000)
  await Promise.all([failed, failedToo])
  expect(game.openNow()).toBe(0)
  expect(link.state()).toMatchObject({ name: 'down', why: 'playerlist: no answer within 5000 ms' })
  await clock.advance(500)
  await logIn()
  expect(states.map(({ name }) => name)).toEqual(['up', 'down', 'up'])
  expect(link.counters()).toMatchObject({ reconnects: 1, failures: { timeout: 2 } })
})

test.each([
  ['playerlist', list.slice(0, -4)],
  ['getplayerdata', 'PlayerData\nName: A, PlayerID: 1'],
])('[LK7] half a reply to %s is no reply', async (command, half) => {
  const { link, exchange, logIn } = setUp()
  await logIn()
  await exchange(link.sightings, 'PlayerData\nPlayerDataEnd\n')
  const asking = command === 'playerlist' ? link.players : link.sightings
  await expect(exchange<unknown>(asking, half)).rejects.toMatchObject({ code: 'timeout' })
  expect(link.state()).toMatchObject({ name: 'down', why: `${command}: an answer stopped half-way` })
})

test('[LK8] an announcement that gets no answer has not failed; other commands wait for it', async () => {
  const { link, game, clock, logIn } = setUp()
  await logIn()
  const announced = link.announce('Restart\nin 5')
  await clock.advance(0)
  expect(game.heard.at(-1)).toBe('announce Restart in 5')
  await clock.advance(1500)
  expect(await announced).toBe('')
  expect(link.state().name).toBe('up')
  await expect(link.announce('x'.repeat(999))).rejects.toMatchObject({ code: 'unsendable' })
})

test('[LK9] garbage is counted, logged once for each kind, told to who asked, and the link stays up', async () => {
  const { link, lines, logIn, exchange } = setUp()
  await logIn()
  const broken = 'PlayerData\nName: A, PlayerID: x\nPlayerDataEnd\n'
  for (let i = 0; i < 5; i++) {
    await expect(exchange(link.players, '<html>secret</html>')).rejects.toMatchObject({ code: 'garbage' })
    await expect(exchange(link.sightings, broken)).rejects.toBeInstanceOf(LinkError)
  }
  expect(link.state().name).toBe('up')
  expect(link.counters().failures.garbage).toBe(10)
  expect(Object.values(link.counters().garbage)).toEqual([5, 5])
  expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(2)
  expect(lines.join()).not.toContain('secret')
})

test('[LK10] between attempts it waits ever longer, up to half a minute, until a request is answered', async () => {
  const { game, clock, logIn, link, exchange } = setUp()
  const waits: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    game.lose('nothing listens at that address')
    const before = game.opened()
    let waited = 0
    for (; game.opened() === before; waited += 500) await clock.advance(500)
    waits.push(waited)
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  await logIn()
  await exchange(link.players, list)
  game.lose()
  await clock.advance(500)
  expect(game.opened()).toBe(11)
})

test('[LK11] while only the reason changes, the time since when it is down stays', async () => {
  const { link, game, clock, states } = setUp()
  game.lose('nothing listens at that address')
  await clock.advance(500)
  game.lose('the host does not answer')
  expect(link.state()).toEqual({ name: 'down', since: 1000, why: 'the host does not answer' })
  expect(states).toHaveLength(2)
  await expect(link.players()).rejects.toMatchObject({ code: 'down', message: 'the host does not answer' })
})

test('[LK12] a host that never answers is given up after five seconds', async () => {
  const { link, clock } = setUp()
  await expect(link.players()).rejects.toMatchObject({ code: 'down', message: 'not connected yet' })
  await clock.advance(5000)
  expect(link.state()).toMatchObject({ name: 'down', why: 'the host does not answer' })
})

test('[LK13] what answers something else at the login is not the game', async () => {
  const { link, game, clock } = setUp()
  game.accept()
  await clock.advance(0)
  game.say('HTTP/1.1 400 Bad Request')
  await clock.advance(250)
  expect(link.state()).toMatchObject({ name: 'down' })
  expect(link.state().why).toContain('does not answer like the RCON of the game')
})

test('[LK13] a game that hangs up at the login may mean the password', async () => {
  const { link, game, clock } = setUp()
  game.accept()
  await clock.advance(0)
  game.lose()
  expect(link.state().why).toMatch(/closed the connection instead of answering the login; is the password right\?$/)
})

test('[LK14] a line that is lost takes its requests with it', async () => {
  const { link, game, clock, logIn } = setUp()
  await logIn()
  const asked = [link.players(), link.sightings()].map((one) => expect(one).rejects.toMatchObject({ code: 'down' }))
  await clock.advance(0)
  game.lose()
  await clock.advance(0)
  await Promise.all(asked)
  expect(link.state().why).toBe('the game server closed the connection')
})

test('[LK15] closed is closed: nothing waits, nothing is open, nothing is answered', async () => {
  const { link, game, clock, logIn } = setUp()
  await logIn()
  const asked = expect(link.players()).rejects.toMatchObject({ code: 'closed' })
  await clock.advance(0)
  await link.close()
  await asked
  await expect(link.players()).rejects.toMatchObject({ code: 'closed' })
  await clock.advance(100_000)
  expect([clock.waiting(), game.openNow(), game.opened()]).toEqual([0, 0, 1])
})

test.each([
  ['connecting', async () => {}],
  ['waiting for the next attempt', async ({ game }: ReturnType<typeof setUp>) => game.lose()],
  ['logging in', async ({ game }: ReturnType<typeof setUp>) => game.accept()],
] as const)('[LK15] closed while %s it is as closed', async (_, bring) => {
  const told = setUp()
  await bring(told)
  const { link, game, clock } = told
  await link.close()
  await clock.advance(100_000)
  expect([clock.waiting(), game.openNow(), game.opened()]).toEqual([0, 0, 1])
  expect(link.state()).toMatchObject({ name: 'down', why: 'closed' })
})

test('[LK16] no password is in any log line, error, state or counter', async () => {
  const { link, game, lines, clock, states, logIn, exchange } = setUp()
  await logIn()
  const join = 'join-s3cret, with: colon'
  const details = `ServerDetailsServerName: X, ServerPassword: ${join}, ServerMap: G, ServerMaxPlayers: 9, ServerCurrentPlayers: 1`
  const told: unknown[] = [await exchange(link.details, details)]
  const failed = (error: unknown) => void told.push(String(error))
  await exchange(link.details, details.replace('ServerMaxPlayers', 'X')).catch(failed)
  await exchange(link.players, details).catch(failed)
  game.lose()
  await clock.advance(500)
  game.accept()
  await clock.advance(0)
  game.say(`Incorrect Password ${password}`)
  await clock.advance(500)
  await link.players().catch(failed)
  expect(told).toHaveLength(4)
  expect(JSON.stringify([told, lines, states, link.counters()])).not.toMatch(/s3cret|colon/)
})

test('[LK17] unknown keys are counted and logged once', async () => {
  const { link, lines, logIn, exchange } = setUp()
  await logIn()
  const details = 'ServerDetailsServerName: X, ServerMaxPlayers: 9, ServerCurrentPlayers: 1, bNewThing: true'
  await exchange(link.details, details)
  await exchange(link.details, details)
  expect(link.counters().unknownKeys).toEqual({ bNewThing: 2 })
  expect(lines.filter((line) => line.includes('bNewThing'))).toHaveLength(1)
})

test('[LK18] names that the list leaves unclear are known once the dinosaurs were read', async () => {
  const { link, logIn, exchange } = setUp()
  await logIn()
  const row = `Name: Bite, Chew, PlayerID: ${ada}, Location: X=1 Y=2 Z=3, Class: Troodon, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1`
  const unclear = `PlayerList\n${ada},76561198000000002,\nBite, Chew,Bob,`
  expect((await exchange(link.players, unclear)).map(({ name }) => name)).toEqual(['', ''])
  await exchange(link.sightings, `PlayerData\n${row}\nPlayerDataEnd\n`)
  expect((await exchange(link.players, unclear)).map(({ name }) => name)).toEqual(['Bite, Chew', 'Bob'])
})

test('[LK19] a reply without end is cut off', async () => {
  const { link, logIn, exchange } = setUp()
  await logIn()
  await expect(exchange(link.queue, 'x'.repeat(1024 * 1024 + 1))).rejects.toThrow('more than 1 MiB')
})

test('[LK20] the latency is the time to the first byte of the last answered request', async () => {
  const { link, game, clock, logIn } = setUp()
  await logIn()
  expect(link.counters()).toMatchObject({ latencyMs: null, requests: 0 })
  const asked = link.players()
  await clock.advance(40)
  game.say(list)
  await clock.advance(250)
  await asked
  expect(link.counters()).toMatchObject({ latencyMs: 40, requests: 1 })
})
