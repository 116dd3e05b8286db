import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { tellAccount } from '../../../shared/features/account/commands.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/people.ts'
import { accountFeature } from './feature.ts'

const steamId = '76561198000000001'

async function openAccounts(memory = createMemoryStorage()) {
  const clock = createTestClock()
  const hub = await createHub({ storage: memory.storage, features: [accountFeature], clock, onFault() {} })
  const tell = (told: object) =>
    hub.order('sign-in', tellAccount.name, { account: 'ann', name: 'Ann', steamId, ...told })
  return { hub, memory, clock, tell }
}

test('[AC1] what a sign-in found out stands in the account, also after a restart', async () => {
  const { hub, memory, tell } = await openAccounts()
  expect(hub.read(account, 'ann')).toEqual({ name: '', steamId: null })
  await tell({})
  expect(hub.read(account, 'ann')).toEqual({ name: 'Ann', steamId })
  await hub.close()
  expect((await openAccounts(memory)).hub.read(account, 'ann')).toEqual({ name: 'Ann', steamId })
})

test('[AC2] telling the same again changes nothing and is not written down; what is new is', async () => {
  const { hub, memory, tell } = await openAccounts()
  await tell({})
  const { version } = hub.copy('account/ann') ?? {}
  await tell({})
  expect(hub.copy('account/ann')?.version).toBe(version)
  expect(memory.journal).toHaveLength(1)
  await tell({ name: 'Annabel', steamId: null })
  expect(hub.read(account, 'ann')).toEqual({ name: 'Annabel', steamId: null })
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
