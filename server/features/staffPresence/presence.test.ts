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

async function openPresence() {
  const memory = createMemoryStorage()
  const clock = createTestClock()
  const faults: unknown[] = []
  const onFault = (_: string, error: unknown) => void faults.push(error)
  const hub = await createHub({ storage: memory.storage, features: [staffPresenceFeature], clock, onFault })
  const presence = createStaffPresence({ hub, clock, onFault })
  const select = (principal = ada, player = rex) =>
    presence.watched({ id: documentId(staffPresence, player), principal, began: true })
  const deselect = (principal = ada, player = rex) =>
    presence.watched({ id: documentId(staffPresence, player), principal, began: false })
  /** The staff who are listed as having the player selected. */
  const selectedBy = async (player = rex) => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    return hub.read(staffPresence, player).people
  }
  return { memory, clock, faults, select, deselect, selectedBy }
}

test('[SP1] staff who have a player selected are listed with the time since when, for that player only', async () => {
  const { clock, select, selectedBy } = await openPresence()
  const since = clock.now()
  select()
  clock.pass(5_000)
  select(bea)
  select(bea, tia)
  expect(await selectedBy()).toEqual({ ada: { name: 'ada', since }, bea: { name: 'bea', since: since + 5_000 } })
  expect(Object.keys(await selectedBy(tia))).toEqual(['bea'])
})

test('[SP2] staff are no longer listed when their last page selects another player or closes', async () => {
  const { select, deselect, selectedBy } = await openPresence()
  select()
  select()
  deselect()
  expect(Object.keys(await selectedBy())).toEqual(['ada'])
  deselect()
  expect(await selectedBy()).toEqual({})
})

test('[SP3] only staff read it, and only for a SteamID64', () => {
  const { readableBy } = staffPresence
  const mayRead = (principal: typeof ada, key: string) =>
    readableBy(principal, key, { people: {} }, () => ({}) as never)
  expect([mayRead(ada, rex), mayRead(bea, rex)]).toEqual([true, true])
  expect([mayRead(person('joe'), rex), mayRead(guest, rex)]).toEqual([false, false])
  for (const key of ['', 'Rex', `${rex}0`, '7656119800000000x', rex.slice(1)]) expect(mayRead(ada, key)).toBe(false)
})

test('[SP4] it is not written to the journal', async () => {
  const { memory, faults, select, deselect, selectedBy } = await openPresence()
  select()
  await selectedBy()
  deselect()
  await selectedBy()
  expect((await memory.storage.load()).entries).toEqual([])
  expect(faults).toEqual([])
})

test('[SP5] through any sequence of selections, exactly the staff with a page on the player are listed', async () => {
  const principals = [ada, bea, person('cyd', 'owner')]
  const steps = fc.array(fc.record({ who: fc.nat(2), whom: fc.constantFrom(rex, tia) }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), async (wanted, coins) => {
      const { select, deselect, selectedBy } = await openPresence()
      const open: (readonly [number, string])[] = []
      for (const { who, whom } of wanted) {
        const at = open.findIndex(([whose, player]) => whose === who && player === whom)
        const leaves = at >= 0 && coins.next().value === true
        if (leaves) open.splice(at, 1)
        else open.push([who, whom])
        ;(leaves ? deselect : select)(principals[who], whom)
      }
      for (const player of [rex, tia]) {
        const there = principals.filter((_, who) => open.some(([whose, whom]) => whose === who && whom === player))
        expect(Object.keys(await selectedBy(player)).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
      }
    }),
    { numRuns: 30 },
  )
})
