import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import { messagePlayer, runConsole } from '../../../shared/features/deliveries/commands.ts'
import { deliveries, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { deliveryWords, wordsKey } from '../../../shared/features/deliveries/deliveryWords.ts'
import * as later from '../../../shared/features/deliveries/laterCommands.ts'
import { setPermission } from '../../../shared/features/roles/commands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Visitor } from '../../testing/visitor.ts'
import { openWorld, type World } from '../../testing/world.ts'

const typed = 'zebrafish seven quartz'
const said = 'walrus nine topaz'
const ownersSteamId = '76561198000000777'
const documents = [
  ...[`deliveries/${mainServer}`, 'ownDeliveries/mo', 'ownDeliveries/boss'],
  ...[`deliveryWords/${wordsKey(mainServer, 'console')}`, `deliveryWords/${wordsKey(mainServer, 'message')}`],
] as `${string}/${string}`[]

let world: World
let owner: Visitor
let moderator: Visitor
let mute: Visitor
beforeAll(async () => {
  world = await openWorld({ ownerSteamIds: [ownersSteamId] })
  owner = await world.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  moderator = await world.visitAs({ account: 'mo', role: 'moderator' })
  // Who sees what waits, and may say nothing to anybody.
  mute = await world.visitAs({ account: 'mute', role: 'admin' })
  await must(owner, setPermission.name, { account: 'mute', permission: 'messagePlayers', state: 'taken' })
  await owner.watch(`roster/${mainServer}`)
  await vi.waitFor(() => expect(present().length).toBeGreaterThan(20), 20_000)
  for (const visitor of [owner, moderator, mute]) await visitor.watch(...documents)
})
afterAll(() => world.close())

const hub = () => world.hub().hub
const present = () =>
  Object.values(hub().read(roster, mainServer).players).filter(({ animal, name }) => animal && name !== '')
const must = async (visitor: Visitor, name: string, input: object) => {
  const answer = await visitor.command(name, input)
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.output as { id: string }
}
const stateOf = (id: string) => hub().read(deliveries, mainServer).entries[id]?.state ?? 'queued'
const heardBy = ({ raw }: Visitor) =>
  raw.map((message) => (typeof message === 'string' ? message : Buffer.from(message).toString('latin1'))).join('\n')
const isSeenBy = (visitor: Visitor, id: string) =>
  JSON.stringify(visitor.copies.get(`deliveries/${mainServer}`) ?? {}).includes(id)

/** All the way: given, sent, answered by the game, wanted anew, and watched from the beginning again. */
async function live(name: string, input: object) {
  const first = await must(owner, name, input)
  await vi.waitFor(() => expect(isOpenState(stateOf(first.id))).toBe(false), 20_000)
  const isRefused = stateOf(first.id) === 'refused'
  const last = isRefused ? await must(owner, later.retry.name, { id: first.id }) : first
  await vi.waitFor(() => expect(isOpenState(stateOf(last.id))).toBe(false), 20_000)
  for (const visitor of [owner, moderator, mute]) {
    visitor.unwatch(...documents)
    await visitor.watch(...documents)
    await visitor.until(() => isSeenBy(visitor, last.id))
  }
  return first.id
}

test('[V8.2.3] [WD6] what is typed on the console, and what the game answers, reaches no socket of who may not type there', async () => {
  const id = await live(runConsole.name, { text: typed })
  const { entries } = hub().read(deliveryWords, wordsKey(mainServer, 'console'))
  expect(entries[id]).toMatchObject({ detail: { text: typed }, reply: expect.stringMatching(/./) })
  expect(heardBy(owner)).toContain(typed)
  expect(heardBy(mute)).toContain(typed)
  expect(heardBy(moderator)).toContain(id)
  for (const word of ['zebrafish', 'quartz', entries[id]?.reply ?? '?']) expect(heardBy(moderator)).not.toContain(word)
})

test('[V8.2.3] [WD7] what is said to a player reaches no socket of staff who may say nothing to players', async () => {
  const id = await live(messagePlayer.name, { target: present()[3]?.id, text: said })
  expect(heardBy(moderator)).toContain(said)
  expect(heardBy(mute)).toContain(id)
  for (const word of ['walrus', 'topaz']) expect(heardBy(mute)).not.toContain(word)
})

test('[V8.2.3] [WD8] over HTTP and in the audit the same: without the right, neither the words nor whether they are there', async () => {
  const answers = await Promise.all(
    ['/api/audit.csv', '/api/audit.jsonl', '/api/admin/pending-commands'].map((path) => mute.get(path)),
  )
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('walrus')
  }
  const found = async (visitor: Visitor, text: string) => {
    const answer = await visitor.query(searchAudit.name, { text, kinds: ['deliveries'] })
    return answer.ok ? searchAudit.output.parse(answer.output).lines : []
  }
  expect(await found(mute, 'walrus')).toEqual([])
  expect((await found(mute, 'message')).map(({ detail }) => detail.text)).toEqual(['[hidden]'])
  expect((await found(owner, 'walrus')).map(({ detail }) => detail.text)).toEqual([said])
  expect((await found(mute, 'zebrafish')).length).toBeGreaterThan(0)
})

test('[V8.3.2] [WD9] who loses the right loses the words with it', async () => {
  const key = documents[4] ?? 'deliveryWords/none'
  const heir = await world.visitAs({ account: 'heir', role: 'moderator' })
  await heir.watch(key)
  await heir.until(() => heir.copies.has(key))
  await must(owner, setPermission.name, { account: 'heir', permission: 'messagePlayers', state: 'taken' })
  await heir.until(() => heir.dropped.includes(key))
  expect(heir.copies.has(key)).toBe(false)
})
