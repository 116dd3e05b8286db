// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { inventory, OwnedDinosaur, ownActions } from '../../../shared/features/inventory/inventory.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ProfileScreen } from '../account/ProfileScreen.tsx'
import { OwnAnimal } from '../packs/OwnAnimal.tsx'
import { isParked } from './Parked.tsx'
import { whatToPlay } from './ParkedDinosaurs.tsx'

const steam = { provider: 'steam' as const, steamId: '76561198000000001', displayName: 'Ann' }
const ann = given(account, 'ann', { name: 'Ann', createdAt: 1, steam, steamId: steam.steamId })
const can = given(ownActions, mainServer, { canPark: true, canRedeem: true })
const animalOf = (species: string, growth: number, dead = false) =>
  ({ species, growth, dead, gender: null, health: 80, stamina: 80, hunger: 60, thirst: 50, region: null }) as never
const plays = (species: string, growth: number) =>
  given(vitals, 'ann', { readAt: 1, online: true, animal: animalOf(species, growth) })
const dinosaur = (more: Partial<OwnedDinosaur> = {}): OwnedDinosaur => ({
  ...OwnedDinosaur.parse({
    id: 'd1',
    state: 'stored',
    source: 'grown',
    steamId: steam.steamId,
    species: 'Carnotaurus',
    gender: 'Female',
    growth: 80,
    storedAt: 1,
    delivery: null,
  }),
  ...more,
})
const has = (one: OwnedDinosaur) => given(inventory, 'ann', { dinosaurs: { [one.id]: one } })
const player = signedIn('player')

test('[IN30] parking says what happens first, asks once, and shows a refusal in the question', async () => {
  const { sent } = renderScreen(<ProfileScreen />, { hello: player, documents: [ann, can, plays('Carnotaurus', 80)] })
  fireEvent.click(screen.getByRole('button', { name: 'Park' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Park your Carnotaurus?' }))
  expect(dialog.getByText(/the juvenile becomes it, and keeps its own gender/)).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Park' }))
  expect(sent).toMatchObject([{ name: 'inventory.park' }])
  await sent[0]?.answer(refusal('noDinosaur', 'No dinosaur to park or dinosaur is dead.'))
  expect(await dialog.findByText('No dinosaur to park or dinosaur is dead.')).toBeDefined()
})

test('[IN31] Redeem leads to /redeem with the dinosaur, and what to play first is beside it', () => {
  const { change } = renderScreen(<ProfileScreen />, {
    hello: player,
    documents: [ann, can, has(dinosaur()), plays('Stegosaurus', 25)],
  })
  const section = within(screen.getByRole('region', { name: 'Parked dinosaurs' }))
  const first = () =>
    section.queryByText("You're playing as Stegosaurus. Spawn as a juvenile Carnotaurus to redeem it.")
  expect(first()).not.toBeNull()
  change(plays('Carnotaurus', 25))
  expect(first()).toBeNull()
  const link = section.getByRole('link', { name: 'Redeem Carnotaurus' })
  expect(link.getAttribute('href')).toBe('/redeem?dinosaur=d1')
})

test('[IN32] a dinosaur on its way shows its steps, and one whose outcome is unknown says that nothing is lost', () => {
  const { change } = renderScreen(<ProfileScreen />, {
    hello: player,
    documents: [ann, can, has(dinosaur({ state: 'parking', delivery: 'x', storedAt: null })), plays('Carnotaurus', 80)],
  })
  expect(within(screen.getByRole('list', { name: 'Parking' })).getByText('Sent to the game')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Park' })).toBeNull()
  change(has(dinosaur({ state: 'redeeming', isUnsure: true, delivery: 'x' })))
  expect(
    screen.getByText(/we don't know yet whether it was redeemed\. Staff are looking into it\. Nothing is lost\./),
  ).toBeDefined()
})

test('[IN1000] a player parks while another of their dinosaurs is for sale', () => {
  renderScreen(<ProfileScreen />, {
    hello: player,
    documents: [ann, can, has(dinosaur({ state: 'listed' })), plays('Carnotaurus', 80)],
  })
  expect(screen.getByRole('button', { name: 'Park' })).toBeDefined()
})

test('[IN33] without a mod and without parked dinosaurs nothing of it is shown', () => {
  renderScreen(<ProfileScreen />, { hello: player, documents: [ann, plays('Carnotaurus', 80)] })
  expect(screen.queryByRole('region', { name: 'Parked dinosaurs' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Park' })).toBeNull()
})

test('[IN34] what to play before a dinosaur is redeemed is named', () => {
  const one = { species: 'Carnotaurus' }
  expect(whatToPlay(one, animalOf('Carnotaurus', 35))).toBeNull()
  expect(whatToPlay(one, animalOf('Carnotaurus', 36))).toContain('Spawn a new one')
  expect(whatToPlay(one, animalOf('Carnotaurus', 25, true))).toContain('Join the game')
  expect(whatToPlay(one, null)).toBe('Join the game as a juvenile Carnotaurus to redeem it.')
})

test('[IN400] it is named as players call it', () => {
  expect(whatToPlay({ species: 'Omniraptor' }, null)).toContain('juvenile Utahraptor')
  expect(whatToPlay({ species: 'Troodon' }, animalOf('Omniraptor', 20))).toContain('playing as Utahraptor')
})

const parked = { growth: 80, lastPlayedAt: screenNow - 60_000, storedAt: screenNow - 30_000, gender: null }

test('[IN60] a parked dinosaur, which the game shows as dead until the player spawns again, is shown as parked', () => {
  const { change } = renderScreen(<ProfileScreen />, {
    hello: player,
    documents: [ann, can, has(dinosaur({ ...parked, storedAt: screenNow - 1_000 }))],
  })
  change(given(vitals, 'ann', { readAt: screenNow, online: true, animal: animalOf('Carnotaurus', 80, true) }))
  const panel = within(screen.getByRole('region', { name: 'Your dinosaur' }))
  expect(panel.getByText('Parked')).toBeDefined()
  expect(panel.getByText('It waits in your inventory.')).toBeDefined()
  expect(panel.queryByText('Health')).toBeNull()
  expect(screen.getByText(/· parked/).textContent).toBe('80% grown · parked just now')
  change(given(vitals, 'ann', { readAt: screenNow, online: true, animal: animalOf('Carnotaurus', 25, true) }))
  expect(panel.getByText('Dead')).toBeDefined()
})

test('[IN2384] the sentence about the own dinosaur says that it is parked, not that it is dead', async () => {
  const shown = given(vitals, 'ann', { readAt: screenNow, online: true, animal: animalOf('Carnotaurus', 80, true) })
  const { change } = renderScreen(<OwnAnimal me="ann" />, { hello: player, documents: [ann, shown] })
  expect(screen.getByText(/^Your Carnotaurus: dead/)).toBeDefined()
  change(has(dinosaur(parked)))
  await screen.findByText('Your Carnotaurus is parked. It waits in your inventory.')
})

test('[IN61] a dead dinosaur counts as parked by species, gender and growth', () => {
  const animal = animalOf('Carnotaurus', 80, true) as Parameters<typeof isParked>[0]
  const isOne = (more: Partial<OwnedDinosaur>, seen: Partial<typeof animal> = {}) =>
    isParked({ ...animal, ...seen }, { d1: dinosaur({ ...parked, ...more }) })
  expect([isOne({}), isOne({ growth: 79 })]).toEqual([true, true])
  for (const other of [
    { growth: 81 },
    { growth: 78 },
    { growth: null },
    { gender: 'Female' as const },
    { species: 'Troodon' },
    { state: 'parking' as const },
    { lastPlayedAt: null },
  ])
    expect([other, isOne(other)]).toEqual([other, false])
  expect(isOne({}, { dead: false })).toBe(false)
})

test('[IN62] the profile says at once that a dinosaur is parked, or that it was not', () => {
  const moving = dinosaur({ state: 'parking', delivery: 'x', storedAt: null })
  const { change } = renderScreen(<ProfileScreen />, { hello: player, documents: [ann, can, has(moving)] })
  change(has(dinosaur()))
  expect(screen.getByText('Your Carnotaurus is parked.')).toBeDefined()
  change(has(dinosaur({ name: 'Scar' })))
  expect(screen.getAllByText('Your Carnotaurus is parked.')).toHaveLength(1)
  change(has(moving))
  change(given(inventory, 'ann', {}))
  expect(screen.getByText("Your Carnotaurus wasn't parked. It's still in the game.")).toBeDefined()
})
