import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import { messagePlayer, runConsole, slayPlayer, unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import {
  deliveries,
  deliveryPrivateFields,
  isOpenState,
  privateFieldsKey,
} from '../../../shared/features/deliveries/delivery.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import { setPermission } from '../../../shared/features/roles/commands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'

const typed = 'zebrafish seven quartz'
const messageText = 'walrus nine topaz'
const ownersSteamId = '76561198000000777'
const documents = [
  `deliveries/${mainServer}`,
  'ownDeliveries/mo',
  'ownDeliveries/boss',
  `deliveryPrivateFields/${privateFieldsKey(mainServer, 'console')}`,
  `deliveryPrivateFields/${privateFieldsKey(mainServer, 'message')}`,
] as `${string}/${string}`[]

let app: TestApp
let owner: TestClient
let moderator: TestClient
let mute: TestClient
beforeAll(async () => {
  app = await openTestApp({ ownerSteamIds: [ownersSteamId] })
  owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  moderator = await app.visitAs({ account: 'mo', role: 'moderator' })
  // Staff who see pending commands and may not message players.
  mute = await app.visitAs({ account: 'mute', role: 'admin' })
  await must(owner, setPermission.name, { account: 'mute', permission: 'messagePlayers', state: 'taken' })
  await owner.watch(`roster/${mainServer}`)
  await vi.waitFor(() => expect(present().length).toBeGreaterThan(20), 120_000)
  for (const visitor of [owner, moderator, mute]) await visitor.watch(...documents)
})
afterAll(() => app.close())

const hub = () => app.hub().hub
const present = () =>
  Object.values(hub().read(roster, mainServer).players).filter(({ animal, name }) => animal && name !== '')
const must = async (visitor: TestClient, name: string, input: object) => {
  const answer = await visitor.command(name, input)
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.output as { id: string }
}
const stateOf = (id: string) => hub().read(deliveries, mainServer).entries[id]?.state ?? 'queued'
const receivedBy = ({ raw }: TestClient) =>
  raw.map((message) => (typeof message === 'string' ? message : Buffer.from(message).toString('latin1'))).join('\n')
const isHeldBy = (visitor: TestClient, id: string) =>
  JSON.stringify(visitor.copies.get(`deliveries/${mainServer}`) ?? {}).includes(id)

/** Issues a command, waits for its outcome, retries it if refused, and watches everything again. */
async function runToEnd(name: string, input: object) {
  const first = await must(owner, name, input)
  await vi.waitFor(() => expect(isOpenState(stateOf(first.id))).toBe(false), 120_000)
  const isRefused = stateOf(first.id) === 'refused'
  const last = isRefused ? await must(owner, followUps.retry.name, { id: first.id }) : first
  await vi.waitFor(() => expect(isOpenState(stateOf(last.id))).toBe(false), 120_000)
  for (const visitor of [owner, moderator, mute]) {
    visitor.unwatch(...documents)
    await visitor.watch(...documents)
    await visitor.until(() => isHeldBy(visitor, last.id))
  }
  return first.id
}

test("[V8.2.3] [WD6] text typed on the console and the game's reply reach no socket of users who may not type there", async () => {
  const id = await runToEnd(runConsole.name, { text: typed })
  const { entries } = hub().read(deliveryPrivateFields, privateFieldsKey(mainServer, 'console'))
  expect(entries[id]).toMatchObject({ detail: { text: typed }, reply: expect.stringMatching(/./) })
  expect(receivedBy(owner)).toContain(typed)
  expect(receivedBy(mute)).toContain(typed)
  expect(receivedBy(moderator)).toContain(id)
  for (const word of ['zebrafish', 'quartz', entries[id]?.reply ?? '?'])
    expect(receivedBy(moderator)).not.toContain(word)
})

test('[V8.2.3] [WD7] a message to a player reaches no socket of staff who may not message players', async () => {
  const id = await runToEnd(messagePlayer.name, { target: present()[3]?.id, text: messageText })
  expect(receivedBy(moderator)).toContain(messageText)
  expect(receivedBy(mute)).toContain(id)
  for (const word of ['walrus', 'topaz']) expect(receivedBy(mute)).not.toContain(word)
})

test('[V8.2.3] [WD8] over HTTP and in the audit search, texts are hidden from users without the permission', async () => {
  const answers = await Promise.all(
    ['/api/audit.csv', '/api/audit.jsonl', '/api/admin/pending-commands'].map((path) => mute.get(path)),
  )
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('walrus')
  }
  const found = async (visitor: TestClient, text: string) => {
    const answer = await visitor.query(searchAudit.name, { text, kinds: ['deliveries'] })
    return answer.ok ? searchAudit.output.parse(answer.output).lines : []
  }
  expect(await found(mute, 'walrus')).toEqual([])
  expect((await found(mute, 'message')).map(({ detail }) => detail.text)).toEqual(['[hidden]'])
  expect((await found(owner, 'walrus')).map(({ detail }) => detail.text)).toEqual([messageText])
  expect((await found(mute, 'zebrafish')).length).toBeGreaterThan(0)
})

test('[V8.3.2] [WD9] a user who loses the permission loses the private fields', async () => {
  const key = documents[4] ?? 'deliveryPrivateFields/none'
  const heir = await app.visitAs({ account: 'heir', role: 'moderator' })
  await heir.watch(key)
  await heir.until(() => heir.copies.has(key))
  await must(owner, setPermission.name, { account: 'heir', permission: 'messagePlayers', state: 'taken' })
  await heir.until(() => heir.dropped.includes(key))
  expect(heir.copies.has(key)).toBe(false)
})

test('[DV2] staff see each step of a command live until the game has carried it out or refused it', async () => {
  const olga = await app.visitAs({ account: 'olga', role: 'owner' })
  await olga.watch('roster/main', 'deliveries/main')
  const living = () =>
    Object.values(hub().read(roster, mainServer).players).find(({ animal }) => animal && !animal.dead)
  await olga.until(() => living() !== undefined)
  const target = living()?.id ?? ''
  const entry = (id: string) => hub().read(deliveries, mainServer).entries[id]
  const issue = async (name: string, input: object) => (await must(olga, name, { target, ...input })).id
  const slay = await issue(slayPlayer.name, { reason: 'a "test", with commas' })
  await olga.until(() => entry(slay)?.state === 'confirmed')
  expect(entry(slay)).toMatchObject({ link: 'commandBridge', attempts: 1 })
  const message = await issue(messagePlayer.name, { text: 'hello' })
  await olga.until(() => entry(message)?.state === 'confirmed')
  // The player was not banned, so the game refuses.
  const unban = await issue(unbanPlayer.name, {})
  await olga.until(() => entry(unban)?.state === 'refused')
})
