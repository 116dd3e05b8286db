import { expect, test } from 'vitest'
import { mostCarnivores, mostMembers } from '../../../shared/features/packs/pack.ts'
import { openPacks } from './testing/openPacks.ts'

const named = (what: string, count: number) => Array.from({ length: count }, (_, index) => `${what}${index}`)

/** A pack with a number of members of each diet, and a function that lets one more account join. */
async function openHerd(carnivores: number, herbivores: number, others = 0) {
  const packs = await openPacks()
  const [hunters, grazers] = [named('hunter', carnivores), named('grazer', herbivores)]
  for (const who of hunters) await packs.plays(who, 'Omniraptor')
  for (const who of grazers) await packs.plays(who, 'Stegosaurus')
  const [leader = '', ...members] = [...hunters, ...grazers, ...named('other', others)]
  await packs.create(leader, ...members)
  return {
    ...packs,
    leader,
    async comes(species: string | null, dead = false) {
      await packs.plays('newcomer', species, dead)
      return packs.join('newcomer', leader)
    },
  }
}

test('[PK31] a seventh carnivore is refused; herbivores and accounts that play nothing may still join', async () => {
  expect(await (await openHerd(mostCarnivores - 1, 0)).comes('Troodon')).toMatchObject({ ok: true })
  for (const hunter of ['Troodon', 'Pteranodon', 'Deinosuchus'])
    expect(await (await openHerd(mostCarnivores, 0)).comes(hunter)).toMatchObject({
      code: 'tooManyCarnivores',
      message: expect.stringContaining('6 carnivores'),
    })
  expect(await (await openHerd(mostCarnivores, 0)).comes('Stegosaurus')).toMatchObject({ ok: true })
  expect(await (await openHerd(mostCarnivores, 0)).comes(null)).toMatchObject({ ok: true })
})

test('[PK32] a thirteenth herbivore is refused; omnivores and unknown species count as herbivores', async () => {
  expect(await (await openHerd(0, mostMembers - 1)).comes('Triceratops')).toMatchObject({ ok: true })
  for (const grazer of ['Triceratops', 'Gallimimus', 'Newlyhatchedsaurus', 'constructor'])
    expect(await (await openHerd(0, mostMembers)).comes(grazer)).toMatchObject({
      code: 'tooManyHerbivores',
      message: expect.stringContaining('12 herbivores'),
    })
})

test('[PK33] a thirteenth member is refused, whatever they play', async () => {
  for (const species of ['Troodon', 'Stegosaurus', null]) {
    expect(await (await openHerd(2, 7, 3)).comes(species)).toMatchObject({ code: 'full' })
    expect(await (await openHerd(2, 7, 2)).comes(species)).toMatchObject({ ok: true })
  }
  expect(await (await openHerd(0, 12)).comes('Troodon')).toMatchObject({ code: 'full' })
})

test('[PK34] dead animals and accounts without a linked player count as playing nothing', async () => {
  expect(await (await openHerd(mostCarnivores, 0)).comes('Troodon', true)).toMatchObject({ ok: true })
  const { plays, comes } = await openHerd(mostCarnivores, 0)
  await plays('hunter3', 'Omniraptor', true)
  expect(await comes('Troodon')).toMatchObject({ ok: true })
  const { join, leader } = await openHerd(mostCarnivores, 0)
  expect(await join('nobody', leader)).toMatchObject({ ok: true })
})

test('[PK35] a member who changes animals stays; only a joining account is refused', async () => {
  const { plays, packOf, comes, leader } = await openHerd(0, 9)
  for (const who of named('grazer', 9)) await plays(who, 'Allosaurus')
  expect(Object.keys(packOf(leader).members)).toHaveLength(9)
  expect(await comes('Troodon')).toMatchObject({ code: 'tooManyCarnivores' })
  expect(await comes('Stegosaurus')).toMatchObject({ ok: true })
})
