import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { enforceBan, issueOrder, moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { person } from '../../testing/principals.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]

/** ann is staff and plays mia; rex is in the game too. */
async function openGame() {
  const game = await openDeliveries()
  await game.link('ann', mia, 'Ann')
  await game.sees(entryOf(rex, 'Rex, the "King"'), entryOf(mia, 'Mia'))
  return game
}

test('[DL9] every command writes an audit line that says whether the permission was elevated by a password', async () => {
  const { askAs, memory } = await openGame()
  const elevated = { ...person('ann', 'admin'), session: { id: 's', elevatedUntil: 1, viewing: null } }
  const id = await idOf(askAs(elevated, commands.kickPlayer, { target: rex, reason: 'rude' }, '203.0.113.5'))
  const { rows } = await memory.storage.archivePage({ kind: 'deliveryAudit', before: null, limit: 9 })
  expect(rows.map(({ row }) => row)).toEqual([
    {
      act: 'kick',
      by: 'ann',
      role: 'admin',
      byHub: false,
      elevated: true,
      delivery: id,
      kind: 'kick',
      target: { id: rex, name: 'Rex, the "King"' },
      detail: { reason: 'rude' },
      address: '203.0.113.5',
      session: 's',
      agent: null,
    },
  ])
})

test("[DL17] an order of the hub for an account is audited as that account's, and one by itself as the hub's", async () => {
  const { ask, order, memory, clock } = await openGame()
  const ban = await idOf(ask('ann', 'admin', commands.banPlayer, { target: rex, durationMs: null }))
  await order(moveToManual, { id: ban, command: 'ban', why: 'No connection.' })
  clock.pass(60_000)
  const kick = await order(enforceBan, { player: rex })
  const grow = await order(issueOrder, {
    action: { kind: 'grow', target: { id: mia, name: 'Mia' }, detail: {} },
    by: { account: 'ann', name: 'shop' },
  })
  const { rows } = await memory.storage.archivePage({ kind: 'deliveryAudit', before: null, limit: 2 })
  expect(rows.map(({ row }) => row)).toMatchObject([
    { act: 'grow', by: 'ann', byHub: false, delivery: (grow as { id: string }).id, target: { id: mia } },
    { act: 'kick', by: 'ban watch', byHub: true, delivery: (kick as { id: string }).id, target: { id: rex } },
  ])
})
