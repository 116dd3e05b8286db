import { expect, test } from 'vitest'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ada, adaListed, createScriptedLink } from '../testing/scriptedGame.ts'

const nobody = 'PlayerList\n\n'
const stamp = '[2026.04.01-14.50.30] '
const actionOf = (kind: GameAction['kind'], detail: GameAction['detail'] = {}): GameAction => ({
  kind,
  target: { id: ada, name: 'Ada' },
  detail,
})
const detailsWith = (flag: string) =>
  `ServerDetailsServerName: X, ServerMaxPlayers: 9, ServerCurrentPlayers: 1${flag && `, bSpawnAI: ${flag}`}`
type Step = { readonly hears: string; readonly says?: string; readonly ms?: number }

/** Lets the game receive these requests and send these replies. Returns the outcome of the action. */
async function play(action: GameAction, steps: readonly Step[]) {
  const scripted = createScriptedLink()
  const { link, game, clock, logIn } = scripted
  await logIn()
  const outcome = link.actions.perform(action).catch(({ code, message }) => ({ code, message }))
  for (const { hears, says, ms = 300 } of steps) {
    await clock.advance(0)
    expect(game.heard.at(-1)).toBe(hears)
    if (says) game.say(says)
    await clock.advance(ms)
  }
  return { ...scripted, outcome: await outcome }
}

const silence = { ms: 1_500 }
const kick = `kick ${ada},No reason given`
const ban = `ban Ada,${ada},No reason given,87600`

test.each([
  ['kick', kick, 'Player 0002 was kicked'],
  ['ban', ban, 'Player 0002 was kicked and banned'],
  ['save', 'save', 'World: Game saved'],
  ['wipeCorpses', 'wipecorpses', 'Corpses wiped'],
] as const)('[EA1] %s is confirmed by the reply, at once', async (kind, hears, says) => {
  const { outcome } = await play(actionOf(kind), [{ hears, says: `${stamp}${says}`, ms: 0 }])
  expect(outcome).toEqual({ state: 'confirmed', reply: says, why: null })
})

test('[EA17] a broadcast and a message are confirmed when their replies are complete', async () => {
  const text = 'Error: no such player, unknown'
  const says = `Announcement Sent: ${text}`
  expect((await play(actionOf('broadcast', { text }), [{ hears: `announce ${text}`, says }])).outcome).toMatchObject({
    state: 'confirmed',
    reply: says,
  })
  const steps = [
    { hears: `directmessage ${ada},Hello`, says: 'Direct message sent' },
    { hears: 'playerlist', says: adaListed },
  ]
  expect((await play(actionOf('message', { text: 'Hello' }), steps)).outcome).toMatchObject({ state: 'confirmed' })
})

test('[EA16] a message to a player who has left is refused, whatever the reply', async () => {
  const steps = [{ hears: `directmessage ${ada},Hello`, says: 'Direct message sent' }]
  const after = (says: string) =>
    play(actionOf('message', { text: 'Hello' }), [...steps, { hears: 'playerlist', says }])
  expect((await after(nobody)).outcome).toEqual({
    state: 'refused',
    reply: 'Direct message sent',
    why: 'Ada is not in the game, so the message was not read.',
  })
  expect((await after('PlayerList\nwhat\n')).outcome).toMatchObject({ state: 'confirmed' })
})

test('[EA2] a refusal is recognized', async () => {
  const says = 'Player not found'
  const { outcome } = await play(actionOf('message', { text: 'Hello' }), [
    { hears: `directmessage ${ada},Hello`, says },
  ])
  expect(outcome).toEqual({ state: 'refused', reply: says, why: null })
})

test.each([
  ['kick', kick],
  ['ban', ban],
] as const)(
  '[EA3] a %s of an absent player gets no reply, and is confirmed by the list of players',
  async (kind, hears) => {
    const steps = [
      { hears, ...silence },
      { hears: 'playerlist', says: nobody },
    ]
    const { outcome, link } = await play(actionOf(kind), steps)
    expect(outcome).toMatchObject({
      state: 'confirmed',
      reply: null,
      why: expect.stringContaining('Ada is not in the game'),
    })
    expect(link.state().name).toBe('up')
  },
)

test('[EA14] a ban of an absent player says that the game gave no reply and what enforces it; a present player is not banned', async () => {
  const silent = { hears: ban, ...silence }
  const away = await play(actionOf('ban'), [silent, { hears: 'playerlist', says: nobody }])
  expect(away.outcome).toMatchObject({ state: 'confirmed', reply: null })
  expect(away.outcome).toHaveProperty(
    'why',
    'The game gives no answer for players who are absent, and Ada is not in the game; our own ban list enforces it.',
  )
  const listed = { hears: 'playerlist', says: adaListed, ms: 1_300 }
  expect((await play(actionOf('ban'), [silent, listed, listed])).outcome).toMatchObject({ code: 'lost' })
})

test('[EA4] a kick without a reply of a player who stays is lost, not confirmed', async () => {
  const listed = { hears: 'playerlist', says: adaListed, ms: 1_300 }
  const { outcome } = await play(actionOf('kick'), [{ hears: kick, ...silence }, listed, listed])
  expect(outcome).toEqual({ code: 'lost', message: 'The game gave no answer, and Ada is still in the game.' })
})

test('[EA5] nothing is confirmed while the game is frozen', async () => {
  const steps = [
    { hears: 'announce Hi', ...silence },
    { hears: 'playerlist', ms: 5_000 },
  ]
  const { outcome } = await play(actionOf('broadcast', { text: 'Hi' }), steps)
  expect(outcome).toMatchObject({ code: 'lost' })
})

test('[EA18] an announcement without a reply is confirmed when the game answers the next request', async () => {
  const steps = [
    { hears: 'announce Hi', ...silence },
    { hears: 'playerlist', says: adaListed },
  ]
  const { outcome } = await play(actionOf('broadcast', { text: 'Hi' }), steps)
  expect(outcome).toMatchObject({ state: 'confirmed', reply: null })
})

const turnOff = actionOf('toggle', { toggle: 'spawnAI', on: false })

test('[EA6] a toggle already in the wanted state is not sent', async () => {
  const { outcome, game } = await play(turnOff, [{ hears: 'serverdetails', says: detailsWith('false') }])
  expect(outcome).toMatchObject({ state: 'confirmed', why: 'It was off already.', changed: false })
  expect(game.heard.some((word) => word.startsWith('toggleai'))).toBe(false)
})

test.each([
  ['false', { state: 'confirmed', reply: 'AI spawns are now On' }],
  ['true', { state: 'refused', why: expect.stringContaining('not off') }],
  ['', { code: 'lost' }],
])('[EA7] the settings after a toggle count, not its reply: %j', async (after, outcome) => {
  const played = await play(turnOff, [
    { hears: 'serverdetails', says: detailsWith('true') },
    { hears: 'toggleai 0', says: `${stamp}AI spawns are now On` },
    { hears: 'serverdetails', says: detailsWith(after) },
  ])
  expect(played.outcome).toMatchObject(outcome)
})

test('[EA8] an action waiting for its turn when the connection is lost was not sent; a sent one is lost', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const outcomes = [actionOf('kick'), actionOf('save')].map((action) =>
    link.actions.perform(action).catch(({ code }) => code),
  )
  await clock.advance(0)
  game.lose()
  await clock.advance(0)
  expect(await Promise.all(outcomes)).toEqual(['lost', 'notSent'])
  expect(game.heard.slice(1)).toEqual([kick])
})

test('[EA15] an action cancelled while waiting for its turn is not sent, and the others continue', async () => {
  const { link, game, clock, logIn } = createScriptedLink()
  await logIn()
  const outcome = (action: GameAction, leaving = () => {}) =>
    link.actions.perform(action, leaving).catch(({ code }) => code)
  const calledOff = () => {
    throw new Error('cancelled before')
  }
  const outcomes = [outcome(actionOf('save')), outcome(actionOf('kick'), calledOff), outcome(actionOf('wipeCorpses'))]
  for (const says of ['Game saved', 'Corpses wiped']) {
    await clock.advance(0)
    game.say(`${stamp}${says}`)
    await clock.advance(0)
  }
  expect(await Promise.all(outcomes)).toMatchObject([{ state: 'confirmed' }, 'notSent', { state: 'confirmed' }])
  expect(game.heard.slice(1)).toEqual(['save', 'wipecorpses'])
})

test('[EA9] before the login is complete nothing is sent', async () => {
  const { link, game } = createScriptedLink()
  game.accept()
  await expect(link.actions.perform(actionOf('save'))).rejects.toMatchObject({ code: 'notSent' })
  await expect(link.actions.findOutcome?.(actionOf('kick'), 0)).rejects.toMatchObject({ code: 'notSent' })
})

test.each([
  ['kick', nobody, { state: 'confirmed' }],
  ['kick', adaListed, null],
] as const)('[EA10] a lost %s is settled by the list of players %j', async (kind, says, settled) => {
  const { link, exchange, logIn } = createScriptedLink()
  await logIn()
  const outcome = await exchange(async () => link.actions.findOutcome?.(actionOf(kind), 0), says)
  if (settled) expect(outcome).toMatchObject(settled)
  else expect(outcome).toBeNull()
})

test.each([
  ['false', 'confirmed'],
  ['true', 'refused'],
])('[EA19] a lost toggle is settled by the settings: %s is %s', async (flag, state) => {
  const { link, exchange, logIn } = createScriptedLink()
  await logIn()
  const outcome = await exchange(async () => link.actions.findOutcome?.(turnOff, 0), detailsWith(flag))
  expect(outcome).toMatchObject({ state })
})

test('[EA11] the outcome of other lost commands cannot be found', async () => {
  const { link, game, logIn } = createScriptedLink()
  await logIn()
  for (const kind of ['ban', 'broadcast', 'save', 'message'] as const)
    expect(await link.actions.findOutcome?.(actionOf(kind), 0)).toBeNull()
  expect(game.heard).toHaveLength(1)
})

test('[EA12] a late reply is not taken for another one: it is skipped, and the reply after it counts', async () => {
  const late = `${stamp}Player 0002 was kicked`
  const steps = [
    { hears: kick, ...silence },
    { hears: 'playerlist', says: `${late}\n`, ms: 100 },
    { hears: 'playerlist', says: nobody, ms: 300 },
  ]
  const { outcome, link, game } = await play(actionOf('kick'), steps)
  expect(outcome).toMatchObject({ state: 'confirmed', reply: null })
  expect([link.state().name, game.opened()]).toEqual(['up', 1])
})

test('[EA20] nor is a reply to another command accepted', async () => {
  const steps = [
    { hears: kick, says: adaListed, ms: 2_500 },
    { hears: 'playerlist', says: adaListed, ms: 1_250 },
    { hears: 'playerlist', says: adaListed },
  ]
  const { outcome, link, game } = await play(actionOf('kick'), steps)
  expect(outcome).toMatchObject({ code: 'lost', message: 'The game gave no answer, and Ada is still in the game.' })
  expect([link.state().name, game.opened()]).toEqual(['up', 1])
})

test('[GH5] after a reply that cannot be assigned the next command waits for one that can, on the same connection', async () => {
  const scripted = await play(actionOf('save'), [{ hears: 'save', ms: 5_000 }])
  const { link, game, clock, outcome } = scripted
  expect(outcome).toMatchObject({ code: 'lost' })
  const kicked = link.actions.perform(actionOf('kick'))
  await clock.advance(0)
  expect(game.heard.at(-1)).toBe('serverdetails')
  game.say(`${stamp}Game saved\n`)
  await clock.advance(100)
  game.say(`${stamp}${detailsWith('')}`)
  await clock.advance(250)
  expect(game.heard.at(-1)).toBe(kick)
  game.say(`${stamp}Player 0002 was kicked`)
  await clock.advance(0)
  expect(await kicked).toMatchObject({ state: 'confirmed', reply: 'Player 0002 was kicked' })
  expect(game.opened()).toBe(1)
})

test('[EA13] a message without a reply is lost, and the connection stays', async () => {
  const steps = [
    { hears: `directmessage ${ada},Hello`, ...silence },
    { hears: 'playerlist', says: adaListed },
  ]
  const { outcome, link } = await play(actionOf('message', { text: 'Hello' }), steps)
  expect(outcome).toEqual({ code: 'lost', message: 'The game gave no answer.' })
  expect(link.state().name).toBe('up')
})

test('[MG20] a toggle whose state the game does not report is not sent: it might be turned the wrong way', async () => {
  const { outcome, game } = await play(turnOff, [{ hears: 'serverdetails', says: detailsWith('') }])
  expect(outcome).toMatchObject({ state: 'refused', why: expect.stringContaining('was not changed'), changed: false })
  expect(game.heard.some((word) => word.startsWith('toggleai'))).toBe(false)
})

test('[RWB6] a question without an answer has failed: the game has refused nothing', async () => {
  const { outcome } = await play(actionOf('gameConsole', { text: 'playerlist' }), [{ hears: 'playerlist', ms: 10_000 }])
  expect(outcome).toMatchObject({
    state: 'failed',
    reply: null,
    why: expect.stringMatching(/^The game gave no answer/),
  })
})
