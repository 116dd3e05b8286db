import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { permissions } from '../../shared/engine/permissions.ts'
import { account } from '../../shared/features/account/account.ts'
import { unlink } from '../../shared/features/account/commands.ts'
import { DiscordUser, SteamUser } from '../../shared/features/account/identity.ts'
import { banPlayer, saveGame } from '../../shared/features/deliveries/commands.ts'
import { bans } from '../../shared/features/deliveries/delivery.ts'
import { eraseMe } from '../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey } from '../../shared/features/erasure/erasures.ts'
import { PersonalExport } from '../../shared/features/erasure/queries.ts'
import { acceptFriend, requestFriend } from '../../shared/features/friends/commands.ts'
import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import { createPack, joinPack, pingPlace } from '../../shared/features/packs/commands.ts'
import { membership, pack } from '../../shared/features/packs/pack.ts'
import { recordPlay } from '../../shared/features/play/commands.ts'
import { playRecord } from '../../shared/features/play/playRecord.ts'
import { recordSessionUse, recordWrongPassword } from '../../shared/features/session/commands.ts'
import { tokens } from '../../shared/features/tokens/tokens.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { signInAs } from '../testing/accounts.ts'
import { freshId, person } from '../testing/principals.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'

const name = 'Wilhelmina Quagmire'
const steamId = '76561198765432109'
const address = '203.0.113.77'
const discordId = '998877665544332211'
/** Account ids are random, and no names. */
const id = '018f2f3e-6c1e-7c3a-9a51-6f1d2b3c4d5e'

let app: TestApp
let returned: TestClient[] = []
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(async () => {
  for (const client of returned) client.leave()
  returned = []
  await app.close()
})

/** Another page with a session of the same user. */
async function returnWith(cookie: string) {
  const client = createTestClient(app.address())
  returned.push(client)
  client.holdCookie(cookie)
  await client.connect()
  return client
}
const hub = () => app.hub().hub
const must = async (asked: ReturnType<TestClient['command']>) => {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.output
}
const packCode = (member: string) => hub().read(pack, hub().read(membership, member).pack ?? '').code

/** A user with a pack, a ping, a token, a known address and a player in the game. */
async function live() {
  const [leaver, friend] = [
    await app.visitAs({ account: id, name, steamId }),
    await app.visitAs({ account: 'friend', name: 'Friend' }),
  ]
  await must(leaver.command(unlink.name, { provider: 'discord' }))
  const chatter = { discordId, username: 'willa_q', displayName: name, fullUsername: 'willa_q' }
  await signInAs(hub(), { identity: DiscordUser.parse({ provider: 'discord', ...chatter }), current: id })
  await must(leaver.command(createPack.name, { name: 'Riverside' }))
  await must(friend.command(joinPack.name, { code: packCode(id) }))
  await must(leaver.command(pingPlace.name, { x: 1_234.5, y: 777 }))
  await must(leaver.command(changeMapSettings.name, { mapOpacity: 0.5 }))
  const key = tokenHash(leaver.cookie().split('=')[1] ?? '')
  await hub().execute('http', recordSessionUse.name, { key, address })
  await hub().execute('sign-in', recordWrongPassword.name, { accountId: id, wanted: 'admin', address })
  const saved = { id: freshId(Date.now()), name: saveGame.name, input: {} }
  expect(await hub().dispatch(person(id, 'admin'), saved, { address, agent: null })).toMatchObject({ ok: true })
  const order = { label: 'My bot', permissions: ['look', 'play'], endsAt: Date.now() + 3_600_000 }
  const token = await leaver.post('/auth/tokens', order)
  expect(token.status).toBe(200)
  await see(steamId)
  return { leaver, friend }
}

/** A reading of the game. */
const see = (...players: string[]) =>
  hub().execute('game link', recordPlay.name, {
    server: 'main',
    at: Date.now(),
    seenAt: null,
    players: players.map((player) => ({ id: player, species: null })),
  })

const erased = () =>
  new Promise<void>((resolve) => {
    const isDone = () => Object.keys(hub().read(erasures, erasuresKey).pending).length === 0
    if (isDone()) return resolve()
    const stop = hub().onPublish(() => {
      if (!isDone()) return
      stop()
      resolve()
    })
  })
/** Every byte below the data folder, as text. */
const rawFiles = (folder = app.folder): string =>
  readdirSync(folder, { withFileTypes: true })
    .map((one) => (one.isDirectory() ? rawFiles(join(folder, one.name)) : readFileSync(join(folder, one.name), 'utf8')))
    .join('\n')
const traces = [name, steamId, discordId, 'willa_q', address, 'Quagmire', '1234.5', 'My bot']

test('[ER1] an erased person is in no byte of the data folder, and the hub starts again with the rest unchanged', async () => {
  const { leaver } = await live()
  await app.restart()
  const before = rawFiles()
  for (const word of [name, steamId, discordId, address]) expect(before, word).toContain(word)
  const page = await returnWith(leaver.cookie())
  await must(page.command(eraseMe.name, { confirm: name }))
  await erased()
  for (const trace of traces) expect(rawFiles(), trace).not.toContain(trace)
  await app.restart()
  for (const trace of traces) expect(rawFiles(), trace).not.toContain(trace)
  expect(hub().state().name).toBe('serving')
  expect(hub().read(account, id)).toEqual(account.schema.parse({}))
})

test('[ER2] the pack continues with its other members, and nothing in it names the person who left', async () => {
  const { leaver, friend } = await live()
  await must(leaver.command(eraseMe.name, { confirm: name }))
  await erased()
  const own = hub().read(pack, hub().read(membership, 'friend').pack ?? '')
  expect({ leader: own.leader, members: Object.keys(own.members) }).toEqual({ leader: 'friend', members: ['friend'] })
  await must(friend.command(pingPlace.name, { x: 10, y: 10 }))
  expect(JSON.stringify(own)).not.toContain(name)
})

test('[V7.4.2] [ER3] all sessions, sockets and tokens of an erased person end at once', async () => {
  const { leaver } = await live()
  const other = await returnWith(leaver.cookie())
  await must(leaver.command(eraseMe.name, { confirm: name }))
  await other.until(() => other.hellos.at(-1)?.principal === null)
  expect(await leaver.command(createPack.name, { name: 'Again' })).toMatchObject({ ok: false, code: 'forbidden' })
  expect((await leaver.get('/auth/export')).status).toBe(401)
})

test('[V7.4.2] [ER12] commands sent together with the erasure are not carried out for the erased person', async () => {
  const { leaver } = await live()
  const order = { label: 'For later', permissions: ['look'], endsAt: Date.now() + 3_600_000 }
  const asked = [
    leaver.command(eraseMe.name, { confirm: name }),
    leaver.command(createPack.name, { name: 'Afterlife' }),
    leaver.command(changeMapSettings.name, { mapOpacity: 0.25 }),
    leaver.post('/auth/tokens', order).then(({ status }) => ({ ok: status === 200 })),
  ]
  const [done, ...others] = await Promise.all(asked)
  expect(done).toMatchObject({ ok: true })
  for (const answer of others.slice(0, 2)) expect(answer).toMatchObject({ ok: false, code: 'signedOut' })
  await erased()
  expect(hub().read(membership, id).pack).toBeNull()
  expect(hub().copy(`mapSettings/${id}`)?.value).toEqual(mapSettings.schema.parse({}))
  expect(hub().read(tokens, id).tokens).toEqual({})
  for (const trace of traces) expect(rawFiles(), trace).not.toContain(trace)
})

test('[ER13] a player erased while in the game is not recorded again, and formerly linked players are erased too', async () => {
  const { leaver } = await live()
  const second = '76561198765432999'
  await must(leaver.command(unlink.name, { provider: 'steam' }))
  const steam = SteamUser.parse({ provider: 'steam', steamId: second, displayName: name })
  await signInAs(hub(), { identity: steam, current: id })
  await see(steamId, second)
  expect(hub().read(playRecord, second).firstSeenAt).not.toBeNull()
  await must(leaver.command(eraseMe.name, { confirm: hub().read(account, id).name }))
  await see(steamId, second)
  await erased()
  await see(steamId, second)
  for (const player of [steamId, second]) {
    expect(hub().read(playRecord, player).firstSeenAt).toBeNull()
    expect(rawFiles()).not.toContain(player)
  }
})

test('[MZ6] a ban in force outlives the erasure of the player, and keeps neither the name nor what staff wrote about them', async () => {
  const { leaver } = await live()
  const other = '76561198765432555'
  await see(steamId, other)
  const ban = async (input: object) => {
    const call = { id: freshId(Date.now()), name: banPlayer.name, input }
    const answer = await hub().dispatch(person('olga', 'owner'), call, { address: null, agent: null })
    expect(answer).toMatchObject({ ok: true })
  }
  await ban({ target: steamId, reason: 'Ms Quagmire griefs', durationMs: null })
  await ban({ target: steamId, reason: 'Quagmire again', durationMs: 3_600_000 })
  await ban({ target: other, reason: `hunts with ${steamId}`, durationMs: null })
  await must(leaver.command(eraseMe.name, { confirm: name }))
  await erased()
  const { [steamId]: own, [other]: others } = hub().read(bans, mainServer).bans
  expect(own).toMatchObject({ name: '', reason: '', by: 'olga', before: { name: '', reason: '', until: null } })
  expect(others).toMatchObject({ reason: '', by: 'olga' })
  for (const trace of [name, 'Quagmire', 'hunts with']) expect(rawFiles(), trace).not.toContain(trace)
})

test('[ER4] nothing is erased without the name of the account', async () => {
  const { leaver } = await live()
  for (const confirm of ['', name.toLowerCase(), `${name} `])
    expect(await leaver.command(eraseMe.name, { confirm })).toMatchObject({ ok: false, code: 'notConfirmed' })
  expect(hub().read(account, id).name).toBe(name)
})

test('[ER5] an erasure that a crash interrupted is finished by the next start', async () => {
  const { leaver } = await live()
  const forget = hub().erase
  hub().erase = async () => {
    throw new Error('the power went')
  }
  await must(leaver.command(eraseMe.name, { confirm: name }))
  expect(Object.values(hub().read(erasures, erasuresKey).pending)).toMatchObject([
    { account: id, externalIds: [steamId, discordId] },
  ])
  hub().erase = forget
  await app.restart()
  await erased()
  for (const trace of traces) expect(rawFiles(), trace).not.toContain(trace)
})

test('[ER6] a demo account can be erased, and created again', async () => {
  await app.close()
  app = await openTestApp({ demo: true })
  const player = await app.visit('player')
  await must(player.command(eraseMe.name, { confirm: 'Demo Player' }))
  await erased()
  expect(hub().read(account, 'demo-player').createdAt).toBe(0)
  await app.restart()
  await app.visit('player')
  expect(hub().read(account, 'demo-player').name).toBe('Demo Player')
})

test('[V8.2.1] [EX6] an export contains all data of the person, and nothing of other persons and no secrets', async () => {
  const { leaver, friend } = await live()
  const response = await leaver.get('/auth/export')
  const text = await response.text()
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const isDate = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
  const withTimes = (_name: string, value: unknown) =>
    typeof value === 'string' && isDate.test(value) ? Date.parse(value) : value
  const personal = PersonalExport.parse(JSON.parse(text, withTimes))
  expect(personal).toMatchObject({ id, account: { name, steamId }, mapSettings: { mapOpacity: 0.5 } })
  expect(personal).toMatchObject({ pack: { name: 'Riverside', isLeader: true }, sessions: [{ address }] })
  expect(personal.tokens).toMatchObject([{ label: 'My bot', permissions: permissions.slice(0, 2) }])
  expect(personal.archives.map(({ archive }) => archive)).toContain('signIns')
  expect(text).not.toContain('Friend')
  expect(text).not.toMatch(/[0-9a-f]{64}/)
  expect((await friend.get('/auth/export').then((one) => one.text())).includes(name)).toBe(false)
})

test('[EX2392] a person can read their export: times are dates, and no text has a placeholder for a name', async () => {
  const { leaver, friend } = await live()
  await must(friend.command(requestFriend.name, { to: id }))
  await must(leaver.command(acceptFriend.name, { from: 'friend' }))
  const text = await leaver.get('/auth/export').then((answer) => answer.text())
  expect(text).toMatch(/"exportedAt": "\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  expect(text).toMatch(/"friendsSince": \[\s+"\d{4}-\d\d-\d\dT/)
  expect(text.match(/(?<!\d)1\d{12}(?!\d)/g)).toBeNull()
  expect(text).toContain('Another player wants to be your friend.')
  expect(text).not.toContain('{other}')
})

test('[V2.4.1] [EX7] a guest gets no export, and exports are rate-limited', async () => {
  const guest = await app.visit()
  expect((await guest.get('/auth/export')).status).toBe(401)
  for (let tries = 0; tries < 5; tries += 1) await guest.get('/auth/export')
  expect((await guest.get('/auth/export')).status).toBe(429)
})
