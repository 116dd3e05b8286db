import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentId } from '../../../shared/engine/document.ts'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest, person } from '../../testing/principals.ts'
import { staffPresenceFeature } from './feature.ts'
import { createStaffPresence } from './presence.ts'

const rex = '76561198000000001'
const tia = '76561198000000002'
const ada = person('ada', 'admin')
const bea = person('bea', 'moderator')

async function openDesk() {
  const memory = createMemoryStorage()
  const clock = createTestClock()
  const faults: unknown[] = []
  const onFault = (_: string, error: unknown) => void faults.push(error)
  const hub = await createHub({ storage: memory.storage, features: [staffPresenceFeature], clock, onFault })
  const presence = createStaffPresence({ hub, clock, onFault })
  const come = (principal = ada, player = rex) =>
    presence.watcher({ id: documentId(staffPresence, player), principal, began: true })
  const go = (principal = ada, player = rex) =>
    presence.watcher({ id: documentId(staffPresence, player), principal, began: false })
  /** Who is told to have the player picked. */
  const picked = async (player = rex) => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    return hub.read(staffPresence, player).people
  }
  return { memory, clock, faults, come, go, picked }
}

test('[SP1] whoever has a player picked is told with the time since when, and only for that player', async () => {
  const { clock, come, picked } = await openDesk()
  const since = clock.now()
  come()
  clock.pass(5_000)
  come(bea)
  come(bea, tia)
  expect(await picked()).toEqual({ ada: { name: 'ada', since }, bea: { name: 'bea', since: since + 5_000 } })
  expect(Object.keys(await picked(tia))).toEqual(['bea'])
})

test('[SP2] they are gone when their last page has somebody else picked, or is closed', async () => {
  const { come, go, picked } = await openDesk()
  come()
  come()
  go()
  expect(Object.keys(await picked())).toEqual(['ada'])
  go()
  expect(await picked()).toEqual({})
})

test('[SP3] it is for staff alone, at a page of theirs, and for players by their SteamID64', () => {
  const { readableBy } = staffPresence
  const mayRead = (principal: typeof ada, key: string) =>
    readableBy(principal, key, { people: {} }, () => ({}) as never)
  expect([mayRead(ada, rex), mayRead(bea, rex)]).toEqual([true, true])
  expect([mayRead(person('joe'), rex), mayRead(guest, rex)]).toEqual([false, false])
  for (const key of ['', 'Rex', `${rex}0`, '7656119800000000x', rex.slice(1)]) expect(mayRead(ada, key)).toBe(false)
})

test('[SP4] nothing of it is written to the journal', async () => {
  const { memory, faults, come, go, picked } = await openDesk()
  come()
  await picked()
  go()
  await picked()
  expect((await memory.storage.load()).entries).toEqual([])
  expect(faults).toEqual([])
})

test('[SP5] however people come and go, those are told who have a page with the player, and nobody else', async () => {
  const principals = [ada, bea, person('cyd', 'owner')]
  const steps = fc.array(fc.record({ who: fc.nat(2), whom: fc.constantFrom(rex, tia) }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), async (wanted, coins) => {
      const { come, go, picked } = await openDesk()
      const open: (readonly [number, string])[] = []
      for (const { who, whom } of wanted) {
        const at = open.findIndex(([whose, player]) => whose === who && player === whom)
        const leaves = at >= 0 && coins.next().value === true
        if (leaves) open.splice(at, 1)
        else open.push([who, whom])
        ;(leaves ? go : come)(principals[who], whom)
      }
      for (const player of [rex, tia]) {
        const there = principals.filter((_, who) => open.some(([whose, whom]) => whose === who && whom === player))
        expect(Object.keys(await picked(player)).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
      }
    }),
    { numRuns: 30 },
  )
})
