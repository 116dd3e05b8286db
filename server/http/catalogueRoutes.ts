import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type CatalogueChanges, catalogue, catalogueKey, offersOf } from '../../shared/features/catalogue/catalogue.ts'
import { dinosaurTypes, type ItemKind } from '../../shared/features/catalogue/items.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type RouteDocs, withDocs } from './openApi.ts'
import { featureOff } from './problem.ts'

export interface CatalogueRoutesDeps {
  readonly hub: Pick<Hub, 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly features: HubFeatures
}

const Items = z.record(z.string(), z.strictObject({ cost: z.int() }))
const itemsDocs: RouteDocs = {
  summary: 'What the player shop sells, by name, with what each costs now in Void Pearls.',
  who: 'anyone',
  answer: z.strictObject({
    success: z.literal(true),
    items: z.strictObject({ dinosaurs: Items, perks: Items, weather: Items }),
  }),
}

const catalogueDocs: RouteDocs = {
  summary: 'The dinosaurs of the shop.',
  description: '`price` is what is asked now. It is below `basePrice` during a sale, which ends at `saleEnds`.',
  who: 'anyone',
  answer: z.strictObject({
    success: z.literal(true),
    dinosaurs: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        type: z.enum(dinosaurTypes),
        currency: z.literal('Void Pearls'),
        basePrice: z.int(),
        price: z.int(),
        saleEnds: z.iso.datetime().nullable(),
        weight: z.int().describe('Kilograms.'),
        rarity: z.enum(['Apex', 'Legendary', 'Rare', 'Uncommon', 'Common']),
        abilities: z.array(z.string()),
        limitPerDay: z.int().nullable(),
      }),
    ),
  }),
}

/** Seconds for which an answer may be kept. The price at which something is sold is checked in any case. */
const answerAge = 300

/** The price lists, for other sites and bots. What is switched off is left out. */
export function catalogueRoutes(app: FastifyInstance, { hub, clock, features }: CatalogueRoutesDeps) {
  const offered = <Kind extends ItemKind>(kind: Kind) => {
    const changes: Readonly<CatalogueChanges> = hub.read(catalogue, catalogueKey)
    return offersOf(changes, kind, clock.now()).filter(({ isOn }) => isOn)
  }
  const costs = (kind: ItemKind) => Object.fromEntries(offered(kind).map(({ name, price }) => [name, { cost: price }]))

  app.get('/api/shop/items', withDocs({}, itemsDocs), async (_request, reply) => {
    if (!features.realCurrency) return featureOff(reply, 'realCurrency')
    reply.header('cache-control', `public, max-age=${answerAge}`)
    const items = { dinosaurs: costs('redemptionDinosaur'), perks: costs('perk'), weather: costs('weather') }
    return { success: true, items }
  })

  app.get('/api/shop/catalogue', withDocs({}, catalogueDocs), async (_request, reply) => {
    if (!features.realCurrency) return featureOff(reply, 'realCurrency')
    reply.header('cache-control', `public, max-age=${answerAge}`)
    const dinosaurs = offered('dinosaur').map(({ id, name, type, basePrice, price, sale, weightKg, ...rest }) => ({
      id,
      name,
      type,
      currency: 'Void Pearls',
      basePrice,
      price,
      saleEnds: sale?.endsAt ? new Date(sale.endsAt).toISOString() : null,
      weight: weightKg,
      rarity: rest.rarity.charAt(0).toUpperCase() + rest.rarity.slice(1),
      abilities: rest.abilities,
      limitPerDay: rest.perDay,
    }))
    return { success: true, dinosaurs }
  })
}
