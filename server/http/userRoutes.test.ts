import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { beginExport } from '../../shared/features/backups/exports.ts'
import { bans } from '../../shared/features/deliveries/delivery.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { mostExportedAtOnce, type User } from '../../shared/features/users/users.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { backupsFeature } from '../features/backups/feature.ts'
import { inventoryFeature } from '../features/inventory/feature.ts'
import { moneyProblems } from '../features/ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../features/ledger/testing/openLedger.ts'
import { patronsFeature } from '../features/patrons/feature.ts'
import { usersFeature } from '../features/users/feature.ts'
import { followUsers, type UserTable } from '../features/users/table.ts'
import { freshId, inSession, person } from '../testing/principals.ts'
import { requirePermissions } from './openApi.ts'
import { userRoutes, usersCsv } from './userRoutes.ts'

const rex = '76561198000000002'
const dayMs = 86_400_000

async function open({ role = 'owner' as Role, isOn = true } = {}) {
  const known: { table?: UserTable } = {}
  const more = [patronsFeature, inventoryFeature, backupsFeature, usersFeature(() => known.table as UserTable)]
  const world = await openLedger({ more })
  known.table = followUsers(world.hub, world.clock)
  await world.link('olga', ownersSteamId, 'Olga')
  await world.link('bob', rex, '=Bob')
  const app = fastify()
  onTestFinished(() => app.close())
  const principalOf = () => inSession(person('olga', role))
  requirePermissions(app, principalOf)
  const features = HubFeatures.parse({ realCurrency: isOn })
  userRoutes(app, { hub: world.hub, principalOf, clock: world.clock, features })
  const post = async (what: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method: 'POST', url: `/api/owner/${what}`, payload: body, headers })
    return { status: answer.statusCode, ...answer.json() }
  }
  return { ...world, app, post }
}

test('[USR20] a user is banned for a length and unbanned over HTTP; a wrong length, oneself and unknown users are refused by name', async () => {
  const { post, hub, clock } = await open()
  expect(await post('ban-user', { userId: 'bob', reason: 'Raid', duration: 'custom', customDays: 3 })).toMatchObject({
    status: 200,
    success: true,
  })
  expect(hub.read(bans, mainServer).bans[rex]).toMatchObject({ reason: 'Raid', until: clock.now() + 3 * dayMs })
  expect(await post('unban-user', { userId: 'bob' })).toMatchObject({ status: 200, success: true })
  expect(hub.read(bans, mainServer).bans).toEqual({})
  for (const [body, status, error] of [
    [{ userId: 'bob' }, 400, /^Failed to ban user: duration/],
    [{ userId: 'bob', duration: 'forever' }, 400, /^Failed to ban user: duration/],
    [{ userId: 'bob', duration: 'custom' }, 400, /customDays: whole days from 1/],
    [{ userId: 'bob', duration: 'custom', customDays: 0 }, 400, /customDays: whole days from 1/],
    [{ userId: 'bob', duration: '1day', customDays: 2 }, 400, /customDays/],
    [{ duration: '1day' }, 400, /userId/],
    [
      { userId: 'bob', duration: '1day', reason: 'x'.repeat(201) },
      400,
      /^Failed to ban user: reason: Too long, at most 200 characters\. It has 201\.$/,
    ],
    [{ userId: 'olga', duration: '1day' }, 403, /^Failed to ban user: You can't kick or ban yourself/],
    [{ userId: 'nemo', duration: '1day' }, 404, /^Failed to ban user: There is no such user/],
  ] as const)
    expect([body, await post('ban-user', body)]).toMatchObject([body, { status, error: expect.stringMatching(error) }])
  expect(await post('unban-user', { userId: 'bob' })).toMatchObject({
    status: 409,
    error: "Failed to unban user: This user isn't banned.",
  })
})

test('[USR21] currencies are given once for a key; no number is 0, no user and amounts below 0 are refused', async () => {
  const { post, hub, memory, clock } = await open()
  const key = { 'idempotency-key': freshId(clock.now()) }
  const body = { userIds: ['bob', 'nemo'], currencies: { voidPearls: 5, razorTalons: 'many', dinosaurs: 0 } }
  for (let nth = 0; nth < 2; nth += 1)
    expect(await post('give-currency', body, key)).toMatchObject({ status: 200, given: 1, skipped: [{ id: 'nemo' }] })
  expect(hub.read(wallet, 'bob')).toMatchObject({ voidPearls: 5, razorTalons: 0 })
  expect(await post('give-currency', { ...body, userIds: ['bob'] }, key)).toMatchObject({ success: false })
  for (const [wrong, error] of [
    [{ userIds: [], currencies: { voidPearls: 1 } }, /^Please select at least one user$/],
    [{ currencies: { voidPearls: 1 } }, /^Please select at least one user$/],
    [{ userIds: Array.from({ length: 301 }, String) }, /^Failed to give currency: Select at most 300 users\.$/],
    [{ userIds: ['bob'], currencies: { voidPearls: -1 } }, /^Failed to give currency: currencies: whole numbers/],
    [{ userIds: ['bob'], currencies: { dinosaurs: 1 } }, /Dinosaurs cannot be given here/],
    [{ userIds: ['bob'], currencies: {} }, /^Failed to give currency: Enter an amount above 0/],
  ] as const)
    expect([wrong, await post('give-currency', wrong)]).toMatchObject([
      wrong,
      { status: 400, error: expect.stringMatching(error) },
    ])
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[USR1501] a currency that does not exist is refused with the names of those that do, also beside one that does', async () => {
  const { post, hub } = await open()
  for (const currencies of [{ gold: 5 }, { voidPearls: 5, razorTalon: 5 }])
    expect([
      currencies,
      await post('give-currency', { userIds: ['bob'], currencies, reason: 'Contest' }),
    ]).toMatchObject([
      currencies,
      { status: 400, error: expect.stringMatching(/voidPearls, razorTalons and sylvanShards/) },
    ])
  expect(hub.read(wallet, 'bob').voidPearls).toBe(0)
})

test('[USR22] the file has every user that a search finds, and no cell is a formula', async () => {
  const { app, link } = await open()
  for (let at = 0; at < 3; at += 1) await link(`user${at}`, null, `User ${at}`)
  const { body, headers } = await app.inject('/api/owner/users.csv')
  expect(headers['content-disposition']).toBe('attachment; filename="waterhole-users.csv"')
  const lines = body.split('\r\n')
  expect(lines[0]).toBe(
    '\u{FEFF}id,username,steamId,discordId,email,patreonTier,playtimeHours,joinDate,lastActive,status,dinosaurs,voidPearls,sylvanShards,razorTalons,banReason,bannedBy,bannedDate,expiresDate,banDuration',
  )
  expect(lines).toHaveLength(7)
  expect(lines[1]).toContain(`bob,"'=Bob",${rex},`)
  expect((await app.inject('/api/owner/users.csv?text=steam:none')).body.split('\r\n')).toHaveLength(5)
  const unread = await app.inject('/api/owner/users.csv?text=talons%3Emany')
  expect([unread.statusCode, unread.json()]).toMatchObject([
    400,
    { code: 'badSearch', error: expect.stringMatching(/^text: The search isn't understood\. "many" isn't /) },
  ])
  const other = await app.inject('/api/owner/users.csv?page=2')
  expect([other.statusCode, other.json().error]).toEqual([400, 'There is no field "page". There are text.'])
})

test('[USR23] the file is noted in the audit once and read page by page, each user once', async () => {
  const asked: (string | null)[] = []
  const noted: string[] = []
  const user = (id: string): User => ({ ...blank, id })
  const pages = { first: Array.from({ length: mostExportedAtOnce }, (_, at) => user(`a${at}`)), last: [user('b')] }
  const app = fastify()
  onTestFinished(() => app.close())
  userRoutes(app, {
    hub: {
      dispatch: async (_principal, { name }) => {
        noted.push(name)
        return { ok: true, output: {}, seq: 0 }
      },
      async query(_principal, { input }) {
        const { after } = input as { after: string | null }
        asked.push(after)
        const output = after === null ? { users: pages.first, next: 'a999' } : { users: pages.last, next: null }
        return { ok: true, output, seq: 0 }
      },
    },
    principalOf: () => inSession(person('olga', 'owner')),
    clock: { now: () => 0 },
    features: HubFeatures.parse({}),
  })
  const { body } = await app.inject('/api/owner/users.csv')
  expect(asked).toEqual([null, 'a999'])
  expect(noted).toEqual([beginExport.name])
  expect(body).toBe(usersCsv.head + [...pages.first, ...pages.last].map(usersCsv.row).join(''))
})

const blank: User = {
  id: '',
  username: 'Ann',
  steamId: null,
  discordId: null,
  email: null,
  patreonTier: 'None',
  playtime: 5_400_000,
  joinDate: 0,
  lastActive: null,
  status: 'active',
  currencies: { dinosaurs: 0, voidPearls: 0, sylvanShards: 0, razorTalons: 0 },
  banInfo: null,
}

test('[USR24] only owners are served, and where currency is off none is given', async () => {
  const { post, app } = await open({ role: 'admin' })
  for (const what of ['ban-user', 'unban-user', 'give-currency'])
    expect([what, (await post(what, { userId: 'bob' })).status]).toEqual([what, 403])
  expect((await app.inject('/api/owner/users.csv')).statusCode).toBe(403)
  const off = await open({ isOn: false })
  expect(await off.post('give-currency', { userIds: ['bob'], currencies: { voidPearls: 1 } })).toMatchObject({
    code: 'featureOff',
  })
})
