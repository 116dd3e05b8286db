import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentId } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import {
  type Delivery,
  deliveries,
  isOpenState,
  ownDeliveries,
  sendable,
} from '../../../shared/features/deliveries/delivery.ts'
import { cancel } from '../../../shared/features/deliveries/followUpCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import { recordTap } from '../../../shared/features/fixtures/commands.ts'
import { createPack, joinPack, leavePack, pingPlace } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { beginView } from '../../../shared/features/positionViews/commands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { recordWrongPassword } from '../../../shared/features/session/commands.ts'
import { passwordAttempts } from '../../../shared/features/session/session.ts'
import { demoPersonas } from '../../game/simulator/personas.ts'
import { enter, isOnline } from '../../game/simulator/players.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { createAttack } from './testing/attackReport.ts'

// What the hub keeps of persons, by real commands: the walk over the declarations trusts them, and these do not.
let app: TestApp
let logLines: string[] = []
beforeEach(async () => {
  logLines = []
  const log = { write: (line: string) => void logLines.push(line) }
  app = await openTestApp(wanted(), log)
})
afterEach(() => app.close())

const hub = () => app.hub().hub
const wanted = () => ({ commandsPerSecond: 100_000, ownerSteamIds: [odile.steamId] })
const ann = { account: 'acc-0001', name: 'Wilhelmina Quagmire', steamId: demoPersonas[4]?.id ?? '' }
const ben = { account: 'acc-0002', name: 'Benedict Oxbow', steamId: demoPersonas[5]?.id ?? '' }
const odile = { account: 'acc-0003', name: 'Odile', steamId: '76561198000999999' }
/** Names in the hub, and in the game. */
const marksOfAnn = [ann.name, 'Quagmire', ann.steamId, demoPersonas[4]?.name ?? '']

const must = async (asked: ReturnType<TestClient['command']>) => {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.output as { readonly id: string }
}
const allDeliveries = () => Object.values(hub().read(deliveries, mainServer).entries)
const settled = async () => {
  while (allDeliveries().some(({ state }) => isOpenState(state) && state !== 'manual'))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
/** Ann and Ben play, even after a kick, and the hub has read so. */
const inGame = async () => {
  const { world } = app.simulator()
  for (const { steamId } of [ann, ben]) {
    const player = world.players.find(({ id }) => id === steamId)
    if (player && !isOnline(player)) enter(world, player)
  }
  const names = [ann, ben].map(({ steamId }) => steamId)
  while (!names.every((id) => Object.hasOwn(hub().read(roster, mainServer).players, id)))
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Every order that names Ann: as its target, and as the place to which another player is teleported. */
async function orderAround(staff: TestClient) {
  const on = { server: mainServer, reason: 'Quagmire bites friends' }
  await must(staff.command(commands.teleportPlayer.name, { ...on, target: ben.steamId, destination: ann.steamId }))
  await must(staff.command(commands.teleportPlayer.name, { ...on, target: ann.steamId, destination: ben.steamId }))
  await must(staff.command(commands.messagePlayer.name, { ...on, target: ann.steamId, text: 'Stop it, Quagmire' }))
  await must(staff.command(commands.healPlayer.name, { ...on, target: ann.steamId }))
  // She leaves with the kick, and is banned while she is away: no order after it needs her in the game.
  await must(staff.command(commands.kickPlayer.name, { ...on, target: ann.steamId }))
  await must(staff.command(commands.banPlayer.name, { ...on, target: ann.steamId, durationMs: 3_600_000 }))
  await must(staff.command(commands.unbanPlayer.name, { ...on, target: ann.steamId }))
  await settled()
}
/** Pushes every settled delivery out of the document, into the archive. */
async function fill(staff: TestClient) {
  for (let nth = 0; nth < 70; nth += 1) await must(staff.command(commands.saveGame.name, { server: mainServer }))
  await settled()
}

const erased = async () => {
  while (Object.keys(hub().read(erasures, erasuresKey).pending).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
/** Every byte below the data folder, as text. */
const rawFiles = (folder = app.folder): string =>
  readdirSync(folder, { withFileTypes: true })
    .map((one) => (one.isDirectory() ? rawFiles(join(folder, one.name)) : readFileSync(join(folder, one.name), 'utf8')))
    .join('\n')
const around = (text: string, mark: string) =>
  text.slice(Math.max(0, text.indexOf(mark) - 150), text.indexOf(mark) + 60).replaceAll(/[^\x20-\x7e]/g, '.')

test('[MP23] the orders of staff that named an erased player name them nowhere, whether open, settled or archived', async () => {
  const attack = createAttack('traces of an erased player in the orders of staff')
  const player = await app.visitAs(ann)
  await app.visitAs(ben)
  const staff = await app.visitAs(odile)
  await inGame()
  await orderAround(staff)
  await fill(staff)
  await inGame()
  await orderAround(staff)
  await must(player.command(eraseMe.name, { confirm: ann.name }))
  await erased()
  const kept = rawFiles()
  for (const mark of marksOfAnn) attack.attempt(kept.includes(mark), () => `${mark} is kept: ${around(kept, mark)}`)
  expect(attack.done()).toEqual([])
})

test('[MP24] no export holds another player whom the same order named', async () => {
  const attack = createAttack('players in the export of another one')
  const players = [
    { page: await app.visitAs(ann), marks: [ben.steamId, ben.name, demoPersonas[5]?.name ?? ''] },
    { page: await app.visitAs(ben), marks: marksOfAnn },
  ]
  const staff = await app.visitAs(odile)
  await inGame()
  await orderAround(staff)
  await must(staff.command(commands.runConsole.name, { server: mainServer, text: 'playerlist' }))
  await settled()
  await fill(staff)
  for (const { page, marks } of [...players, { page: staff, marks: [...marksOfAnn, ben.steamId] }]) {
    const text = await (await page.get('/auth/export')).text()
    for (const mark of marks) attack.attempt(text.includes(mark), () => `${mark}: ${around(text, mark)}`)
  }
  const text = await (await players[0]?.page.get('/auth/export'))?.text()
  expect(text).toContain('Stop it, Quagmire')
  expect(attack.done()).toEqual([])
})

test('[MP25] a player whose order staff have settled learns that, and neither their name nor their account', async () => {
  const attack = createAttack('staff in the documents of a player')
  // The link of these verbs learns only after a minute that the mod is gone; Source RCON knows at once.
  await app.close()
  app = await openTestApp({
    ...wanted(),
    gameFiles: { ...app.config.gameFiles, modBridgeVerbs: { heal: null, slay: null } },
  })
  const player = await app.visitAs(ann)
  await inGame()
  const staff = await app.visitAs(odile)
  await player.watch(documentId(ownDeliveries, ann.account))
  await app.simulator().close()
  // The order then waits for a link.
  while (hub().read(sendable, mainServer).kinds.includes('heal'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  const { id } = await must(player.command(commands.healMyself.name, { server: mainServer }))
  await must(staff.command(cancel.name, { server: mainServer, id }))
  const own = () =>
    (player.copies.get(documentId(ownDeliveries, ann.account)) as { entries: Record<string, Delivery> }).entries[id]
  await player.until(() => own()?.state === 'cancelled')
  const received = JSON.stringify(player.downs)
  for (const mark of ['Odile', 'acc-0003']) attack.attempt(received.includes(mark), () => around(received, mark))
  const { text } = (await player.post('/api/automation/execute-command', { command: id })).body
  attack.attempt(String(text).includes('Odile'), () => String(text))
  expect(attack.done()).toEqual([])
})

test('[MP8] what ends after an account was erased is recorded without the name and the address', async () => {
  const attack = createAttack('names written after the erasure')
  const owner = await app.visitAs({ ...ann, role: 'owner' })
  const origin = app.address()
  const listening = await fetch(`${origin}/api/tap`, { headers: { origin, cookie: owner.cookie() } })
  expect(listening.status).toBe(200)
  await owner.post('/auth/raise', { ownerKey: 'wrong' })
  expect(Object.keys(hub().read(passwordAttempts).recent)).toHaveLength(1)
  await must(owner.command(eraseMe.name, { confirm: ann.name }))
  await erased()
  // It ends with the first message that its listener may no longer hear.
  await (await app.visit()).watch('server/main')
  await listening.text().catch(() => '')
  const late = { account: ann.account, name: ann.name }
  await hub().execute('tap', recordTap.name, { ...late, event: 'tapEnded', keepsNames: false, messages: 1 })
  await hub().execute('positionViews', beginView.name, { ...late, at: 'map', from: 1 })
  const attempt = { accountId: ann.account, wanted: 'admin', address: '203.0.113.99', session: 'abc', agent: 'Firefox' }
  await hub().execute('sign-in', recordWrongPassword.name, attempt)
  attack.attempt(Object.keys(hub().read(passwordAttempts).recent).length > 0, () => 'the hash of an address is kept')
  await app.restart()
  const kept = rawFiles()
  for (const mark of [ann.name, attempt.address])
    attack.attempt(kept.includes(mark), () => `${mark} is kept: ${around(kept, mark)}`)
  expect(attack.done()).toEqual([])
})

test('[MP9] a pack holds no place and no name of a member who has left, also once they are erased', async () => {
  const attack = createAttack('pings of a former member')
  const [leader, member] = [await app.visitAs(ben), await app.visitAs(ann)]
  await must(leader.command(createPack.name, { name: 'Riverside' }))
  const packId = hub().read(membership, ben.account).pack ?? ''
  await must(member.command(joinPack.name, { code: hub().read(pack, packId).code }))
  await must(member.command(pingPlace.name, { x: 1_234, y: 777 }))
  expect(JSON.stringify(hub().read(packLife, packId).pings)).toContain(ann.account)
  await must(member.command(leavePack.name, {}))
  const pings = () => JSON.stringify(hub().read(packLife, packId).pings)
  attack.attempt(pings().includes(ann.name), () => `after leaving: ${pings()}`)
  await must(member.command(eraseMe.name, { confirm: ann.name }))
  await erased()
  attack.attempt(pings().includes(ann.account), () => `after the erasure: ${pings()}`)
  expect(attack.done()).toEqual([])
})

test('[MP10] neither the log nor the metrics hold a name or an id of a player, whatever staff order', async () => {
  const attack = createAttack('players in the log and the metrics')
  const [player, staff] = [await app.visitAs(ann), await app.visitAs(odile)]
  await inGame()
  await orderAround(staff)
  await must(staff.command(commands.runConsole.name, { server: mainServer, text: 'playerlist' }))
  await settled()
  await player.post('/auth/raise', { ownerKey: 'wrong' })
  await player.get('/auth/export')
  await must(player.command(eraseMe.name, { confirm: ann.name }))
  await erased()
  const metrics = await (await player.get('/metrics')).text()
  const health = await (await player.get('/health')).text()
  const described = await (await player.get('/api/openapi.json')).text()
  const logged = logLines.join('')
  for (const [what, text] of Object.entries({ logged, metrics, health, described }))
    for (const mark of [...marksOfAnn, ben.name, ben.steamId, 'Stop it', ...(what === 'logged' ? [] : [ann.account])])
      attack.attempt(text.includes(mark), () => `${what} holds ${mark}: ${around(text, mark)}`)
  expect(attack.done()).toEqual([])
})
