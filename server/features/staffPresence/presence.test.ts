import { expect, test } from 'vitest'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
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
