import { describe, expect, test } from 'vitest'
import { species } from '../world/species.ts'
import { catalogue, defaultItems, nextSaleEnd, offerOf, offersOf } from './catalogue.ts'
import { catalogueCsv, parseCatalogueCsv } from './csv.ts'
import { dinosaurItems } from './dinosaurs.ts'
import { editedItems, editInWords } from './edits.ts'
import { type ItemKind, rarities } from './items.ts'
import { mainMutations, mutationIdOf, parentMutations } from './mutations.ts'
import { redemptionDinosaurItems } from './redemptionItems.ts'

const none = catalogue.schema.parse({})
const now = Date.UTC(2026, 10, 22, 12)
const changed = (id: string, change: object) => catalogue.schema.parse({ changes: { [id]: change } })
const namesAndPrices = (kind: ItemKind) => offersOf(none, kind, now).map(({ name, price }) => [name, price])

describe('the items', () => {
  test('[CT1] the shop has 19 species with their prices and tiers, and Diabloceratops, which is off', () => {
    expect(
      dinosaurItems.map(
        ({ id, type, basePrice, weightKg, rarity }) => `${id} ${type} ${basePrice} ${weightKg} ${rarity}`,
      ),
    ).toEqual([
      'tyrannosaurus carnivore 10000 8000 apex',
      'deinosuchus aquatic 9500 8200 apex',
      'triceratops herbivore 9000 8500 apex',
      'allosaurus carnivore 7500 2300 legendary',
      'stegosaurus herbivore 7000 6000 legendary',
      'carnotaurus carnivore 5000 1600 rare',
      'ceratosaurus carnivore 4500 1300 rare',
      'utahraptor carnivore 3800 450 rare',
      'maiasaura herbivore 3500 4000 rare',
      'tenontosaurus herbivore 3000 1600 rare',
      'dilophosaurus carnivore 2800 700 rare',
      'pachycephalosaurus herbivore 1900 500 uncommon',
      'herrerasaurus carnivore 1800 300 uncommon',
      'gallimimus omnivore 1600 450 uncommon',
      'beipiaosaurus omnivore 1400 85 uncommon',
      'troodon carnivore 1200 60 uncommon',
      'pteranodon flyer 1100 90 common',
      'dryosaurus herbivore 900 110 common',
      'hypsilophodon herbivore 500 30 common',
      'diabloceratops herbivore 5500 3000 rare',
    ])
    const off = offersOf(none, 'dinosaur', now).filter(({ isOn }) => !isOn)
    expect(off.map(({ id }) => id)).toEqual(['diabloceratops'])
  })

  test('[CT2] each species of the shop is one of the game, and has two to four short abilities', () => {
    for (const { species: gameName, abilities, name } of dinosaurItems) {
      expect(species[gameName], gameName).toBeDefined()
      expect(abilities.length >= 2 && abilities.length <= 4, name).toBe(true)
      expect(abilities.every((ability) => ability.length <= 16)).toBe(true)
    }
  })

  test('[CT3] there are 22 main and 31 parent mutations, each with a sentence, and all are free', () => {
    expect([mainMutations.length, parentMutations.length]).toEqual([22, 31])
    const given = ['Advanced Gestation', 'Cellular Regeneration', 'Nocturnal', 'Osteosclerosis', 'Hematophagy']
    const names = parentMutations.map(({ name }) => name)
    for (const name of [...given, 'Gastronomic Regeneration', 'Prolific Reproduction']) expect(names).toContain(name)
    expect(parentMutations.every(({ id }) => id.endsWith('-parent'))).toBe(true)
    expect(mainMutations.every(({ id }) => !id.endsWith('-parent'))).toBe(true)
    for (const { description, basePrice } of [...mainMutations, ...parentMutations])
      expect([description.endsWith('.'), basePrice]).toEqual([true, 0])
  })

  test('[CT60] a mutation of the game is known by its letters, the main one first, and an unknown one keeps its name', () => {
    expect(
      ['Nocturnal', 'hydrodynamic', 'EfficientDigestion', 'Tactile Endurance', 'Night Eyes'].map(mutationIdOf),
    ).toEqual(['nocturnal', 'hydrodynamic', 'efficient-digestion', 'tactile-endurance-parent', 'Night Eyes'])
  })

  test('[CT4] the redemption centre has 16 items, and the player shop a message and four weathers beside them', () => {
    expect(namesAndPrices('redemptionDinosaur')).toEqual([
      ['Carnotaurus', 500],
      ['Tyrannosaurus', 1000],
      ['Triceratops', 300],
      ['Allosaurus', 400],
      ['Dilophosaurus', 200],
      ['Utahraptor', 350],
      ['Stegosaurus', 250],
    ])
    expect(namesAndPrices('perk')).toEqual([
      ['Full Heal', 50],
      ['Adult Growth', 200],
      ['Half Growth', 100],
      ['Custom Teleport', 75],
      ['Weather Control (30 min)', 150],
      ['Custom Message', 25],
    ])
    expect(namesAndPrices('variant')).toEqual([
      ['Albino Mutation', 300],
      ['Melanistic Mutation', 350],
      ['Hyperodontosaurus Mutation', 500],
      ['Achillobator Mutation', 400],
    ])
    expect(namesAndPrices('weather')).toEqual(['Clear', 'Rain', 'Storm', 'Fog'].map((name) => [name, 150]))
    expect(redemptionDinosaurItems.map(({ variants }) => variants.length)).toEqual([3, 4, 2, 3, 2, 3, 2])
  })

  test("[CT5] the six skins have their prices and rarities; colours of one's own are a seventh, which is off", () => {
    const skins = offersOf(none, 'skin', now)
    expect(skins.map(({ name, price, rarity, isLocked }) => [name, price, rarity, isLocked])).toEqual([
      ['Default', 0, 'common', false],
      ['Albino', 500, 'rare', false],
      ['Melanistic', 500, 'rare', false],
      ['Leucistic', 750, 'epic', false],
      ['Tiger Stripes', 1000, 'legendary', true],
      ['Forest Green', 1000, 'legendary', true],
      ['Own Colours', 1500, 'legendary', false],
    ])
    expect(skins.filter(({ isOn }) => !isOn).map(({ id }) => id)).toEqual(['skin-own-colours'])
  })

  test('[CT6] every id is unique, and fit for an address', () => {
    const ids = defaultItems.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
    expect(rarities.length).toBe(6)
  })
})

describe('offers', () => {
  test('[CT7] what the owner changed comes before the defaults; a sale is asked while it runs', () => {
    const sale = { price: 6000, endsAt: now + 1_000 }
    const own = changed('triceratops', { price: 8000, sale, order: 0, perDay: 2 })
    const during = { basePrice: 8000, price: 6000, sale, isOn: true, order: 0, perDay: 2 }
    expect(offerOf(own, 'triceratops', now)).toMatchObject(during)
    expect(offerOf(own, 'triceratops', now + 1_000)).toMatchObject({ basePrice: 8000, price: 8000, sale: null })
    expect(offerOf(none, 'triceratops', now)).toMatchObject({ basePrice: 9000, price: 9000, sale: null, perDay: null })
    expect(offersOf(own, 'dinosaur', now)[0]?.id).toBe('triceratops')
    expect([nextSaleEnd(own, now), nextSaleEnd(own, now + 1_000)]).toEqual([now + 1_000, null])
    expect([offerOf(none, 'dodo', now), offerOf(none, 'constructor', now)]).toEqual([undefined, undefined])
  })

  test('[CT8] a sale that is not below the list price is none', () => {
    const own = changed('troodon', { price: 900, sale: { price: 900, endsAt: null } })
    expect(offerOf(own, 'troodon', now)).toMatchObject({ price: 900, sale: null })
  })
})

describe('the table as a file', () => {
  const own = catalogue.schema.parse({
    changes: {
      triceratops: { price: 8000, sale: { price: 6000, endsAt: now + 60_000 }, perDay: 2 },
      diabloceratops: { isOn: true, order: 7 },
    },
  })
  const lineOf = (csv: string, id: string) => csv.split('\r\n').find((line) => line.startsWith(`${id},`))

  test('[CT9] it has a line for each item and reads back to the same offers', () => {
    const csv = catalogueCsv(own, now)
    expect(csv.split('\r\n')).toHaveLength(defaultItems.length + 2)
    expect(lineOf(csv, 'triceratops')).toBe(
      'triceratops,Triceratops,dinosaur,8000,6000,2026-11-22T12:01:00.000Z,yes,30,2',
    )
    const { changes, problems } = parseCatalogueCsv(csv)
    expect(problems).toEqual([])
    const back = catalogue.schema.parse({ changes })
    for (const { id } of defaultItems) expect(offerOf(back, id, now)).toEqual(offerOf(own, id, now))
  })

  test('[CT10] semicolons, a byte order mark, quotes and columns that are left out are read', () => {
    const csv = '\uFEFFlist price;id\r\n"7000";"triceratops"\r\n\r\n800;dryosaurus'
    expect(parseCatalogueCsv(csv)).toEqual({
      changes: { triceratops: { price: 7000 }, dryosaurus: { price: 800 } },
      problems: [],
    })
  })

  test('[CT61] of the two columns of a sale, one alone says nothing of the other', () => {
    const of = (csv: string) => parseCatalogueCsv(csv).changes.triceratops
    expect(of('id,sale price\ntriceratops,6000')).toEqual({ sale: { price: 6000 } })
    expect(of('id,sale price\ntriceratops,')).toEqual({ sale: null })
    expect(of('id,sale ends\ntriceratops,2026-12-24T18:00Z')).toEqual({
      sale: { endsAt: Date.parse('2026-12-24T18:00Z') },
    })
    expect(of('id,sale ends\ntriceratops,')).toEqual({ sale: { endsAt: null } })
    expect(of('id,sale price,sale ends\ntriceratops,6000,')).toEqual({ sale: { price: 6000, endsAt: null } })
  })

  test.each([
    ['id,list price\ntriceratops,ten', 'Line 2: "ten" is not a list price: a whole number from 1 to 1,000,000,000,000'],
    ['id,list price\ntriceratops,-5', 'Line 2: "-5" is not a list price'],
    ['id,list price\ntriceratops,9.5', 'Line 2: "9.5" is not a list price'],
    ['id,list price\ntriceratops,0', 'Line 2: "0" is not a list price'],
    ['id,list price\ntriceratops,', 'Line 2: the list price is missing'],
    ['id,list price\ntriceratops,1\ndodo,2', 'Line 3: "dodo" is not an item of the catalogue'],
    ['id,list price\ntriceratops,1\n__proto__,2', 'Line 3: "__proto__" is not an item'],
    ['id,list price\ntroodon,1\n\ntroodon,2', 'Line 4: "troodon" is on line 2, too'],
    ['id,list price\ntroodon', 'Line 2: it has 1 cells, and the first line has 2'],
    ['id,list price\n"troodon\n",1\ndodo,1', 'Line 4: "dodo" is not an item'],
    ['id,sale price,list price\ntroodon,900,800', 'Line 2: the sale price 900 is not below the list price 800'],
    ['id,sale ends\ntroodon,soon', 'Line 2: "soon" is not an end of a sale'],
    ['id,sale ends,sale price\ntroodon,tomorrow,5', 'Line 2: "tomorrow" is not an end of a sale'],
    ['id,sale ends,sale price\ntroodon,2026-12-24T18:00Z,', 'Line 2: there is an end of a sale, and no sale price'],
    ['id,available\ntroodon,maybe', 'Line 2: "maybe" is not yes or no'],
    ['id,order\ntroodon,10000', 'Line 2: "10000" is not an order: a whole number from 0 to 9,999'],
    ['id,limit per day\ntroodon,0', 'Line 2: "0" is not a limit per day'],
    ['id,list price\nnocturnal,5', 'Line 2: Nocturnal is free'],
    ['id,colour\ntroodon,red', 'Line 1: "colour" is not a column'],
    ['list price\n5', 'Line 1: the column "id" is missing'],
    ['id,id\na,a', 'Line 1: the column "id" is there twice'],
    ['id,list price', 'Line 2: there is no item'],
    ['', 'Line 1: the column "id" is missing'],
  ])('[CT11] %j is refused by its line, and nothing of it is given', (csv, problem) => {
    const parsed = parseCatalogueCsv(csv)
    expect(parsed.problems).toContainEqual(expect.stringContaining(problem))
    expect(parsed.changes).toEqual({})
  })
})

test('[CT600] a change is worded with the values that players saw before it, with separators and with times of UTC', () => {
  const worded = (given: Parameters<typeof editedItems>[1], from = none) => editInWords(editedItems(from, given, now))
  const endsAt = Date.UTC(2026, 11, 1, 10)
  expect(worded({ carnotaurus: { price: 50 } })).toBe('Carnotaurus: list price 5,000 → 50')
  expect(worded({ carnotaurus: { price: null } }, changed('carnotaurus', { price: 12_000 }))).toBe(
    'Carnotaurus: list price 12,000 → 5,000',
  )
  expect(worded({ carnotaurus: { sale: { price: 4_900, endsAt } } })).toBe(
    'Carnotaurus: sale none → 4,900 until 1 Dec 2026, 10:00 UTC',
  )
  expect(worded({ carnotaurus: { isOn: false, perDay: 1_000 } })).toBe(
    'Carnotaurus: available yes → no, limit none → 1,000 a day',
  )
})
