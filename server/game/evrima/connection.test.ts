import { expect, test } from 'vitest'
import { adaListed, createScriptedLink, password } from '../testing/scriptedGame.ts'

type ScriptedLink = ReturnType<typeof createScriptedLink>

test('[LK1] it is connecting until the game has accepted the password, then up', async () => {
  const { link, game, states, logIn } = createScriptedLink()
  expect(link.state()).toEqual({ name: 'connecting', since: 1000, why: null })
  await logIn()
  expect(game.heard).toEqual([`login ${password}`])
  expect(states).toEqual([{ name: 'up', since: 1000, why: null }])
})

test.each(['Incorrect Password', 'Wrong password', 'Password Rejected'])(
  '[LK2] %j is a refused password, and the login is retried only after 30 s',
  async (answer) => {
    const { link, game, clock } = createScriptedLink()
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

test('[LK6] without a reply the request times out; the connection stays, and the next request is sent', async () => {
  const { link, game, clock, states, logIn, exchange } = createScriptedLink()
  await logIn()
  const asked = link.players()
  const failed = expect(asked).rejects.toMatchObject({
    code: 'timeout',
    message: 'playerlist: no answer within 5000 ms',
  })
  await clock.advance(5000)
  await failed
  expect(link.state()).toMatchObject({ name: 'up', why: 'signed in, but nothing readable has arrived yet' })
  await exchange(link.players, adaListed)
  expect(states.map(({ name, why }) => [name, why !== null])).toEqual([
    ['up', false],
    ['up', true],
    ['up', false],
  ])
  expect([game.openNow(), game.opened()]).toEqual([1, 1])
  expect(link.counters()).toMatchObject({ reconnects: 0, failures: { timeout: 1 } })
})

test('[LK10] the delay between attempts grows up to 30 s, until a request is answered', async () => {
  const { game, clock, logIn, link, exchange } = createScriptedLink()
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
  await exchange(link.players, adaListed)
  game.lose()
  await clock.advance(500)
  expect(game.opened()).toBe(11)
})

test('[LK11] while only the reason changes, the time of going down stays', async () => {
  const { link, game, clock, states } = createScriptedLink()
  game.lose('nothing listens at that address')
  await clock.advance(500)
  game.lose('the host does not answer')
  expect(link.state()).toEqual({ name: 'down', since: 1000, why: 'the host does not answer' })
  expect(states).toHaveLength(2)
  await expect(link.players()).rejects.toMatchObject({ code: 'down', message: 'the host does not answer' })
})

test('[LK12] a host that does not answer is given up after five seconds', async () => {
  const { link, clock } = createScriptedLink()
  await expect(link.players()).rejects.toMatchObject({ code: 'down', message: 'not connected yet' })
  await clock.advance(5000)
  expect(link.state()).toMatchObject({ name: 'down', why: 'the host does not answer' })
})

test('[LK13] a server with another answer to the login is not the game', async () => {
  const { link, game, clock } = createScriptedLink()
  game.accept()
  await clock.advance(0)
  game.say('HTTP/1.1 400 Bad Request')
  await clock.advance(1000)
  expect(link.state()).toMatchObject({ name: 'down' })
  expect(link.state().why).toContain("does not answer like the game's RCON")
})

test('[LK22] a connection closed during the login may mean a wrong password', async () => {
  const { link, game, clock } = createScriptedLink()
  game.accept()
  await clock.advance(0)
  game.lose()
  expect(link.state().why).toMatch(/closed the connection instead of answering the login; is the password right\?$/)
})

test('[LK14] the requests of a lost connection are rejected', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const asked = [link.players(), link.animals()].map((one) => expect(one).rejects.toMatchObject({ code: 'down' }))
  await clock.advance(0)
  game.lose()
  await clock.advance(0)
  await Promise.all(asked)
  expect(link.state().why).toBe('the game server closed the connection')
})

test('[LK15] a closed link has no timers, no socket and no answers', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
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
  ['waiting for the next attempt', async ({ game }: ScriptedLink) => game.lose()],
  ['logging in', async ({ game }: ScriptedLink) => game.accept()],
] as const)('[LK23] closing while %s leaves nothing open', async (_, bring) => {
  const scripted = createScriptedLink()
  await bring(scripted)
  const { link, game, clock } = scripted
  await link.close()
  await clock.advance(100_000)
  expect([clock.waiting(), game.openNow(), game.opened()]).toEqual([0, 0, 1])
  expect(link.state()).toMatchObject({ name: 'down', why: 'closed' })
})

test('[MG17] faults that alternate do not add up: at most 16 connections in the first hour and ten in each further one', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  const faults = [
    async () => {
      game.accept()
      await clock.advance(0)
      game.lose()
    },
    async () => {
      game.accept()
      await clock.advance(0)
      game.say('Incorrect Password')
    },
    async () => {
      game.accept()
      await clock.advance(0)
      game.say('HTTP/1.1 400 Bad Request')
    },
    async () => {
      await logIn()
      game.lose()
    },
  ]
  const perHour: number[] = []
  let [met, before] = [0, 0]
  for (let hour = 0; hour < 6; hour++) {
    for (let second = 0; second < 3_600; second++) {
      if (game.opened() > met) await faults[met++ % 4]?.()
      await clock.advance(1_000)
    }
    perHour.push(game.opened() - before)
    before = game.opened()
  }
  expect(perHour[0]).toBeLessThanOrEqual(16)
  for (const opened of perHour.slice(1)) expect(opened).toBeLessThanOrEqual(10)
  await link.close()
})

test.each(['Password:', 'Enter RCON password: ', 'password>'])(
  '[MG18] %j is a question before the answer to the login, and no refusal',
  async (prompt) => {
    const { link, game, clock } = createScriptedLink()
    game.accept()
    await clock.advance(0)
    game.say(prompt)
    await clock.advance(600)
    game.say('Password Accepted')
    await clock.advance(0)
    expect(link.state()).toMatchObject({ name: 'up', why: null })
    await link.close()
  },
)

test('[MG19] a question that no answer follows is not a refused password', async () => {
  const { link, game, clock } = createScriptedLink()
  game.accept()
  await clock.advance(0)
  game.say('Password: ')
  await clock.advance(1_300)
  expect(link.state()).toMatchObject({ name: 'down', why: expect.stringContaining('an answer stopped half-way') })
  await link.close()
})
