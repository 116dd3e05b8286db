import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { issueOrder } from '../../shared/features/deliveries/hubCommands.ts'
import { reportRoster } from '../../shared/features/roster/commands.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { entryOf } from '../features/deliveries/testing/openDeliveries.ts'
import { openControl } from '../features/serverControl/testing/openControl.ts'
import { freshId, inSession, person } from '../testing/principals.ts'
import { requirePermissions } from './openApi.ts'
import { serverControlRoutes } from './serverControlRoutes.ts'

async function open(role: Role = 'owner', on: Partial<HubFeatures> = {}) {
  const world = await openControl()
  const app = fastify()
  onTestFinished(() => app.close())
  const principalOf = () => inSession(person('olga', role))
  requirePermissions(app, principalOf)
  const features = HubFeatures.parse(on)
  serverControlRoutes(app, { hub: world.hub, clock: world.clock, principalOf, serverKey: mainServer, features })
  const call = async (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) => {
    const url = `/api/owner/server/${path}`
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    ...world,
    get: (path: string) => call('GET', path),
    post: (path: string, payload: object = {}, headers = {}) => call('POST', path, payload, headers),
  }
}

test('[SVC40] the status has the fields of the page: unknown figures are null, and the game takes 300 where it does not say', async () => {
  const { get, reads, clock, post } = await open()
  expect((await get('status')).body).toEqual({
    online: false,
    playerCount: null,
    maxPlayers: 300,
    isConnected: false,
    scheduledTasks: 0,
    performance: 'unknown',
    uptime: null,
    lastRestart: null,
  })
  await reads({ playerCount: 7, startedAt: clock.now() - 60_000 })
  await post('schedule-restart', { cronExpression: '0 4 * * *' })
  expect((await get('status')).body).toEqual({
    online: true,
    playerCount: 7,
    maxPlayers: 100,
    isConnected: true,
    scheduledTasks: 1,
    performance: 'excellent',
    uptime: 60,
    lastRestart: new Date(clock.now() - 60_000).toISOString(),
  })
})

test('[SVC41] each act answers with a message when it is saved, and a repeated request acts once', async () => {
  const { post, ordered, clock, execute, notices } = await open()
  const headers = { 'idempotency-key': freshId(clock.now()) }
  for (const _time of [1, 2])
    expect(await post('restart', { reason: 'Update' }, headers)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining('restart is on its way') },
    })
  expect(ordered('restart')).toMatchObject([{ detail: { reason: 'Update' } }])
  expect(await post('shutdown')).toMatchObject({ status: 409, body: { code: 'hostBusy' } })
  expect(await post('emergency/shutdown')).toMatchObject({ status: 200 })
  expect(ordered('restart')).toMatchObject([{ state: 'dropped' }])
  const players = [entryOf('76561198000000001', 'Rex')]
  await execute(reportRoster.name, { players, readAt: clock.now(), everyMs: 2_000 })
  expect(await post('kick-player', { playerName: ' ' })).toMatchObject({
    status: 400,
    body: { error: 'Please enter a player name' },
  })
  expect(await post('kick-player', { playerName: 'Rex', reason: 'Out' })).toMatchObject({ status: 200 })
  expect(await post('kick-all', { reason: 'All' })).toMatchObject({ body: { message: '1 player is being kicked.' } })
  expect(ordered('kick')).toHaveLength(2)
  expect(await post('maintenance/enable', { reason: 'New map' })).toMatchObject({ status: 200 })
  expect(notices().maintenance?.message).toBe('New map')
  expect(await post('maintenance/disable')).toMatchObject({ status: 200 })
  expect(notices().maintenance).toBeNull()
})

test('[SVC42] a cron that never fires, an unknown zone and no cron are refused with what is wrong', async () => {
  const { post, control } = await open()
  const answers = [
    [{ cronExpression: '0 4 31 2 *' }, 400, /^cronExpression: No date ever matches "0 4 31 2 \*"/],
    [
      { cronExpression: '61 4 * * *' },
      400,
      /^cronExpression: "61 4 \* \* \*" is not a complete rule: .*minute \(0–59\)/,
    ],
    [{ cronExpression: '0 4 * * *', zone: 'Mars/Base' }, 400, /^zone: "Mars\/Base" is not a time zone/],
    [{ reason: 'x' }, 400, /^cronExpression: five fields .*It is missing\.$/],
    [{ cronExpression: 7 }, 400, /^cronExpression: five fields such as "0 4 \* \* \*", not 7\.$/],
  ] as const
  for (const [body, status, error] of answers)
    expect([body, await post('schedule-restart', body)]).toMatchObject([
      body,
      { status, body: { success: false, error: expect.stringMatching(error) } },
    ])
  expect(control().schedule).toBeNull()
})

test('[SVC1502] a kick whose reason is not a text is refused for its reason, and not for a player who is named', async () => {
  const { post } = await open()
  expect(await post('kick-player', { playerName: 'Rex', reason: 5 })).toMatchObject({
    status: 400,
    body: { success: false, code: 'badInput', error: 'reason: a text of at most 200 characters, not 5.' },
  })
})

test('[SVC1832] a text that is too long is refused by the name that the request has for it, with its limit and its length', async () => {
  const { post } = await open()
  const refusals = [
    ['maintenance/enable', { reason: 'x'.repeat(151) }, 'reason: Too long, at most 150 characters. It has 151.'],
    ['restart', { reason: 'x'.repeat(201) }, 'reason: Too long, at most 200 characters. It has 201.'],
    ['kick-player', { playerName: 'x'.repeat(201) }, 'playerName: Too long, at most 200 characters. It has 201.'],
    ['rcon-command', { command: 'x'.repeat(999) }, 'command: Too long, at most 998 characters. It has 999.'],
    [
      'schedule-restart',
      { cronExpression: '*'.repeat(101), zone: 'z'.repeat(1_000) },
      'cronExpression: Too long, at most 100 characters. It has 101. zone: Too long, at most 60 characters. It has 1,000.',
    ],
  ] as const
  for (const [path, body, error] of refusals)
    expect([path, await post(path, body)]).toEqual([
      path,
      { status: 400, body: { success: false, code: 'badInput', error } },
    ])
})

test('[SVC43] the logs tell the lines of the game, of the links and of commands apart, newest first, at most as many as asked', async () => {
  const { get, post, reads, clock } = await open()
  await reads({ startedAt: clock.now() - 1_000 })
  clock.pass(1_000)
  await post('restart', { reason: 'Update' })
  const { body } = await get('logs?limit=50')
  expect(body).toEqual([
    { timestamp: new Date(clock.now()).toISOString(), source: 'commands', message: expect.stringContaining('restart') },
    {
      timestamp: new Date(clock.now() - 1_000).toISOString(),
      source: 'link',
      message: 'The link to the game went from none to up.',
    },
  ])
  expect((await get('logs?limit=1')).body).toHaveLength(1)
  expect((await get('logs?source=link')).body).toHaveLength(1)
  expect(await get('logs?limit=0')).toMatchObject({ status: 400 })
  expect((await get('logs?limit=many')).body.error).toBe('limit: a whole number from 1 to 200. It is not a number.')
  expect((await get('logs?sourc=game')).body.error).toBe('There is no field "sourc". There are limit, source.')
  expect((await get('logs?source=file')).body.error).toBe('source: one of game, link, commands, not "file".')
})

test('[SVC45] of many lines of one moment as many are read as asked', async () => {
  const { get, execute } = await open()
  const action = { kind: 'broadcast', target: null, detail: { text: 'Hello' } }
  for (let nth = 0; nth < 25; nth += 1) await execute(issueOrder.name, { action, by: { account: null, name: 'test' } })
  expect((await get('logs?limit=10')).body).toHaveLength(10)
})

test('[SVC44] none of these calls is open to staff who are not owner', async () => {
  const { get, post, entries } = await open('admin')
  for (const path of ['status', 'players', 'logs']) expect([path, (await get(path)).status]).toEqual([path, 403])
  for (const path of ['restart', 'kick-all', 'maintenance/enable', 'emergency/restart', 'rcon-command'])
    expect([path, (await post(path)).status]).toEqual([path, 403])
  expect(entries()).toEqual([])
})

test('[SVC46] with the server status switched off status and players answer featureOff, and the log goes on', async () => {
  const { get } = await open('owner', { realServerStatus: false })
  for (const path of ['status', 'players'])
    expect([path, await get(path)]).toMatchObject([
      path,
      { status: 404, body: { code: 'featureOff', error: 'The server status is switched off on this hub.' } },
    ])
  expect((await get('logs')).status).toBe(200)
})
