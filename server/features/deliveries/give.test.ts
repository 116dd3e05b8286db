import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { handOver, noteDrift, order as wanted } from '../../../shared/features/deliveries/hubCommands.ts'
import { person } from '../../testing/people.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]

/** ann is staff and plays mia; rex plays as well. */
async function openGame() {
  const world = await openDeliveries()
  await world.link('ann', mia, 'Ann')
  await world.sees(entryOf(rex, 'Rex, the "King"'), entryOf(mia, 'Mia'))
  return world
}

test('[DL9] every command leaves a line for the audit, with the rights that were lent', async () => {
  const { askAs, memory } = await openGame()
  const raised = { ...person('ann', 'admin'), session: { id: 's', raisedUntil: 1, viewing: null } }
  const id = await idOf(askAs(raised, commands.kickPlayer, { target: rex, reason: 'rude' }, '203.0.113.5'))
  const { lines } = await memory.storage.readArchive('audit', 'deliveries', { before: null, limit: 9 })
  expect(lines.map(({ line }) => line)).toEqual([
    {
      ...{ act: 'kick', by: 'ann', role: 'admin', raised: true, delivery: id, kind: 'kick' },
      ...{ target: { id: rex, name: 'Rex, the "King"' }, detail: { reason: 'rude' }, address: '203.0.113.5' },
    },
  ])
})

test('[DL17] what the hub wants of its own accord is audited as its own, and what it wants for somebody as theirs', async () => {
  const { ask, order, memory, clock } = await openGame()
  const ban = await idOf(ask('ann', 'admin', commands.banPlayer, { target: rex }))
  await order(handOver, { id: ban, command: 'ban', why: 'No connection.' })
  clock.pass(60_000)
  const kick = await order(noteDrift, { player: rex })
  const grow = await order(wanted, {
    ...{ action: { kind: 'grow', target: { id: mia, name: 'Mia' }, detail: {} }, by: { account: 'ann', name: 'shop' } },
  })
  const { lines } = await memory.storage.readArchive('audit', 'deliveries', { before: null, limit: 2 })
  expect(lines.map(({ line }) => line)).toMatchObject([
    { act: 'grow', by: 'ann', byHub: false, delivery: (grow as { id: string }).id, target: { id: mia } },
    { act: 'kick', by: 'ban watch', byHub: true, delivery: (kick as { id: string }).id, target: { id: rex } },
  ])
})
