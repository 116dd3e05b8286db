import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { tellAccount } from '../../../shared/features/account/commands.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/people.ts'
import { accountFeature } from './feature.ts'

const steamId = '76561198000000001'

async function openAccounts(memory = createMemoryStorage(), clock = createTestClock()) {
  const hub = await createHub({ storage: memory.storage, features: [accountFeature], clock, onFault() {} })
  const tell = (told: object) =>
    hub.order('sign-in', tellAccount.name, { account: 'ann', name: 'Ann', steamId, ...told })
  return { hub, memory, clock, tell }
}

test('[AC1] what a sign-in found out stands in the account, also after a restart', async () => {
  const { hub, memory, clock, tell } = await openAccounts()
  expect(hub.read(account, 'ann')).toEqual({ name: '', steamId: null, linkedAt: null })
  await tell({})
  const told = { name: 'Ann', steamId, linkedAt: clock.now() }
  expect(hub.read(account, 'ann')).toEqual(told)
  await hub.close()
  expect((await openAccounts(memory)).hub.read(account, 'ann')).toEqual(told)
})

test('[AC2] telling the same again changes nothing and is not written down; what is new is', async () => {
  const { hub, memory, tell } = await openAccounts()
  await tell({})
  const { version } = hub.copy('account/ann') ?? {}
  await tell({})
  expect(hub.copy('account/ann')?.version).toBe(version)
  expect(memory.journal).toHaveLength(1)
  await tell({ name: 'Annabel', steamId: null })
  expect(hub.read(account, 'ann')).toEqual({ name: 'Annabel', steamId: null, linkedAt: null })
})

test('[AC3] an account is for its player alone', async () => {
  const { hub, tell } = await openAccounts()
  await tell({})
  const may = (['ann', 'bob'] as const).map((who) => hub.mayRead(person(who, 'owner'), 'account/ann'))
  expect(may).toEqual([true, false])
})

test('[AC4] nobody tells the hub who they are, not even the owner', async () => {
  const { hub, clock } = await openAccounts()
  const call = { id: freshId(clock.now()), name: tellAccount.name, input: { account: 'ann', name: 'Me', steamId } }
  expect(await hub.dispatch(person('ann', 'owner'), call)).toMatchObject({ ok: false, code: 'forbidden' })
})

test('[AC5] since when a player is linked is told anew with another player only, not with another name', async () => {
  const { hub, clock, tell } = await openAccounts()
  const linkedAt = () => hub.read(account, 'ann').linkedAt
  await tell({})
  const first = clock.now()
  clock.pass(60_000)
  await tell({ name: 'Annabel' })
  expect(linkedAt()).toBe(first)
  await tell({ steamId: '76561198000000002' })
  expect(linkedAt()).toBe(first + 60_000)
  await tell({ steamId: null })
  expect(linkedAt()).toBeNull()
  clock.pass(60_000)
  await tell({ steamId: '76561198000000002' })
  expect(linkedAt()).toBe(first + 120_000)
})

test('[AC6] an account that an older release wrote has no such time, and signing in again gives it none', async () => {
  const memory = createMemoryStorage()
  await memory.storage.checkpoint(0, [{ id: 'account/ann', version: 1, value: { name: 'Ann', steamId } }])
  const { hub, tell } = await openAccounts(memory)
  await tell({})
  expect(hub.read(account, 'ann')).toEqual({ name: 'Ann', steamId, linkedAt: null })
})
