import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { mainServer } from '../../shared/engine/ids.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { order } from '../../shared/features/deliveries/hubCommands.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { createProgram } from '../testing/program.ts'
import { createVisitor, type Visitor } from '../testing/visitor.ts'
import { openWorld, type World } from '../testing/world.ts'
import { DoneAnswer, FollowAnswer, OrderAnswer, PendingAnswer, SaidAnswer } from './doorAnswers.ts'

const ownersSteamId = '76561198000000777'
let world: World
let owner: Visitor
let player: Visitor
let bot: ReturnType<typeof createProgram>
let weakBot: ReturnType<typeof createProgram>
beforeAll(async () => {
  world = await openWorld({ ownerSteamIds: [ownersSteamId] })
  owner = await world.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  player = await world.visitAs({ account: 'pia', name: 'Pia' })
  bot = await programOf('look', 'play', 'slayPlayers', 'healPlayers', 'kickPlayers', 'messagePlayers', 'runConsole')
  weakBot = await programOf('look', 'play')
  await owner.watch(`roster/${mainServer}`)
  await vi.waitFor(() => expect(living().length).toBeGreaterThan(15), 20_000)
  chosen = living().map(({ id }) => id)
})
afterAll(() => world.close())

const hub = () => world.hub().hub
const living = () =>
  Object.values(hub().read(roster, mainServer).players).filter(({ animal, name }) => animal && !animal.dead && name)
/** As they were at first: who is slain or thrown out moves nobody else to another place. */
let chosen: readonly string[] = []
const idAt = (nth: number) => chosen[nth] ?? ''
const given = () => hub().read(deliveries, mainServer).given
async function programOf(...permissions: Permission[]) {
  const wish = { label: 'Bot', permissions, endsAt: Date.now() + 3_600_000 }
  return createProgram(world.address(), String((await owner.post('/auth/tokens', wish)).body.token))
}

interface Door {
  readonly path: string
  /** By token alone. */
  readonly isBridge?: boolean
  readonly good: () => object
  /** With the words that name what is wrong. */
  readonly bad: readonly (readonly [body: object, status: number, words: string])[]
  /** What a good answer holds, and nothing beside it. */
  readonly answer: z.ZodType
}
const noTarget = [{}, 400, '❌ Please enter a target player name'] as const
const noMessage = '❌ Please enter a message'
const noDestination = [{ targetPlayer: '76561198999999999' }, 400, '❌ Please enter destination player name'] as const
const notTexts = [{ targetPlayer: 5 }, 400, 'The body must be a JSON object'] as const

const admin = (action: string, good: () => object, ...bad: Door['bad']): Door => ({
  ...{ path: `/api/admin/${action}`, good, bad: [notTexts, ...bad], answer: OrderAnswer },
})
const doors: readonly Door[] = [
  admin('kick', () => ({ targetPlayer: idAt(0), reason: 'Rude', adminUser: 'Nobody' }), noTarget),
  admin('ban', () => ({ targetPlayer: idAt(1), reason: 'Cheats' }), noTarget),
  admin('teleport', () => ({ targetPlayer: idAt(2), destinationPlayer: idAt(3) }), noDestination),
  admin('message', () => ({ targetPlayer: idAt(3), message: 'Hello' }), [{ targetPlayer: 'x' }, 400, noMessage]),
  admin('broadcast', () => ({ message: 'All hear this' }), [{}, 400, noMessage]),
  admin('slay', () => ({ targetPlayer: idAt(4), reason: 'Asked for' }), noTarget),
  admin('heal', () => ({ targetPlayer: idAt(5) }), noTarget),
  {
    path: '/api/automation/execute-command',
    good: () => ({ command: 'All hear this', playerId: idAt(5), type: 'admin', adminUser: 'Nobody' }),
    bad: [
      [{}, 400, 'command: the text or the id'],
      [{ command: 'never given' }, 404, 'You have given no such command lately.'],
    ],
    answer: FollowAnswer,
  },
  {
    path: '/api/rcon/command',
    good: () => ({ command: `heal ${idAt(6)}` }),
    bad: [
      [{}, 400, 'Enter a command.'],
      [{ command: 7 }, 400, 'command: the text'],
    ],
    answer: DoneAnswer,
  },
  ...(['slay', 'heal', 'kick', 'message'] as const).map((command, at) => ({
    ...{ path: `/rcon/${command}`, isBridge: true, answer: DoneAnswer },
    good: () => ({ playerName: idAt(7 + at), reason: 'Wanted on the website', message: 'Hello' }),
    bad: [
      [{ playerName: '', message: 'x' }, 400, '❌ Please enter a target player name'],
      [{ playerName: {} }, 400, 'The body must be a JSON object'],
    ] as const,
  })),
  {
    ...{ path: '/rcon/save', isBridge: true, answer: DoneAnswer },
    good: () => ({ commandOverride: `heal ${idAt(6)}` }),
    bad: [[{}, 404, 'There is kick, ban']],
  },
  {
    path: '/.netlify/functions/slay',
    good: () => ({ playerName: 'x', steamId: idAt(12) }),
    bad: [noTarget, [{ steamId: 5 }, 400, 'playerName and steamId are texts']],
    answer: DoneAnswer,
  },
  {
    path: '/.netlify/functions/broadcast',
    good: () => ({ message: 'A storm comes', priority: 'medium' }),
    bad: [
      [{}, 400, noMessage],
      [{ message: 'x', priority: 'extreme' }, 400, 'priority one of low'],
    ],
    answer: SaidAnswer,
  },
]
const each = doors.map((door) => [door.path, door] as const)

test.each(each)('[GD1] %s: nobody comes in without a session or a token, nor with a wrong one', async (path, door) => {
  const before = given()
  const strangers = [createVisitor(world.address()), createProgram(world.address(), 'wht_wrong')]
  for (const stranger of strangers) {
    const code = expect.stringMatching(/^(signedOut|tokenEnded)$/)
    const body = { success: false, code, error: expect.stringMatching(/./) }
    expect(await stranger.post(path, door.good())).toEqual({ status: 401, body })
  }
  if (door.isBridge) expect((await owner.post(path, door.good())).status).toBe(401)
  expect(given()).toBe(before)
})

test.each(each)('[GD2] %s: without the right it is refused, and says nothing beside that', async (path, door) => {
  const before = given()
  // What becomes of one's own commands everyone may ask, of whom there is none.
  const [status, code] = path.includes('automation') ? [404, 'gone'] : [403, 'forbidden']
  for (const who of door.isBridge ? [weakBot] : [weakBot, player])
    expect(await who.post(path, door.good())).toEqual({
      status,
      body: { success: false, code, error: expect.stringMatching(/./) },
    })
  expect(given()).toBe(before)
})

test.each(each)('[GD3] %s: what is wrong with it is named, and nothing is wanted of the game', async (path, door) => {
  const before = given()
  for (const [body, status, words] of door.bad)
    expect([body, await (door.isBridge ? bot : owner).post(path, body)]).toEqual([
      body,
      { status, body: { success: false, code: expect.any(String), error: expect.stringContaining(words) } },
    ])
  expect(given()).toBe(before)
})

test.each(each)('[GD4] %s: what is right is done, and answered with all that was agreed', async (path, door) => {
  if (path.includes('automation')) await owner.post('/api/admin/broadcast', { message: 'All hear this' })
  const sent = path.includes('automation')
    ? { ...door.good(), command: Object.values(hub().read(deliveries, mainServer).entries).at(-1)?.id }
    : door.good()
  const { status, body } = await (door.isBridge ? bot : owner).post(path, sent)
  expect([path, status, body]).toEqual([path, 200, expect.objectContaining({ success: true, error: null })])
  expect(door.answer.safeParse(body).error).toBeUndefined()
  expect(body).toMatchObject({ command: expect.stringMatching(/./), message: expect.stringMatching(/./) })
})

test('[GD7] each of these doors is described to those who write programs, and so is whatever else programs read', async () => {
  const { paths } = (await (await createVisitor(world.address()).get('/api/openapi.json')).json()) as { paths: object }
  const others = ['/api/admin/pending-commands', '/api/audit.csv', '/api/audit.jsonl', '/api/server/status']
  const more = ['/api/server/info', '/api/player/{id}', '/api/player/{id}/currency']
  const bridged = doors.map(({ path, isBridge }) => (isBridge ? '/rcon/{command}' : path))
  expect(Object.keys(paths).sort()).toEqual([...new Set([...bridged, ...others, ...more])].sort())
})

test('[GD5] what waits by hand is listed, to whoever may see it', async () => {
  const wish = { server: mainServer, by: { account: null, name: 'shop' } }
  const action = { kind: 'weather', target: null, detail: { text: 'storm' } }
  await hub().order('shop', order.name, { ...wish, action })
  const path = '/api/admin/pending-commands'
  await vi.waitFor(async () => {
    const { commands } = PendingAnswer.parse(await (await owner.get(path)).json())
    expect(commands).toMatchObject([{ commandType: 'weather', targetPlayer: null, command: 'weather storm' }])
  }, 5_000)
  const asked = await Promise.all([player.get(path), createVisitor(world.address()).get(path)])
  expect(asked.map(({ status }) => status)).toEqual([403, 401])
})

test.each([...new Map(each.map(([path, door]) => [path.replace(/^\/rcon\/.*/, '/rcon/slay'), door]))])(
  '[V2.4.1] [GD6] %s: whoever knocks too often is slowed down, and is not heard any more',
  async (path, door) => {
    const before = given()
    const stranger = createVisitor(world.address())
    const answers = await Promise.all(Array.from({ length: 125 }, () => stranger.post(path, door.good())))
    expect(answers.some(({ body }) => body.code === 'tooFast')).toBe(true)
    const late = door.isBridge ? bot : owner
    expect(await late.post(path, door.good())).toMatchObject({ status: 429, body: { success: false, code: 'tooFast' } })
    expect(given()).toBe(before)
  },
)
