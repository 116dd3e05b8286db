import { expect, test } from 'vitest'
import { faucet, faultOf, holdOf, move, type Operation, playersOf, walletOf } from './operation.ts'

const grant = move(faucet('staffGrant'), walletOf('ann'), 'voidPearls', 5)
const changed = (change: object): Operation['entries'] => grant.map((entry) => ({ ...entry, ...change }))

test('[DE1] an operation whose entries do not sum to zero in each currency is a fault', () => {
  expect(faultOf({ entries: grant })).toBeNull()
  const more = move(faucet('staffGrant'), walletOf('ann'), 'sylvanShards', 5)
  expect(faultOf({ entries: [...grant, ...more] })).toBeNull()
  expect(faultOf({ entries: [...grant, ...more.slice(1)] })).toMatch(/sum to 5 sylvanShards/)
  // Sums to zero over both currencies.
  const mixed = [...grant.slice(1), ...more.slice(0, 1)]
  expect(faultOf({ entries: mixed })).toMatch(/sum to 5 voidPearls/)
})

test('[DE2] amounts are whole, not zero, and at most 10^12', () => {
  for (const amount of [0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 10 ** 12 + 1, 2 ** 53])
    expect(
      faultOf({ entries: move(faucet('staffGrant'), walletOf('ann'), 'voidPearls', amount) }),
      `${amount}`,
    ).toMatch(/is not an amount/)
  expect(faultOf({ entries: move(faucet('staffGrant'), walletOf('ann'), 'voidPearls', 10 ** 12) })).toBeNull()
})

test('[DE3] a transfer to oneself, an unknown currency and an operation without a wallet are faults', () => {
  expect(faultOf({ entries: move(walletOf('ann'), walletOf('ann'), 'voidPearls', 5) })).toMatch(/two entries/)
  expect(faultOf({ entries: move(walletOf('ann'), walletOf('bob'), 'voidPearls', 5) })).toBeNull()
  expect(faultOf({ entries: changed({ currency: 'gold' }) })).toMatch(/"gold" is not a currency/)
  expect(faultOf({ entries: [] })).toMatch(/fewer than two/)
  expect(faultOf({ entries: changed({ account: faucet('staffGrant') }) })).toMatch(/no wallet/)
  const three = [
    ...move(walletOf('ann'), walletOf('bob'), 'voidPearls', 5),
    ...move(walletOf('cy'), walletOf('ann'), 'razorTalons', 5),
  ]
  expect(faultOf({ entries: three })).toMatch(/more than two wallets/)
})

test('[DE4] a hold belongs to the wallet from which it is set aside', () => {
  const entries = move(walletOf('ann'), holdOf('ann', 'h1'), 'voidPearls', 5)
  expect([faultOf({ entries }), playersOf({ entries })]).toEqual([null, ['ann']])
})
