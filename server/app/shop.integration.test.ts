import { expect, onTestFinished, test } from 'vitest'
import type { CatalogueChanges } from '../../shared/features/catalogue/catalogue.ts'
import { changeItems, importCatalogue } from '../../shared/features/catalogue/commands.ts'
import { addCurrency } from '../../shared/features/ledger/commands.ts'
import { buyDinosaur } from '../../shared/features/shop/commands.ts'
import type { Wallet } from '../../shared/features/wallet/wallet.ts'
import { openTestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'

const ownersSteamId = '76561198000000778'

const walletOf = ({ copies }: TestClient) => copies.get('wallet/buyer') as Wallet | undefined
const pricesOf = ({ copies }: TestClient) => copies.get('catalogue/main') as CatalogueChanges | undefined

test('[BZ15] at the front door: a changed price reaches an open shop by a patch, the old one is refused, and a purchase outlives a restart', async () => {
  const app = await openTestApp({ ownerSteamIds: [ownersSteamId] })
  onTestFinished(() => app.close())
  const owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  const buyer = await app.visitAs({ account: 'buyer', name: 'Ann' })
  const guest = await app.visit()
  expect(await owner.command(addCurrency.name, { target: 'buyer', amount: 3_000 })).toMatchObject({ ok: true })
  await guest.watch('catalogue/main')
  await buyer.watch('catalogue/main', 'wallet/buyer', 'inventory/buyer')
  await buyer.until(() => walletOf(buyer)?.voidPearls === 3_000)

  expect(await owner.command(changeItems.name, { changes: { troodon: { price: 1_000 } } })).toMatchObject({ ok: true })
  for (const client of [buyer, guest]) await client.until(() => pricesOf(client)?.changes.troodon?.price === 1_000)
  const buy = (price: number) => buyer.command(buyDinosaur.name, { item: 'troodon', price })
  expect(await buy(1_200)).toMatchObject({
    ok: false,
    code: 'repriced',
    message: expect.stringContaining('1,200 to 1,000'),
  })
  expect(await buy(1_000)).toMatchObject({ ok: true, output: { newBalance: 2_000 } })
  await buyer.until(() => walletOf(buyer)?.voidPearls === 2_000)
  expect(Object.values((buyer.copies.get('inventory/buyer') as { dinosaurs: object }).dinosaurs)).toHaveLength(1)

  expect(await guest.command(buyDinosaur.name, { item: 'troodon', price: 1_000 })).toMatchObject({ code: 'forbidden' })
  const csv = 'id,list price\ntroodon,900\ntroodon,800'
  expect(await owner.command(importCatalogue.name, { csv })).toMatchObject({
    code: 'badInput',
    problems: [expect.stringContaining('Line 3: "troodon" is on line 2, too')],
  })
  await app.restart()
  const again = await app.visitAs({ account: 'buyer', name: 'Ann' })
  expect(await again.command(buyDinosaur.name, { item: 'troodon', price: 1_000 })).toMatchObject({
    ok: true,
    output: { newBalance: 1_000 },
  })
})
