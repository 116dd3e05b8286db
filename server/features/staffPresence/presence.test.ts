import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { mostSelected, staffPresence, staffSelection } from '../../../shared/features/staffPresence/staffPresence.ts'
import { wholeLoad } from '../../storage/contract/wholeLoad.ts'
import { guest, person } from '../../testing/principals.ts'
import { ada, bea, openPresence, rex, tia } from './testing/openPresence.ts'

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
  const { readableBy } = staffSelection
  const mayRead = (principal: typeof ada, key: string) => readableBy(principal, key, {}, () => ({}) as never)
  const reads = (principal: typeof ada) =>
    staffPresence.readableBy(principal, mainServer, { players: {} }, () => ({}) as never)
  expect([ada, bea, person('joe'), guest].map(reads)).toEqual([true, true, false, false])
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
  expect((await wholeLoad(memory.storage)).entries).toEqual([])
  expect(faults).toEqual([])
})

test('[BH27] a player whom no one has selected any more is not kept, and an account has 20 selected at most', async () => {
  const { hub, select, deselect, selectedBy } = await openPresence()
  const listed = () => hub.read(staffPresence, mainServer).players
  const ids = Array.from({ length: 3 * mostSelected }, (_, at) => `7656119800${String(at).padStart(7, '0')}`)
  for (const id of ids) select(ada, id)
  select(bea, ids.at(-1))
  await selectedBy()
  const ofAda = () => Object.keys(listed()).filter((id) => Object.hasOwn(listed()[id] ?? {}, 'ada'))
  expect(ofAda()).toEqual(ids.slice(0, mostSelected))
  expect(Object.keys(listed())).toHaveLength(mostSelected + 1)
  for (const id of ids) deselect(ada, id)
  await selectedBy()
  expect(Object.keys(listed())).toEqual(ids.slice(-1))
  select(ada, ids[30])
  expect(Object.keys(await selectedBy(ids[30]))).toEqual(['ada'])
})
