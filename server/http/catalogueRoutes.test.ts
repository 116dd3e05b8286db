import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { openShop } from '../features/shop/testing/openShop.ts'
import { catalogueRoutes } from './catalogueRoutes.ts'

async function open(features: Partial<HubFeatures> = {}) {
  const shop = await openShop()
  const app = fastify()
  onTestFinished(() => app.close())
  catalogueRoutes(app, { hub: shop.hub, clock: shop.clock, features: HubFeatures.parse(features) })
  const ask = async (url: string) => {
    const answer = await app.inject({ method: 'GET', url })
    return { status: answer.statusCode, cache: answer.headers['cache-control'], ...answer.json() }
  }
  return { ...shop, ask }
}

test('[CT21] GET /api/shop/items has the price list of the player shop, and may be kept for 5 minutes', async () => {
  const { ask, change } = await open()
  await change({ 'full-heal': { price: 60 }, 'weather-fog': { isOn: false } })
  const { status, cache, success, items } = await ask('/api/shop/items')
  expect([status, cache, success]).toEqual([200, 'public, max-age=300', true])
  expect(Object.keys(items.dinosaurs)).toHaveLength(7)
  expect(items.dinosaurs.Tyrannosaurus).toEqual({ cost: 1000 })
  expect(items.perks).toMatchObject({ 'Full Heal': { cost: 60 }, 'Custom Message': { cost: 25 } })
  expect(items.weather).toEqual({ Clear: { cost: 150 }, Rain: { cost: 150 }, Storm: { cost: 150 } })
})

test('[CT22] GET /api/shop/catalogue has the dinosaurs that are sold, with the sale that runs', async () => {
  const { ask, change, clock } = await open()
  const endsAt = clock.now() + 60_000
  await change({ tyrannosaurus: { sale: { price: 8000, endsAt }, perDay: 1 } })
  const { cache, dinosaurs } = await ask('/api/shop/catalogue')
  expect([cache, dinosaurs.length]).toEqual(['public, max-age=300', 19])
  expect(dinosaurs[0]).toEqual({
    id: 'tyrannosaurus',
    name: 'Tyrannosaurus',
    type: 'carnivore',
    currency: 'Void Pearls',
    basePrice: 10_000,
    price: 8000,
    saleEnds: new Date(endsAt).toISOString(),
    weight: 8000,
    rarity: 'Apex',
    abilities: ['Bone Crush', 'Roar', 'Keen Scent'],
    limitPerDay: 1,
  })
})

test('[CT23] while currency is switched off both say so', async () => {
  const { ask } = await open({ realCurrency: false })
  for (const path of ['/api/shop/items', '/api/shop/catalogue'])
    expect(await ask(path)).toMatchObject({ status: 404, code: 'featureOff' })
})
