import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { drop } from '../../../shared/features/deliveries/followUpCommands.ts'
import { moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { redeemItem } from '../../../shared/features/redemptions/commands.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { ensureAccount, signInAs } from '../../testing/accounts.ts'
import { openRedemptions } from './testing/openRedemptions.ts'

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
