// Of a redemption in several steps, a part arrived in the game and the next one did not.
import { expect, test } from 'vitest'
import { cancel, drop, markDone, sendNow, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { redeemOwned, setRules } from '../../../shared/features/redemptions/commands.ts'
import { redeemRules } from '../../../shared/features/redemptions/redemption.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { annsPlayer, playing } from '../inventory/testing/openInventory.ts'
import { growingMod, openRedemptions, spawningMod } from './testing/openRedemptions.ts'

const codeOf = (answer: object) => ('code' in answer ? answer.code : 'done')

async function openSpawned() {
  const open = await openRedemptions()
  await open.links(...spawningMod)
  await open.sees(entryOf(annsPlayer, 'Rex', 'none'))
  await open.redeem('redeem-triceratops', 300, { variants: ['albino'] })
  await open.deliver('confirmed')
  const states = () => open.receipts()[0]?.steps.map(({ kind, state }) => `${kind} ${state}`)
  return { ...open, states }
}

test('[RQ19] a part that arrived is not a gift: if the next step does not happen all stays held, and staff see both facts and do the rest by hand', async () => {
  const { ask, deliver, current, states, balance, held, receipts, problems } = await openSpawned()
  await deliver('refused')
  expect([balance(), held(), receipts()[0]?.state]).toEqual([700, [300], 'open'])
  expect(states()).toEqual(['spawn confirmed', 'grow refused', 'grow manual', 'mutate waiting'])
  const rest = current()
  expect(rest).toMatchObject({ kind: 'grow', target: { id: annsPlayer }, detail: { text: '1' }, state: 'manual' })
  expect(rest?.why).toMatch(
    /^The dinosaur arrived, but the rest did not: .*player has no pawn.*done spends 300 Void Pearls.*gives everything back/,
  )
  expect(codeOf(await ask(cancel, { id: rest?.id }))).toBe('begun')
  expect(await ask(markDone, { id: rest?.id }, 'ada', 'admin')).toEqual({})
  expect([balance(), held(), receipts()[0]?.state]).toEqual([700, [], 'finishing'])
  expect(await problems()).toEqual([])
})

test('[RQ34] a player who cancels, kills or leaves between two steps gets nothing free; only staff who drop the rest give the price back', async () => {
  const { ask, order, deliver, plays, current, states, balance, held, receipts, problems } = await openSpawned()
  expect(codeOf(await ask(cancel, { id: current()?.id }))).toBe('begun')
  await deliver('failed')
  expect([held(), states()?.slice(0, 3)]).toEqual([[300], ['spawn confirmed', 'grow failed', 'grow manual']])
  await plays('Triceratops', 25)
  // The player is back, and staff let the game try again: it may fail again, or not be known.
  await ask(sendNow, { id: current()?.id }, 'ada', 'admin')
  await deliver('failed')
  await ask(sendNow, { id: current()?.id }, 'ada', 'admin')
  const { id = '' } = current() ?? {}
  await deliver('unknown')
  expect(receipts()[0]?.state).toBe('unknown')
  await ask(settle, { id, happened: false }, 'ada', 'admin')
  // A late answer to what staff have settled changes nothing.
  await order(endAttempt, { id, attempt: 1, state: 'confirmed', reply: null, why: null }).catch(() => {})
  expect([held(), current()?.state, receipts()[0]?.state]).toEqual([[300], 'manual', 'open'])
  await ask(drop, { id: current()?.id }, 'ada', 'admin')
  expect([balance(), held(), receipts()[0]?.state]).toEqual([1_000, [], 'released'])
  expect(states()?.slice(-2)).toEqual(['grow dropped', 'mutate skipped'])
  expect(await problems()).toEqual([])
})

test('[RQ35] a dinosaur of the inventory stays held, too, where only a part of it arrived', async () => {
  const { links, sees, give, ask, deliver, dinosaurs, current } = await openRedemptions()
  await links(...spawningMod)
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  const dinosaur = await give('Triceratops')
  await ask(redeemOwned, { dinosaur, mutations: { main: ['wader'], parents: [] } })
  await deliver('confirmed')
  await deliver('failed')
  expect([dinosaurs()[0]?.state, current()?.state]).toEqual(['redeeming', 'manual'])
  await ask(markDone, { id: current()?.id }, 'ada', 'admin')
  expect(dinosaurs()).toEqual([])
})

test('[RQ118] what arrived cannot be parked while the rest may be given back, and once staff dropped the rest it cannot be sold for a day', async () => {
  const { ask, links, plays, deliver, current, clock, balance, dinosaurs, hub, problems } = await openSpawned()
  await links(...spawningMod, 'park')
  await plays('Triceratops', 25)
  expect(codeOf(await ask(parkDinosaur, {}))).toBe('moving')
  await deliver('unknown')
  expect(codeOf(await ask(parkDinosaur, {}))).toBe('unsettled')
  await ask(settle, { id: current()?.id, happened: false }, 'ada', 'admin')
  expect(codeOf(await ask(parkDinosaur, {}))).toBe('moving')
  await ask(drop, { id: current()?.id }, 'ada', 'admin')
  expect([balance(), dinosaurs()]).toEqual([1_000, []])
  expect(codeOf(await ask(parkDinosaur, {}))).toBe('done')
  const tradableAt = tradableFrom({ read: hub.read, now: clock.now() })
  expect(dinosaurs()).toMatchObject([{ species: 'Triceratops', tradableAt }])
  expect(await problems()).toEqual([])
})

test('[RQ119] after a part of a dinosaur of the inventory arrived and the rest was dropped, the arrived one cannot be sold for a day either', async () => {
  const { ask, links, plays, sees, give, deliver, current, clock, dinosaurs } = await openRedemptions()
  await links(...spawningMod, 'park')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  const dinosaur = await give('Triceratops')
  await ask(redeemOwned, { dinosaur, mutations: { main: ['wader'], parents: [] } })
  await deliver('confirmed')
  await deliver('failed')
  await plays('Triceratops', 25)
  expect(codeOf(await ask(parkDinosaur, {}))).toBe('moving')
  await ask(drop, { id: current()?.id }, 'ada', 'admin')
  expect(codeOf(await ask(parkDinosaur, {}))).toBe('done')
  const arrived = dinosaurs().find(({ id }) => id !== dinosaur)
  expect(arrived?.tradableAt).toBeGreaterThan(clock.now())
})

test('[RQ120] staff send the rest again only to the dinosaur that was redeemed, not to another one that its player plays by now', async () => {
  const { ask, plays, sees, deliver, current } = await openSpawned()
  await deliver('failed')
  const send = () => ask(sendNow, { id: current()?.id }, 'ada', 'admin')
  await plays('Tyrannosaurus', 10)
  expect(codeOf(await send())).toBe('otherAnimal')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  expect(codeOf(await send())).toBe('otherAnimal')
  await plays('Triceratops', 25)
  expect(codeOf(await send())).toBe('done')
})

test('[RQ1875] what was redeemed before the clock was set back keeps no one from redeeming, nor for long from selling what they park', async () => {
  const { ask, clock, links, sees, redeem, deliver, current, dinosaurs, hub, problems } = await openRedemptions()
  const days = 3 * 86_400_000
  const standsIn = async () => {
    await links(...spawningMod, 'park')
    await sees(entryOf(annsPlayer, 'Rex', 'none'))
  }
  const arrive = async () => {
    while (current()) await deliver('confirmed')
  }
  await ask(setRules, { server: 'main', ...hub.read(redeemRules, 'main'), pauseMinutes: 30 }, 'olga', 'owner')
  clock.setWallBy(days)
  await standsIn()
  await redeem('redeem-triceratops', 300)
  await arrive()
  clock.setWallBy(-days)
  await standsIn()
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
  await arrive()
  clock.setWallBy(-60_000)
  await standsIn()
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('tooSoon')
  clock.pass(32 * 60_000)
  await standsIn()
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
  clock.setWallBy(days)
  await arrive()
  clock.setWallBy(-days)
  await sees(playing(annsPlayer, 'Triceratops', 30))
  expect(codeOf(await ask(parkDinosaur, { server: 'main' }))).toBe('done')
  expect(dinosaurs()[0]?.tradableAt).toBe(tradableFrom({ read: hub.read, now: clock.now() }))
  expect(await problems()).toEqual([])
})

test('[RQ2807] a redemption is not done when staff do an earlier free step while a later one is on its way', async () => {
  const { links, plays, give, ask, deliver, toHand, receipts } = await openRedemptions()
  await links(...growingMod)
  await plays('Triceratops', 25)
  const dinosaur = await give('Triceratops', null, 'skin-albino')
  await ask(redeemOwned, { dinosaur, mutations: { main: ['wader'], parents: [] } })
  await deliver('confirmed')
  const mutations = await toHand()
  const now = () => [receipts()[0]?.state, ...(receipts()[0]?.steps.map(({ kind, state }) => `${kind} ${state}`) ?? [])]
  expect(now()).toEqual(['finishing', 'grow confirmed', 'mutate manual', 'skin queued'])
  await ask(markDone, { id: mutations }, 'ada', 'admin')
  expect(now()).toEqual(['finishing', 'grow confirmed', 'mutate done', 'skin queued'])
  await deliver('confirmed')
  expect(now()).toEqual(['done', 'grow confirmed', 'mutate done', 'skin confirmed'])
})
