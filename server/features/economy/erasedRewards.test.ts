import { expect, test } from 'vitest'
import { keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { erasedRewards, erasedRewardsSecret } from '../../../shared/features/economy/erasedRewards.ts'
import { signInAs } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { identityKeyOf } from '../account/rules.ts'
import { openRewards, paid } from './testing/openRewards.ts'

const dayMs = 86_400_000

test('[RWD15] a user who erases the account and signs in again is paid neither the bonus of the day nor the welcome again; the next day pays, and nothing kept leads to the person', async () => {
  const { come, change, link, erase, hub, clock, balanceOf, problems } = await openRewards()
  const steamId = '76561198000000321'
  await change({ welcomeGrant: { isOn: true, amount: 500 } })
  clock.pass(1)
  await link('once', steamId)
  expect(paid(await come('once'))).toHaveLength(2)
  for (const again of ['twice', 'thrice']) {
    expect(await erase(again === 'twice' ? 'once' : 'twice')).toMatchObject({ ok: true })
    await link(again, steamId)
    expect(paid(await come(again))).toEqual([])
  }
  const kept = [...hub.journaledIds()].filter((id) => kindOf(id) === erasedRewards.kind)
  const text = JSON.stringify(kept.map((id) => hub.read(erasedRewards, keyOf(id))))
  for (const personal of [steamId, 'once', identityKeyOf('steam', steamId, false)]) expect(text).not.toContain(personal)
  // A store that is read without the secret shows only that someone was paid.
  expect(kept.map(keyOf)).toContain(erasedRewardsSecret)
  clock.pass(dayMs)
  expect(paid(await come('thrice')).map(({ cause }) => cause)).toEqual(['dailyBonus'])
  expect(balanceOf('thrice')).toBe(50)
  await link('other', '76561198000000322')
  expect(paid(await come('other'))).toHaveLength(2)
  expect(await problems()).toEqual([])
})

test('[RWD17] a user who moves the Steam or Discord account to another account is paid neither the bonus of the day nor the welcome again; the next day pays', async () => {
  for (const provider of ['steam', 'discord'] as const) {
    const { come, change, link, dispatch, hub, clock, balanceOf, problems } = await openRewards()
    await change({ welcomeGrant: { isOn: true, amount: 500 } })
    clock.pass(1)
    await link('once', '76561198000000321')
    expect(paid(await come('once'))).toHaveLength(2)
    const identity = hub.read(account, 'once')[provider]
    expect(await dispatch(inSession(person('once')), unlink.name, { provider })).toMatchObject({ ok: true })
    await signInAs(hub, { identity: identity as never, newAccount: 'alt' })
    expect(paid(await come('alt')), provider).toEqual([])
    clock.pass(dayMs)
    expect(paid(await come('alt')).map(({ cause }) => cause)).toEqual(['dailyBonus'])
    expect(paid(await come('once')).map(({ cause }) => cause)).toEqual(['dailyBonus'])
    expect([balanceOf('alt'), balanceOf('once'), await problems()]).toEqual([50, 600, []])
  }
})

test('[RWD16] a mark of a bonus alone is dropped after its day', async () => {
  const { come, link, erase, hub, clock } = await openRewards()
  const marks = () =>
    [...hub.journaledIds()]
      .filter((id) => kindOf(id) === erasedRewards.kind)
      .flatMap((id) => Object.values(hub.read(erasedRewards, keyOf(id)).marks))
  for (let day = 0; day < 40; day += 1) {
    await link(`short-${day}`, `765611980000${10_000 + day}`)
    await come(`short-${day}`)
    await erase(`short-${day}`)
    clock.pass(dayMs)
  }
  // Two identities of each, in 64 documents of which each drops its old ones when it gets a new one.
  expect(marks().length).toBeLessThan(64)
  expect(marks().every(({ hasWelcome }) => !hasWelcome)).toBe(true)
})
