// One file because all tests use one hub with one simulated game, which is slow to open.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { deliveries, ownDeliveries } from '../../shared/features/deliveries/delivery.ts'
import { issueOrder } from '../../shared/features/deliveries/hubCommands.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { freshId } from '../testing/principals.ts'
import { openTestApp, type TestApp, weatherByHand } from '../testing/testApp.ts'
import { createApiClient, createTestClient, type TestClient } from '../testing/testClient.ts'

const ownersSteamId = '76561198000000777'
const [adminsSteamId, playersSteamId] = ['76561198000000001', '76561198000000002']
let app: TestApp
let owner: TestClient
let admin: TestClient
let moderator: TestClient
let player: TestClient
beforeAll(async () => {
  app = await openTestApp({ ownerSteamIds: [ownersSteamId], ...weatherByHand })
  owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  admin = await app.visitAs({ account: 'ada', name: 'Ada', role: 'admin', steamId: adminsSteamId })
  moderator = await app.visitAs({ account: 'mo', name: 'Mo', role: 'moderator' })
  player = await app.visitAs({ account: 'pia', name: 'Pia', steamId: playersSteamId })
  // Positions are read often while a client watches.
  await owner.watch(`roster/${mainServer}`)
  const isNamed = () => players().length > 30 && players().every(({ name }) => name !== '')
  await vi.waitFor(() => expect(isNamed()).toBe(true), 120_000)
})
afterAll(() => app.close())

const hub = () => app.hub().hub
const players = () => Object.values(hub().read(roster, mainServer).players)
/** A player that no test has linked. */
const living = () => players().filter(({ id, animal }) => animal && !animal.dead && !id.startsWith('765611980000000'))
const one = (nth: number) => living()[nth] ?? { id: '', name: '' }
const plainlyNamed = () => living().find(({ name }) => /^\w+$/.test(name)) ?? one(5)
const entries = () => Object.values(hub().read(deliveries, mainServer).entries)
const given = (id: unknown) => entries().find((delivery) => delivery.id === id)

async function tokenOf(...permissions: Permission[]) {
  const order = { label: 'Bot', permissions, endsAt: Date.now() + 3_600_000 }
  const { body } = await owner.post('/auth/tokens', order)
  return String(body.token)
}
const program = (token: string, headers?: Record<string, string>) => createApiClient(app.address(), token, headers)

const routes = [
  ...['kick', 'ban', 'teleport', 'message', 'broadcast', 'slay', 'heal'].map((action) => `/api/admin/${action}`),
  ...['/api/automation/execute-command', '/api/rcon/command', '/rcon/slay', '/rcon/kick'],
  ...['/.netlify/functions/slay', '/.netlify/functions/broadcast'],
]

test('[V8.2.1] [CA1] each game route answers 401 to a guest, and nothing is sent to the game', async () => {
  const before = hub().read(deliveries, mainServer).issued
  const guest = createTestClient(app.address())
  for (const route of routes)
    expect([route, await guest.post(route, { targetPlayer: one(0).id, message: 'x', command: 'save' })]).toMatchObject([
      route,
      { status: 401, body: { success: false, code: 'signedOut' } },
    ])
  expect((await guest.get('/api/admin/pending-commands')).status).toBe(401)
  expect(hub().read(deliveries, mainServer).issued).toBe(before)
})

test('[V3.5.1] [CA2] a page of another origin cannot use the game routes, the bridge included', async () => {
  const before = hub().read(deliveries, mainServer).issued
  for (const route of routes)
    expect(await admin.post(route, { targetPlayer: one(0).id, message: 'x' }, 'https://evil.example')).toMatchObject({
      status: 403,
      body: { code: 'foreignOrigin' },
    })
  expect(hub().read(deliveries, mainServer).issued).toBe(before)
})

test('[CA3] each staff action is queued at once with its actor, and takes effect in the game', async () => {
  const [target, kicked, banned] = [one(0), one(1), one(2)]
  const orders: readonly (readonly [string, object])[] = [
    ['heal', { targetPlayer: target.id }],
    ['message', { targetPlayer: target.id, message: 'Hello there' }],
    ['teleport', { targetPlayer: target.id, destinationPlayer: one(3).id }],
    ['broadcast', { message: 'All hear this' }],
    ['slay', { targetPlayer: target.id, reason: 'Asked for' }],
    ['kick', { targetPlayer: kicked.id, reason: 'Rude' }],
    ['ban', { targetPlayer: banned.id, reason: 'Cheats', duration: '1day' }],
  ]
  for (const [action, order] of orders) {
    const { status, body } = await admin.post(`/api/admin/${action}`, { ...order, adminUser: 'Somebody Else' })
    expect([action, status, body]).toMatchObject([
      action,
      200,
      { success: true, error: null, command: expect.any(String) },
    ])
    expect(given(body.delivery)).toMatchObject({ kind: action, by: 'ada', byName: 'Ada', role: 'admin' })
    const settled = await admin.post('/api/automation/execute-command', {
      command: body.delivery,
      playerId: target.id,
      type: 'admin',
      adminUser: 'Somebody Else',
    })
    expect([action, settled]).toMatchObject([action, { status: 200, body: { success: true, state: 'confirmed' } }])
    const isOwn = given(body.delivery)?.link === 'evrima'
    expect(settled.body.automaticExecution).toBe(isOwn)
    expect(settled.body.text).toMatch(
      isOwn ? /^✅ Command executed instantly! .+ completed automatically\.$/s : /^✅ Success: ./,
    )
  }
  expect(entries().find(({ kind }) => kind === 'kick')).toMatchObject({ target: { id: kicked.id } })
})

test('[CA4] the text of a command finds deliveries of its user only', async () => {
  const { body } = await admin.post('/api/admin/broadcast', { message: 'Found by its text' })
  const asked = await admin.post('/api/automation/execute-command', { command: body.command })
  expect(asked).toMatchObject({ status: 200, body: { success: true, delivery: body.delivery } })
  for (const command of [body.command, body.delivery, 'never given', '__proto__'])
    expect(await owner.post('/api/automation/execute-command', { command })).toMatchObject({
      status: 404,
      body: { success: false, code: 'gone' },
    })
  expect(await admin.post('/api/automation/execute-command', {})).toMatchObject({ status: 400 })
})

test('[CA5] missing fields are named in the words of the screens', async () => {
  const asked: readonly (readonly [string, object, number, string])[] = [
    ['kick', {}, 400, '❌ Please enter a target player name'],
    ['slay', { targetPlayer: '   ' }, 400, '❌ Please enter a target player name'],
    ['teleport', { targetPlayer: one(0).id }, 400, '❌ Please enter destination player name'],
    ['message', { targetPlayer: one(0).id, message: ' ' }, 400, '❌ Please enter a message'],
    ['broadcast', {}, 400, '❌ Please enter a message'],
    [
      'kick',
      { targetPlayer: 'Nobody Of That Name' },
      404,
      "No player online has that name. For a player who isn't online, enter their SteamID64.",
    ],
    ['kick', { targetPlayer: '76561198999999999' }, 409, 'That player is not in the game.'],
    ['heal', { targetPlayer: '76561198999999999' }, 409, 'That player is not in the game.'],
    ['kick', { targetPlayer: { id: 1 } }, 400, 'The body must be a JSON object'],
    ['kick', { targetPlayer: 'x'.repeat(201) }, 400, 'targetPlayer: Too long, at most 200 characters. It has 201.'],
    ['broadcast', { message: 'x'.repeat(998) }, 400, 'A broadcast can have at most 200 characters.'],
    ['kick', { targetPlayer: adminsSteamId }, 403, "You can't kick or ban yourself."],
  ]
  for (const [action, order, status, message] of asked) {
    const answer = await admin.post(`/api/admin/${action}`, order)
    expect([action, order, answer]).toMatchObject([
      action,
      order,
      { status, body: { success: false, error: expect.stringContaining(message), code: expect.any(String) } },
    ])
  }
})

test('[V8.2.2] [CA6] staff act only on lower roles, and a refusal for lack of permission reveals nothing of the target', async () => {
  expect(await moderator.post('/api/admin/kick', { targetPlayer: adminsSteamId })).toMatchObject({
    status: 403,
    body: { error: '❌ You do not have permission for this action', code: 'above' },
  })
  expect(await admin.post('/api/admin/ban', { targetPlayer: ownersSteamId, duration: 'permanent' })).toMatchObject({
    status: 403,
  })
  const refused = await Promise.all(
    [one(0).id, 'nobody', adminsSteamId].map((targetPlayer) => player.post('/api/admin/kick', { targetPlayer })),
  )
  for (const answer of refused)
    expect(answer).toEqual({
      status: 403,
      body: { success: false, code: 'forbidden', error: '❌ You do not have permission for this action' },
    })
  expect(await moderator.post('/api/admin/broadcast', { message: 'x' })).toMatchObject({
    status: 403,
    body: { error: '❌ You do not have broadcast permission' },
  })
  expect(await moderator.post('/api/rcon/command', { command: 'save' })).toMatchObject({ status: 403 })
})

test('[CA7] a player slays and heals their own dinosaur by its name or id, and no other', async () => {
  const own = players().find(({ id }) => id === playersSteamId)
  for (const targetPlayer of [playersSteamId, 'pIA', own?.name.toUpperCase() ?? '']) {
    const { status, body } = await player.post('/api/admin/heal', { targetPlayer })
    expect([targetPlayer, status, body]).toMatchObject([targetPlayer, 200, { success: true }])
    const entry = () => hub().read(ownDeliveries, 'pia').entries[String(body.delivery)]
    expect(entry()).toMatchObject({ target: { id: playersSteamId } })
    // Of each kind one is open at a time for one's own dinosaur, until the game shows its effect.
    await expect.poll(() => entry()?.state).toBe('confirmed')
  }
  const slain = await player.post('/.netlify/functions/slay', { playerName: own?.name, steamId: playersSteamId })
  expect(slain).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
  expect(await player.post('/api/admin/slay', { targetPlayer: one(4).id })).toMatchObject({ status: 403 })
  expect(await player.post('/.netlify/functions/slay', { steamId: one(4).id })).toMatchObject({ status: 403 })
})

test('[V8.2.1] [CA8] a token permits what it names, even on its own route, and nothing else', async () => {
  const bot = program(await tokenOf('look', 'play', 'healPlayers'))
  expect(await bot.post('/rcon/heal', { playerName: plainlyNamed().name, reason: 'From the website' })).toMatchObject({
    status: 200,
    body: { success: true, message: expect.any(String), response: expect.anything() },
  })
  expect(await bot.post('/api/admin/heal', { targetPlayer: one(5).id })).toMatchObject({ status: 200 })
  for (const [route, order] of [
    ['/rcon/slay', { playerName: one(5).id }],
    ['/rcon/heal', { playerName: one(5).id, commandOverride: `kick ${one(5).id}` }],
    ['/api/rcon/command', { command: 'save' }],
    ['/.netlify/functions/broadcast', { message: 'x' }],
  ] as const)
    expect([route, await bot.post(route, order)]).toMatchObject([route, { status: 403, body: { code: 'forbidden' } }])
  expect(await bot.post('/rcon/dance', {})).toMatchObject({ status: 404, body: { code: 'unknownCommand' } })
  expect(await program('wht_wrong').post('/rcon/heal', { playerName: one(5).id })).toMatchObject({ status: 401 })
  const viewer = program(await tokenOf('look'))
  expect(await viewer.post('/api/automation/execute-command', { command: 'x' })).toMatchObject({ status: 403 })
})

test('[CA9] the console shows the reply of the game, and an override is a console command', async () => {
  expect(await admin.post('/api/rcon/command', { command: ' ' })).toMatchObject({
    status: 400,
    body: { code: 'noCommand' },
  })
  const { status, body } = await admin.post('/api/rcon/command', { command: `heal ${one(6).id}` })
  expect([status, body]).toMatchObject([200, { success: true, response: expect.stringMatching(/./) }])
  const bot = program(await tokenOf('look', 'runConsole'))
  // The roster moves on meanwhile.
  const commandOverride = `heal ${one(6).id}`
  const overridden = await bot.post('/rcon/slay', { playerName: 'x', commandOverride })
  expect(overridden).toMatchObject({ status: 200, body: { success: true, command: commandOverride } })
  const nonsense = await admin.post('/api/rcon/command', { command: 'dance the tango' })
  expect(nonsense).toMatchObject({
    status: 409,
    body: { success: false, error: expect.stringMatching(/^RCON command failed/) },
  })
})

test('[CA10] a broadcast is repeated as often as its importance says', async () => {
  const priorities = Object.entries({ low: 1, medium: 2, high: 3, urgent: 5 })
  for (const [priority, times] of priorities) {
    const before = hub().read(deliveries, mainServer).issued
    const { status, body } = await admin.post('/.netlify/functions/broadcast', {
      message: `Storm, ${priority}`,
      priority,
    })
    expect([priority, status, body]).toMatchObject([priority, 200, { success: true, broadcasts: times }])
    expect(hub().read(deliveries, mainServer).issued - before).toBe(times)
  }
  for (const order of [{ message: 'x', priority: 'extreme' }, { message: '' }, { message: 5 }])
    expect(await admin.post('/.netlify/functions/broadcast', order)).toMatchObject({
      status: 400,
      body: { success: false },
    })
})

test('[CA11] any name or text results in one delivery with exactly that text', async () => {
  const renamed = new Map([
    [one(2).id, 'Rex, the Lesser'],
    [one(3).id, "O'Hara, 恐竜"],
  ])
  for (const simulated of app.simulator().world.online())
    Object.assign(simulated, { name: renamed.get(simulated.id) ?? simulated.name })
  const areRenamed = () => players().every(({ id, name }) => name === (renamed.get(id) ?? name))
  await vi.waitFor(() => expect(areRenamed()).toBe(true), 240_000)
  const awkward = players().filter(({ name }) => /[,🦖'恐]/u.test(name) && living().some((one) => one.name === name))
  expect(awkward.length).toBeGreaterThan(2)
  for (const { id, name } of awkward) {
    const { status, body } = await admin.post('/api/admin/heal', { targetPlayer: name })
    expect([name, status]).toEqual([name, 200])
    expect(given(body.delivery)?.target).toEqual({ id, name })
  }
  const texts = ['a, b "c" \'d\'; kick 1', '🦖'.repeat(200), 'line\nbreak\u0000\u0007\u202e', '%s $x {text} \\" `ls`']
  for (const message of texts) {
    const before = hub().read(deliveries, mainServer).issued
    const { status, body } = await admin.post('/.netlify/functions/broadcast', { message })
    expect(hub().read(deliveries, mainServer).issued - before).toBe(1)
    expect([200, 202, 409]).toContain(status)
    expect(given((body.deliveries as string[])[0])).toMatchObject({
      kind: 'broadcast',
      detail: { text: message.trim() },
    })
  }
  expect(await admin.post('/api/admin/message', { targetPlayer: one(7).id, message: 'm'.repeat(998) })).toMatchObject({
    status: 200,
  })
  expect(await admin.post('/api/admin/message', { targetPlayer: one(7).id, message: 'm'.repeat(999) })).toMatchObject({
    status: 400,
  })
})

test('[CA12] a manual delivery is listed for permitted staff, and is never reported as done', async () => {
  const order = { server: mainServer, by: { account: 'ada', name: 'Ada' } }
  const action = { kind: 'weather', target: null, detail: { text: 'storm' } }
  const { id } = (await hub().execute('economy', issueOrder.name, { ...order, action })) as { id: string }
  await vi.waitFor(() => expect(given(id)?.state).toBe('manual'), 240_000)
  const { commands } = (await (await moderator.get('/api/admin/pending-commands')).json()) as { commands: object[] }
  expect(commands).toEqual([
    {
      id,
      commandType: 'weather',
      targetPlayer: null,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      command: 'weather storm',
    },
  ])
  expect((await player.get('/api/admin/pending-commands')).status).toBe(403)
  expect(await admin.post('/api/automation/execute-command', { command: id })).toMatchObject({
    status: 202,
    body: {
      success: true,
      automaticExecution: false,
      queued: true,
      message: 'Command queued for manual execution',
      text: '✅ Command queued: Command queued for manual execution',
    },
  })
})

test('[V2.3.3] [CA13] a repeated idempotency key orders once, and is refused for another order', async () => {
  const key = freshId(Date.now())
  const bot = program(await tokenOf('look', 'healPlayers'), { 'idempotency-key': key })
  const ask = () => bot.post('/api/admin/heal', { targetPlayer: one(8).id })
  const [first, again] = [await ask(), await ask()]
  expect(first).toMatchObject({ status: 200, body: { success: true } })
  expect(again.body.delivery).toBe(first.body.delivery)
  const other = await bot.post('/api/admin/heal', { targetPlayer: one(9).id })
  expect(other.body).toMatchObject({ success: true, command: expect.stringContaining(one(9).id) })
  expect(other.body.delivery).not.toBe(first.body.delivery)
  const bad = program(await tokenOf('look', 'healPlayers'), { 'idempotency-key': 'mine' })
  expect(await bad.post('/api/admin/heal', {})).toMatchObject({ status: 400, body: { code: 'badId' } })
})
