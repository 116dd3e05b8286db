import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { cancel, retry, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { recordLines, reportLogLink } from '../../../shared/features/gameLog/commands.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { ownActions } from '../../../shared/features/inventory/inventory.ts'
import { guest, person } from '../../testing/principals.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { redeemEarlier } from './testing/earlierRedemptions.ts'
import { annsPlayer, openInventory, playing, switchOff } from './testing/openInventory.ts'

const admin = person('ada', 'admin')

/** Ann has a parked Carnotaurus and plays a juvenile of it. */
async function openParked() {
  const open = await openInventory()
  await open.sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await open.ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  await open.deliver(parked.delivery, 'confirmed')
  await open.sees(playing(annsPlayer, 'Carnotaurus', 25))
  const redeem = () => open.ask(redeemEarlier, { dinosaur: parked.dinosaur })
  return { ...open, dinosaur: parked.dinosaur, redeem }
}

test('[IN1] a dinosaur is on its way while it is parked, and the user has it from the confirmation on, as it was last read', async () => {
  const { ask, sees, deliver, dinosaurs, clock } = await openInventory()
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  expect(dinosaurs()).toMatchObject([{ state: 'parking', storedAt: null, delivery: parked.delivery }])
  await deliver(parked.delivery, 'confirmed')
  expect(dinosaurs()).toEqual([
    {
      id: parked.dinosaur,
      state: 'stored',
      heldFor: null,
      isUnsure: false,
      source: 'grown',
      steamId: annsPlayer,
      species: 'Carnotaurus',
      name: '',
      gender: null,
      growth: 80,
      health: 100,
      hunger: 100,
      thirst: 100,
      mutations: [],
      skin: null,
      skinColours: null,
      skinPaidBy: null,
      location: null,
      playMs: null,
      lastPlayedAt: clock.now(),
      kills: null,
      deaths: null,
      storedAt: clock.now(),
      delivery: null,
      tradableAt: null,
      operation: parked.delivery,
      steps: 2,
    },
  ])
})

test('[IN36] a parked dinosaur keeps the mutations that the game reported', async () => {
  const { ask, sees, dinosaurs } = await openInventory()
  const rex = playing(annsPlayer, 'Carnotaurus', 80)
  await sees({ ...rex, animal: rex.animal && { ...rex.animal, mutations: ['Nocturnal', 'Night Eyes'] } })
  expect(await ask(parkDinosaur)).toHaveProperty('dinosaur')
  expect(dinosaurs()).toMatchObject([{ mutations: ['nocturnal', 'Night Eyes'] }])
})

test.each([
  ['following', { kills: 3, deaths: 0 }],
  ['off', { kills: null, deaths: null }],
] as const)('[IN38] a parked dinosaur keeps the kills of its life, where the log is %s', async (state, expected) => {
  const { hub, clock, ask, sees, dinosaurs } = await openInventory()
  const [ann, mia] = [
    { id: annsPlayer, name: 'Rex' },
    { id: '76561198000000002', name: 'Mia' },
  ]
  const kill = (killer: object, species: string, victim: object) => {
    const [killerAnimal, victimAnimal] = [species, 'Troodon'].map((name) => ({
      species: name,
      gender: 'Male',
      growth: 1,
    }))
    return { kind: 'kill', at: clock.now(), by: 'player', killer, killerAnimal, victim, victimAnimal, location: null }
  }
  const own = kill(ann, 'Carnotaurus', mia)
  const lines = [own, kill(mia, 'Troodon', ann), kill(ann, 'Triceratops', mia), own, own, own]
  await hub.execute('game log', recordLines.name, { server: 'main', from: null, to: 'line 6', lines })
  const link = { state, why: null, place: null, chat: true, lostAt: null, unreadable: 0 }
  await hub.execute('game log', reportLogLink.name, { server: 'main', ...link })
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  await ask(parkDinosaur)
  expect(dinosaurs()).toMatchObject([expected])
})

test('[IN2] a dinosaur that the game did not take stays in the game alone', async () => {
  for (const outcome of ['refused', 'failed'] as const) {
    const { ask, sees, deliver, dinosaurs } = await openInventory()
    await sees(playing(annsPlayer, 'Carnotaurus', 80))
    const parked = await ask(parkDinosaur)
    if (typeof parked === 'string') throw new Error(parked)
    await deliver(parked.delivery, outcome)
    expect(dinosaurs()).toEqual([])
  }
})

test('[IN19] where commands are switched off the game is asked nothing: a dinosaur is neither parked nor redeemed', async () => {
  const { ask, sees, deliver, dinosaurs } = await openInventory()
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  await deliver(parked.delivery, 'confirmed', 'mock')
  expect(dinosaurs()).toEqual([])
  const stored = await openParked()
  const redeemed = await stored.redeem()
  if (typeof redeemed === 'string') throw new Error(redeemed)
  await stored.deliver(redeemed.delivery, 'confirmed', 'mock')
  expect(stored.dinosaurs()).toMatchObject([{ id: stored.dinosaur, state: 'stored' }])
})

test('[IN29] the order to park says which dinosaur was seen, so that the link parks no other one', async () => {
  const { ask, sees, hub } = await openInventory()
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await ask(parkDinosaur)
  const { detail } = hub.read(deliveries, 'main').entries[typeof parked === 'string' ? '' : parked.delivery] ?? {}
  expect(detail).toMatchObject({ species: 'Carnotaurus', stored: { growth: 80 } })
})

test('[IN3] a redeemed dinosaur stays with the user until the game has brought it back, and is then in the game alone', async () => {
  const { redeem, deliver, dinosaurs } = await openParked()
  const redeemed = await redeem()
  if (typeof redeemed === 'string') throw new Error(redeemed)
  expect(dinosaurs()).toMatchObject([{ state: 'redeeming' }])
  expect(await redeem()).toBe('locked')
  await deliver(redeemed.delivery, 'refused')
  expect(dinosaurs()).toMatchObject([{ state: 'stored', delivery: null }])
  const again = await redeem()
  if (typeof again === 'string') throw new Error(again)
  await deliver(again.delivery, 'confirmed')
  expect(dinosaurs()).toEqual([])
})

test('[IN4] what may have happened is held until staff settle it, and nothing else moves meanwhile', async () => {
  const { ask, redeem, deliver, dinosaurs, dispatch } = await openParked()
  const redeemed = await redeem()
  if (typeof redeemed === 'string') throw new Error(redeemed)
  await deliver(redeemed.delivery, 'unknown')
  expect(dinosaurs()).toMatchObject([{ state: 'redeeming', isUnsure: true }])
  expect([await redeem(), await ask(parkDinosaur)]).toEqual(['locked', 'unsettled'])
  expect(await dispatch(admin, settle.name, { id: redeemed.delivery, happened: false })).toMatchObject({ ok: true })
  expect(dinosaurs()).toMatchObject([{ state: 'stored', isUnsure: false }])
})

test('[IN5] staff who settle that it happened, and an answer that comes late, move the dinosaur', async () => {
  const settled = await openParked()
  const redeemed = await settled.redeem()
  if (typeof redeemed === 'string') throw new Error(redeemed)
  await settled.deliver(redeemed.delivery, 'unknown')
  await settled.dispatch(admin, settle.name, { id: redeemed.delivery, happened: true })
  expect(settled.dinosaurs()).toEqual([])
  const late = await openParked()
  const slow = await late.redeem()
  if (typeof slow === 'string') throw new Error(slow)
  await late.deliver(slow.delivery, 'unknown')
  await late.deliver(slow.delivery, 'confirmed')
  expect(late.dinosaurs()).toEqual([])
})

test('[IN37] staff do not decide on what they parked themselves, nor call it off once it is sent; an owner may', async () => {
  const { ask, sees, deliver, dispatch, dinosaurs } = await openInventory()
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  const id = parked.delivery
  await deliver(id, 'unknown')
  const settles = (who: string, role: Role) => dispatch(person(who, role), settle.name, { id, happened: true })
  for (const role of ['moderator', 'admin'] as const)
    expect(await settles('ann', role)).toMatchObject({ code: 'mayNot' })
  expect(dinosaurs()).toMatchObject([{ state: 'parking' }])
  expect(await settles('ann', 'owner')).toMatchObject({ ok: true })
})

test('[IN6] only a living dinosaur is parked, by a recent reading, where a mod can do it', async () => {
  const { ask, sees, links, clock, dinosaurs } = await openInventory()
  expect(await ask(parkDinosaur)).toBe('noReading')
  await sees(entryOf(annsPlayer, 'Rex', 'dead'))
  expect(await ask(parkDinosaur)).toBe('noDinosaur')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  expect(await ask(parkDinosaur)).toBe('noDinosaur')
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  clock.pass(31_000)
  expect(await ask(parkDinosaur)).toBe('noReading')
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  await links('kick')
  expect(await ask(parkDinosaur)).toBe('noMod')
  expect(dinosaurs()).toEqual([])
})

test('[IN7] a dinosaur is redeemed by redemptions alone, which keep to the rules of the owner', async () => {
  const { dinosaur, ask, dinosaurs } = await openParked()
  expect(await ask({ name: 'inventory.redeem' }, { dinosaur })).toBe('unknownCommand')
  expect(dinosaurs()).toMatchObject([{ state: 'stored' }])
})

test('[IN8] a user cancels a dinosaur that is not on its way yet, and staff cannot repeat its delivery', async () => {
  const { ask, sees, dispatch, ann, dinosaurs } = await openInventory()
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  expect(await dispatch(ann, cancel.name, { id: parked.delivery })).toMatchObject({ ok: true })
  expect(dinosaurs()).toEqual([])
  expect(await dispatch(admin, retry.name, { id: parked.delivery })).toMatchObject({ code: 'noRetry' })
})

test('[IN9] everyone sees whether dinosaurs can be parked and redeemed now', async () => {
  const { links, hub } = await openInventory()
  expect(hub.read(ownActions, 'main')).toEqual({ canPark: true, canRedeem: true })
  await links('park', 'kick')
  expect(hub.read(ownActions, 'main')).toEqual({ canPark: true, canRedeem: false })
  expect(hub.mayRead(guest, 'ownActions/main')).toBe(true)
  expect(hub.mayRead(person('bob'), 'inventory/ann')).toBe(false)
})

test('[IN11] while the inventory is switched off no dinosaur is taken out of the game', async () => {
  const { hub, ask, sees, dinosaurs } = await openInventory()
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  await switchOff(hub, 'realInventory')
  expect(await ask(parkDinosaur)).toBe('closed')
  expect([dinosaurs(), Object.keys(hub.read(deliveries, 'main').entries)]).toEqual([[], []])
  await switchOff(hub, 'realCurrency')
  expect(await ask(parkDinosaur)).toMatchObject({ dinosaur: expect.any(String) })
})
