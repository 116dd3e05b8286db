import { expect, test } from 'vitest'
import { mostCarnivores, mostHerbivores } from '../../../shared/features/packs/pack.ts'
import { openPacks } from './testing/openPacks.ts'

const named = (what: string, count: number) => Array.from({ length: count }, (_, index) => `${what}${index}`)

/** A pack of so many of each, all playing, and a way to have one more come. */
async function openHerd(carnivores: number, herbivores: number, others = 0) {
  const packs = await openPacks()
  const [hunters, grazers] = [named('hunter', carnivores), named('grazer', herbivores)]
  for (const who of hunters) await packs.plays(who, 'Omniraptor')
  for (const who of grazers) await packs.plays(who, 'Stegosaurus')
  const [leader = '', ...members] = [...hunters, ...grazers, ...named('other', others)]
  await packs.found(leader, ...members)
  return {
    ...packs,
    leader,
    async comes(species: string | null, dead = false) {
      await packs.plays('newcomer', species, dead)
      return packs.join('newcomer', leader)
    },
  }
}

test('[PK31] six carnivores are the most; herbivores and who plays nothing still come in', async () => {
  expect(await (await openHerd(mostCarnivores - 1, 0)).comes('Troodon')).toMatchObject({ ok: true })
  for (const hunter of ['Troodon', 'Pteranodon', 'Deinosuchus'])
    expect(await (await openHerd(mostCarnivores, 0)).comes(hunter)).toMatchObject({
      code: 'tooManyCarnivores',
      message: expect.stringContaining('6 carnivores'),
    })
  expect(await (await openHerd(mostCarnivores, 0)).comes('Stegosaurus')).toMatchObject({ ok: true })
  expect(await (await openHerd(mostCarnivores, 0)).comes(null)).toMatchObject({ ok: true })
})

test('[PK32] twelve herbivores are the most, and omnivores and the unknown count as such', async () => {
  expect(await (await openHerd(0, mostHerbivores - 1)).comes('Triceratops')).toMatchObject({ ok: true })
  for (const grazer of ['Triceratops', 'Gallimimus', 'Newlyhatchedsaurus', 'constructor'])
    expect(await (await openHerd(0, mostHerbivores)).comes(grazer)).toMatchObject({
      code: 'tooManyHerbivores',
      message: expect.stringContaining('12 herbivores'),
    })
})

test('[PK33] twelve members are the most, whatever they play', async () => {
  for (const species of ['Troodon', 'Stegosaurus', null]) {
    expect(await (await openHerd(2, 7, 3)).comes(species)).toMatchObject({ code: 'full' })
    expect(await (await openHerd(2, 7, 2)).comes(species)).toMatchObject({ ok: true })
  }
  expect(await (await openHerd(0, 12)).comes('Troodon')).toMatchObject({ code: 'full' })
})

test('[PK34] the dead do not count as playing, nor does who is linked to nobody', async () => {
  expect(await (await openHerd(mostCarnivores, 0)).comes('Troodon', true)).toMatchObject({ ok: true })
  const { plays, comes } = await openHerd(mostCarnivores, 0)
  await plays('hunter3', 'Omniraptor', true)
  expect(await comes('Troodon')).toMatchObject({ ok: true })
  const { join, leader } = await openHerd(mostCarnivores, 0)
  expect(await join('nobody', leader)).toMatchObject({ ok: true })
})

test('[PK35] whoever changes their animal stays; only who comes is refused', async () => {
  const { plays, packOf, comes, leader } = await openHerd(0, 9)
  for (const who of named('grazer', 9)) await plays(who, 'Allosaurus')
  expect(Object.keys(packOf(leader).members)).toHaveLength(9)
  expect(await comes('Troodon')).toMatchObject({ code: 'tooManyCarnivores' })
  expect(await comes('Stegosaurus')).toMatchObject({ ok: true })
})
