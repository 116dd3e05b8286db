import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { drop, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt, moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { redeemItem } from '../../../shared/features/redemptions/commands.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { ensureAccount, signInAs } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { dinosaurProblems } from '../inventory/testing/checkDinosaurs.ts'
import { annsPlayer, playing } from '../inventory/testing/openInventory.ts'
import { openRedemptions, spawningMod } from './testing/openRedemptions.ts'

const codeOf = (answer: object) => ('code' in answer ? answer.code : 'done')

test('[RQ122] staff neither decide on what their second account redeems nor give it currency', async () => {
  const { hub, clock, ask, order } = await openRedemptions()
  await ensureAccount(hub, clock.now(), { account: 'ada', steamId: '76561198000000022' })
  const { discord } = hub.read(account, 'ada')
  await ask(unlink, { provider: 'discord' }, 'ada')
  await signInAs(hub, { identity: { ...discord, provider: 'discord' }, newAccount: 'alt' } as never)
  const steam = { provider: 'steam', steamId: '76561198000000033', displayName: 'Alt', accountCreated: null } as const
  const shown = { avatar: '', profileUrl: '', realName: '', country: '' }
  await signInAs(hub, { identity: { ...steam, ...shown }, current: 'alt' } as never)
  for (const target of ['ada', 'alt'])
    expect(codeOf(await ask(addCurrency, { target, amount: 500, reason: '' }, 'ada', 'admin'))).toBe('notYourself')
  await ask(addCurrency, { target: 'alt', amount: 500, reason: '' }, 'olga', 'owner')
  expect(codeOf(await ask(redeemItem, { item: 'redeem-triceratops', price: 300, byHand: true }, 'alt'))).toBe('done')
  const [step] = Object.values(hub.read(redemptions, 'alt').entries)[0]?.steps ?? []
  const id = step?.delivery ?? ''
  await order(moveToManual, { id, command: 'x', why: 'No link can do this.' })
  expect(codeOf(await ask(drop, { id }, 'ada', 'admin'))).toBe('mayNot')
  expect(hub.read(wallet, 'alt').voidPearls).toBe(200)
  expect(codeOf(await ask(drop, { id }, 'bea', 'admin'))).toBe('done')
  expect(hub.read(wallet, 'alt').voidPearls).toBe(500)
})

/** Ann, whose Steam account other accounts of hers get, on a server whose mod spawns and parks. */
async function openMoving() {
  const open = await openRedemptions()
  const { hub, clock, links, memory } = open
  await links(...spawningMod, 'park')
  return {
    ...open,
    has: (who: string, steamId: string | null) => ensureAccount(hub, clock.now(), { account: who, steamId }),
    parked: (who: string) => Object.values(hub.read(inventory, who).dinosaurs),
    problems: async () => [...(await open.problems()), ...(await dinosaurProblems(hub, memory.storage))],
  }
}

test('[RQ141] what was redeemed and is parked by another account of the person cannot be sold for a day either, even after one in between was erased', async () => {
  const { ask, dispatch, sees, plays, redeem, deliver, order, hub, clock, has, parked, problems } = await openMoving()
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  await redeem('redeem-triceratops', 300)
  await deliver('confirmed')
  await deliver('confirmed')
  const tradableAt = tradableFrom({ read: hub.read, now: clock.now() })
  clock.pass(1_000)
  await has('ann', null)
  await has('alt', annsPlayer)
  await dispatch(inSession(person('alt')), eraseMe.name, { confirm: 'alt' })
  await has('third', annsPlayer)
  await plays('Triceratops', 100)
  const { delivery: id } = (await ask(parkDinosaur, {}, 'third')) as unknown as { delivery: string }
  await order(beginAttempt, { id, link: 'commandBridge', command: 'x', again: false })
  await order(endAttempt, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  expect(parked('third')).toMatchObject([{ state: 'stored', species: 'Triceratops', tradableAt }])
  expect(tradableAt).toBeGreaterThan(clock.now())
  expect(await problems()).toEqual([])
})

test('[RQ145] while the game may still have a dinosaur that an account parks, no other account of the person parks it', async () => {
  const { ask, plays, order, has, parked, problems } = await openMoving()
  await plays('Triceratops', 100)
  const { delivery: id } = (await ask(parkDinosaur, {})) as unknown as { delivery: string }
  await order(beginAttempt, { id, link: 'commandBridge', command: 'x', again: false })
  await has('ann', null)
  await has('alt', annsPlayer)
  expect(codeOf(await ask(parkDinosaur, {}, 'alt'))).toBe('moving')
  await order(endAttempt, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  expect(codeOf(await ask(parkDinosaur, {}, 'alt'))).toBe('unsettled')
  await ask(settle, { id, happened: false }, 'ada', 'admin')
  expect(codeOf(await ask(parkDinosaur, {}, 'alt'))).toBe('done')
  expect([parked('ann'), parked('alt').length]).toEqual([[], 1])
  expect(await problems()).toEqual([])
})

test('[RQ142] while something is held for a dinosaur that an account redeems, no other account of the person parks one', async () => {
  const { ask, sees, redeem, deliver, current, has, parked, problems } = await openMoving()
  const other = '76561198000000044'
  await has('ann', other)
  await has('alt', annsPlayer)
  await sees(entryOf(other, 'Rex', 'none'), playing(annsPlayer, 'Triceratops', 50))
  await redeem('redeem-triceratops', 300)
  await deliver('confirmed')
  expect(codeOf(await ask(parkDinosaur, {}, 'alt'))).toBe('moving')
  await deliver('unknown')
  expect(codeOf(await ask(parkDinosaur, {}, 'alt'))).toBe('unsettled')
  await ask(settle, { id: current()?.id, happened: true }, 'ada', 'admin')
  expect(codeOf(await ask(parkDinosaur, {}, 'alt'))).toBe('done')
  expect(parked('alt')).toMatchObject([{ state: 'parking' }])
  expect(await problems()).toEqual([])
})
