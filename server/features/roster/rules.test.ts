import { expect, test } from 'vitest'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { rosterFeature } from './feature.ts'

const animal = {
  species: 'Troodon',
  gender: null,
  growth: 50,
  health: 100,
  stamina: 100,
  hunger: 80,
  thirst: 70,
  dead: false,
  slot: 0,
  isPlaced: true,
  region: null,
  square: null,
  near: null,
} as const
const ann: RosterEntry = { id: '1', name: 'Ann', animal }
const bob: RosterEntry = { id: '2', name: 'Bob', animal: { ...animal, slot: 1 } }

async function openRoster() {
  const { hub, memory } = await openApp([rosterFeature])
  const paths: string[] = []
  hub.onPublish((published) =>
    paths.push(...published.flatMap(({ patches }) => patches.map(({ path }) => path.join('.')))),
  )
  const report = (players: readonly RosterEntry[], readAt: number) =>
    hub.execute('game link', 'roster.report', { server: 'main', players, readAt, everyMs: 2_000 })
  return { hub, memory, paths, report }
}

test('[RO41] only differences are written', async () => {
  const { hub, paths, report } = await openRoster()
  await report([ann, bob], 1)
  paths.length = 0
  await report([ann, { ...bob, animal: { ...animal, slot: 1, hunger: 79 } }], 2)
  expect(paths.sort()).toEqual(['players.2.animal.hunger', 'readAt'])
  expect(hub.read(roster, 'main').players['2']?.animal?.hunger).toBe(79)
})

test('[RO47] the same mutations are not sent again, and others are', async () => {
  const { hub, paths, report } = await openRoster()
  const mutated = (hunger: number, ...mutations: string[]) => [
    { ...ann, animal: { ...animal, hunger, ...(mutations.length > 0 && { mutations }) } },
  ]
  const shown = () => hub.read(roster, 'main').players['1']?.animal?.mutations
  await report(mutated(80, 'Wader'), 1)
  paths.length = 0
  await report(mutated(79, 'Wader'), 2)
  expect([paths.sort(), shown()]).toEqual([['players.1.animal.hunger', 'readAt'], ['Wader']])
  await report(mutated(79, 'Wader', 'Nocturnal'), 3)
  expect(shown()).toEqual(['Wader', 'Nocturnal'])
  await report(mutated(79), 4)
  expect(shown()).toBeUndefined()
})

test('[RO42] a player who left is removed; death and a new class are shown', async () => {
  const { hub, report } = await openRoster()
  await report([ann, bob], 1)
  await report([{ ...bob, animal: null }], 2)
  expect(hub.read(roster, 'main').players).toEqual({ 2: { id: '2', name: 'Bob', animal: null } })
  await report([bob], 3)
  expect(hub.read(roster, 'main').players['2']).toEqual(bob)
})

test('[RO43] only holders of the staff map permission may read the roster, and it is never journaled', async () => {
  const { hub, memory, report } = await openRoster()
  await report([ann], 1)
  const may = (['owner', 'admin', 'moderator', 'player'] as const).map((role) =>
    hub.mayRead(person(role, role), 'roster/main'),
  )
  expect(may).toEqual([true, true, false, false])
  expect(memory.journal).toEqual([])
})
