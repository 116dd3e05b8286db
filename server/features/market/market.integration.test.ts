import { expect, onTestFinished, test } from 'vitest'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { buyListing, openListing, withdrawListing } from '../../../shared/features/market/commands.ts'
import { feeOf } from '../../../shared/features/market/fee.ts'
import { listings } from '../../../shared/features/market/listing.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { openTestApp } from '../../testing/testApp.ts'

const buyers = ['bob', 'cleo', 'dora', 'emil'] as const
const price = 400

test('[VR1] of four users who buy one listing at once over their sockets, while its seller withdraws it, one answer is yes and the money adds up', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const { hub } = app.hub()
  const owner = await app.visitAs({ account: 'olga', role: 'owner' })
  const market = { ...hub.read(economySettings).market, resaleLockHours: 0 }
  const trades = { fromHours: 0, perHour: 0, hoursPerDinosaur: 0 }
  await owner.command(changeEconomySettings.name, { market, trades })
  const ann = await app.visitAs({ account: 'ann', name: 'Ann' })
  await owner.command(addCurrency.name, { target: 'ann', amount: 1_000 })
  const clients = await Promise.all(buyers.map((account) => app.visitAs({ account, name: account })))
  for (const target of buyers)
    await owner.command(addCurrency.name, { target, amount: 1_000, currency: 'sylvanShards' })
  for (let round = 0; round < 2; round += 1) {
    await ann.command(buyDinosaur.name, { item: 'hypsilophodon', price: 500 })
    const [id = ''] = Object.keys(hub.read(inventory, 'ann').dinosaurs)
    const asked = { item: { kind: 'dinosaur', id }, price, fee: feeOf(market, price) }
    expect(await ann.command(openListing.name, asked)).toMatchObject({ ok: true })
    const [listing = ''] = Object.keys(hub.read(listings, 'ann').open)
    const answers = await Promise.all([
      ...clients.map((client) => client.command(buyListing.name, { seller: 'ann', listing, price })),
      ann.command(withdrawListing.name, { listing }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('gone')
    const holders = ['ann', ...buyers].filter((who) => Object.hasOwn(hub.read(inventory, who).dinosaurs, id))
    expect(holders).toHaveLength(1)
    const paid = buyers.reduce((sum, who) => sum + 1_000 - hub.read(wallet, who).sylvanShards, 0)
    const fees = (paid / price) * feeOf(market, price)
    expect(hub.read(wallet, 'ann').sylvanShards).toBe(paid - fees)
  }
})
