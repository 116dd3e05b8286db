import { expect, test } from 'vitest'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import {
  type BulkAnswer,
  bulkRuns,
  kickPlayers,
  messagePlayers,
  mostBulk,
} from '../../../shared/features/deliveries/bulk.ts'
import { messagePlayer } from '../../../shared/features/deliveries/commands.ts'
import { deliveryPrivateFields, privateFieldsKey } from '../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, endAttempt, moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { person } from '../../testing/principals.ts'
import {
  entryOf,
  type OpenDeliveries,
  openDeliveries,
  ownerByConfiguration,
  steamOf,
} from './testing/openDeliveries.ts'

/** ann is an admin and plays number 1; the players 1 to `count` are in the game. */
async function openCrowd(count: number) {
  const world = await openDeliveries()
  await world.link('ann', steamOf(1), 'Ann')
  await world.sees(...Array.from({ length: count }, (_, at) => entryOf(steamOf(at + 1), `Player ${at + 1}`)))
  return world
}
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => steamOf(from + at))
const runsOf = ({ hub }: OpenDeliveries) => Object.values(hub.read(bulkRuns, 'main').runs)
const outputOf = async (asked: ReturnType<OpenDeliveries['ask']>) => {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.output as BulkAnswer
}

test('[PQ1] a message to many is one delivery for each player, one run, and one line of the audit', async () => {
  const world = await openCrowd(5)
  const answer = await outputOf(
    world.ask('ann', 'admin', messagePlayers, { targets: [...ids(2, 5), steamOf(2)], text: ' Hi ' }),
  )
  expect(answer).toMatchObject({ issued: 4, skipped: [] })
  expect(world.all().map(({ kind, target, state, bulk, by }) => [kind, target?.id, state, bulk, by])).toEqual(
    ids(2, 5).map((id) => ['message', id, 'queued', answer.run, 'ann']),
  )
  expect(runsOf(world)).toMatchObject([
    { id: answer.run, kind: 'message', total: 4, counts: { queued: 4 }, failed: [] },
  ])
  const { rows } = await world.memory.storage.archivePage({ kind: deliveryAudit.kind, before: null, limit: 10 })
  expect(rows).toMatchObject([{ row: { act: 'message', by: 'ann', target: null, detail: { text: 'Hi', players: 4 } } }])
})

test('[PQ2] the texts of a message to many stay private, as those of one message do', async () => {
  const world = await openCrowd(3)
  await outputOf(world.ask('ann', 'admin', messagePlayers, { targets: ids(2, 3), text: 'walrus' }))
  expect(JSON.stringify(world.all())).not.toContain('walrus')
  expect(JSON.stringify(runsOf(world))).not.toContain('walrus')
  const { entries } = world.hub.read(deliveryPrivateFields, privateFieldsKey('main', 'message'))
  expect(Object.values(entries).map(({ detail }) => detail.text)).toEqual(['walrus', 'walrus'])
})

test('[PQ3] one command reaches 300 players, and single orders are still accepted beside it', async () => {
  const world = await openCrowd(mostBulk + 2)
  const targets = ids(2, mostBulk + 1)
  expect(await outputOf(world.ask('ann', 'admin', messagePlayers, { targets, text: 'Hi' }))).toMatchObject({
    issued: mostBulk,
  })
  expect(await world.ask('ann', 'admin', messagePlayer, { target: steamOf(2), text: 'You' })).toMatchObject({
    ok: true,
  })
  const more = [...targets, steamOf(mostBulk + 2)]
  expect(await world.ask('ann', 'admin', messagePlayers, { targets: more, text: 'Hi' })).toMatchObject({
    code: 'badInput',
  })
  await outputOf(world.ask('ann', 'admin', messagePlayers, { targets, text: 'Again' }))
  expect(await world.ask('ann', 'admin', messagePlayers, { targets: ids(2, 3), text: 'More' })).toMatchObject({
    code: 'bulkBusy',
  })
})

test('[PQ4] players who are away, of a higher role or oneself are left out, each with the reason', async () => {
  const world = await openCrowd(3)
  await world.link('olga', ownerByConfiguration, 'Olga')
  await world.sees(entryOf(steamOf(1), 'Ann'), entryOf(steamOf(2), 'Rex'), entryOf(ownerByConfiguration, 'Olga'))
  const targets = [steamOf(1), steamOf(2), steamOf(7), ownerByConfiguration]
  const { issued, skipped } = await outputOf(world.ask('ann', 'admin', kickPlayers, { targets }))
  expect(issued).toBe(1)
  expect(skipped.map(({ id }) => id)).toEqual([steamOf(1), steamOf(7), ownerByConfiguration])
  expect(skipped.map(({ why }) => why).every((why) => why.length > 5)).toBe(true)
  // Only the reached are counted: a run that waits for the others would never end.
  expect(runsOf(world)).toMatchObject([{ total: 1, counts: { queued: 1 } }])
  expect(await world.ask('ann', 'admin', kickPlayers, { targets: [steamOf(7)] })).toMatchObject({ code: 'noneLeft' })
  expect(world.all()).toHaveLength(1)
})

test('[V8.2.1] [PQ5] a command to many needs bulkOperations and the permission of its kind', async () => {
  const world = await openCrowd(3)
  const targets = ids(2, 3)
  expect(await world.ask('mo', 'moderator', messagePlayers, { targets, text: 'Hi' })).toMatchObject({
    code: 'forbidden',
  })
  const withoutKick = { ...person('ann', 'admin'), can: (permission: string) => permission !== 'kickPlayers' }
  expect(await world.askAs(withoutKick as never, kickPlayers, { targets })).toMatchObject({ code: 'above' })
  expect(world.all()).toEqual([])
})

test('[PQ6] a run counts its outcomes and names the players it did not reach; nothing of it waits to be done by hand', async () => {
  const world = await openCrowd(4)
  await outputOf(world.ask('ann', 'admin', messagePlayers, { targets: ids(2, 4), text: 'Hi' }))
  const [first, second, third] = world.all().map(({ id }) => id)
  const begin = (id: string | undefined) =>
    world.order(beginAttempt, { id, link: 'evrima', command: 'x', again: false })
  const end = (id: string | undefined, state: string) =>
    world.order(endAttempt, { id, attempt: 1, state, reply: null, why: null })
  await begin(first)
  await begin(second)
  expect(runsOf(world)).toMatchObject([{ counts: { queued: 1, sending: 2 } }])
  await end(first, 'confirmed')
  await end(second, 'refused')
  await world.order(moveToManual, { id: third, command: 'x', why: 'down' })
  expect(runsOf(world)).toMatchObject([
    {
      total: 3,
      counts: { queued: 0, sending: 0, confirmed: 1, refused: 1, failed: 1 },
      failed: [steamOf(3), steamOf(4)],
    },
  ])
})
