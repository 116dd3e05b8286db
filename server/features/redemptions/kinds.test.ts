import { expect, test } from 'vitest'
import { changeItems } from '../../../shared/features/catalogue/commands.ts'
import { mainMutations } from '../../../shared/features/catalogue/mutations.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { createPack, joinPack, leavePack, removeMember, setSharing } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { redeemOwned, setRules } from '../../../shared/features/redemptions/commands.ts'
import { paidWeather, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { noMutations } from '../../../shared/features/redemptions/slots.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { guest, inSession, person } from '../../testing/principals.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { annsPlayer, playing } from '../inventory/testing/openInventory.ts'
import { growingMod, openRedemptions, spawningMod } from './testing/openRedemptions.ts'

/** Ann plays a young Triceratops on a server whose mod makes young animals into others. */
async function openYoung() {
  const open = await openRedemptions()
  await open.links(...growingMod)
  await open.plays('Triceratops', 25)
  return open
}
const codeOf = (answer: object) => ('code' in answer ? answer.code : 'done')

test('[RQ21] a dinosaur of the inventory is held for its redemption and gone once the game has it', async () => {
  const { give, ask, deliver, dinosaurs, receipts, plays } = await openYoung()
  const id = await give('Triceratops')
  const mutations = { main: ['wader', 'nocturnal'], parents: ['tactile-endurance-parent'] }
  await plays('Triceratops', 25)
  await ask(redeemOwned, { dinosaur: id, mutations })
  expect(dinosaurs()).toMatchObject([{ state: 'redeeming', heldFor: receipts()[0]?.id }])
  expect(codeOf(await ask(redeemOwned, { dinosaur: id, mutations }))).toBe('locked')
  await deliver('unknown')
  expect(dinosaurs()).toMatchObject([{ state: 'redeeming', isUnsure: true }])
  await deliver('confirmed')
  expect(dinosaurs()).toEqual([])
  expect((await deliver('confirmed')).detail).toEqual({ text: 'Wader, Nocturnal', parents: 'Tactile Endurance' })
  expect(receipts()).toMatchObject([{ state: 'done', price: null, dinosaur: id }])
})

test('[RQ400] receipt and refusals name a dinosaur as players call it, and the game gets its own name', async () => {
  const { give, ask, deliver, receipts, plays } = await openYoung()
  const id = await give('Omniraptor')
  const wanted = { dinosaur: id, mutations: { main: ['wader'], parents: [] } }
  expect(await ask(redeemOwned, wanted)).toMatchObject({
    code: 'notYoung',
    message: expect.stringMatching(/young Utahraptor .* playing Triceratops/),
  })
  await plays('Omniraptor', 25)
  await ask(redeemOwned, wanted)
  expect(receipts()).toMatchObject([{ name: 'Utahraptor' }])
  expect(JSON.stringify((await deliver('confirmed')).detail)).not.toContain('Utahraptor')
})

test("[RQ22] a dinosaur that did not come into the game is its owner's again", async () => {
  const { give, ask, deliver, dinosaurs, receipts } = await openYoung()
  const id = await give('Triceratops')
  await ask(redeemOwned, { dinosaur: id, mutations: { main: ['wader'], parents: [] } })
  await deliver('refused')
  expect(dinosaurs()).toMatchObject([{ id, state: 'stored', heldFor: null, isUnsure: false }])
  expect(receipts()).toMatchObject([{ state: 'released', why: 'player has no pawn' }])
})

test('[RQ23] one that the mod keeps is restored as it was, for the player who parked it', async () => {
  const { give, ask, deliver, dinosaurs } = await openYoung()
  const others = await give('Triceratops', '76561198000000777')
  const mutations = { main: ['wader'], parents: [] }
  expect(codeOf(await ask(redeemOwned, { dinosaur: others, mutations }))).toBe('otherPlayer')
  const own = await give('Triceratops', annsPlayer)
  await ask(redeemOwned, { dinosaur: own, mutations })
  const stored = { growth: 80, health: 100, hunger: 90, thirst: 90 }
  expect(await deliver('confirmed')).toMatchObject({
    kind: 'redeem',
    detail: { dinosaur: own, species: 'Triceratops', stored },
  })
  expect(dinosaurs().map(({ id }) => id)).toEqual([others])
})

test('[RQ32] where a mod spawns, a stored one needs no young animal before: that is spawned first', async () => {
  const { give, ask, deliver, dinosaurs, links, sees, receipts } = await openYoung()
  await links(...spawningMod)
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  const own = await give('Triceratops', annsPlayer)
  await ask(redeemOwned, { dinosaur: own, mutations: { main: ['wader'], parents: [] } })
  expect((await deliver('confirmed')).detail).toEqual({ text: 'Triceratops' })
  expect(dinosaurs()).toMatchObject([{ state: 'redeeming' }])
  expect(await deliver('confirmed')).toMatchObject({
    kind: 'redeem',
    detail: { dinosaur: own, stored: { growth: 80 } },
  })
  expect([dinosaurs(), receipts()[0]?.state]).toEqual([[], 'finishing'])
})

test('[RQ24] a choice of mutations is checked: none, a parent without a main, seven, one of another group, an entry of another user', async () => {
  const { give, ask } = await openYoung()
  const dinosaur = await give('Triceratops')
  const choose = async (main: string[], parents: string[] = []) =>
    codeOf(await ask(redeemOwned, { dinosaur, mutations: { main, parents } }))
  expect(await choose([])).toBe('noMutation')
  expect(await choose([], ['wader-parent'])).toBe('needsMain')
  expect(await choose(['wader', 'wader'])).toBe('slotsFull')
  expect(await choose(['wader', 'nocturnal', 'hemomania', 'hydrodynamic'])).toBe('badInput')
  expect(await choose(['albino'])).toBe('unknownMutation')
  expect(await choose(['wader-parent'])).toBe('unknownMutation')
  const mutations = { main: ['wader'], parents: [] }
  expect(codeOf(await ask(redeemOwned, { dinosaur: 'another', mutations }))).toBe('gone')
})

test('[RQ2625] where an owner has taken all main mutations off, an owned dinosaur is redeemed without one', async () => {
  const { give, ask, deliver, dispatch, dinosaurs, receipts } = await openYoung()
  const dinosaur = await give('Triceratops')
  const redeem = (slots: object) => ask(redeemOwned, { dinosaur, mutations: { ...noMutations, ...slots } })
  const takeOff = (changes: object) => dispatch(person('olga', 'owner'), changeItems.name, { changes })
  const all = mainMutations.map(({ id }) => [id, { isOn: false }] as const)
  expect(await takeOff(Object.fromEntries(all.slice(1)))).toMatchObject({ ok: true })
  expect(codeOf(await redeem({}))).toBe('noMutation')
  expect(await takeOff(Object.fromEntries(all.slice(0, 1)))).toMatchObject({ ok: true })
  expect(codeOf(await redeem({ main: ['wader'] }))).toBe('unknownMutation')
  expect(codeOf(await redeem({}))).toBe('done')
  await deliver('confirmed')
  expect([dinosaurs(), receipts()]).toMatchObject([[], [{ state: 'done', steps: [{ kind: 'grow' }] }]])
})

test('[RQ25] a paid weather lasts 30 minutes, one at a time; its end is a delivery of its own, even after a restart', async () => {
  const open = await openYoung()
  await open.links(...spawningMod)
  expect(codeOf(await open.redeem('weather-storm', 150))).toBe('done')
  expect(codeOf(await open.redeem('weather-control', 150))).toBe('noWeather')
  expect(codeOf(await open.redeem('weather-control', 150, { weather: 'weather-fog' }))).toBe('weatherWaits')
  expect((await open.deliver('confirmed')).detail).toEqual({ text: 'Storm' })
  expect(open.hub.read(paidWeather, 'main').running).toMatchObject({ weather: 'Storm' })
  expect(await open.redeem('weather-fog', 150)).toMatchObject({
    code: 'weatherRuns',
    message: expect.stringContaining('30 min'),
  })
  const { hub, clock } = await open.restart()
  clock.pass(30 * 60_000)
  await expect.poll(() => hub.read(paidWeather, 'main').running).toBeNull()
  const ends = Object.values(hub.read(deliveries, 'main').entries).filter(({ state }) => state === 'queued')
  expect(ends).toMatchObject([{ kind: 'weather', detail: { text: 'Clear' }, by: 'redemptions' }])
})

test('[RQ26] a weather that did not come is given back, and the next one can be bought', async () => {
  const { redeem, links, deliver, balance, hub, receipts } = await openYoung()
  await links(...spawningMod)
  await redeem('weather-rain', 150)
  await deliver('refused')
  expect([balance(), receipts()[0]?.state]).toEqual([1_000, 'released'])
  expect(hub.read(paidWeather, 'main')).toEqual({ pending: null, running: null })
  expect(codeOf(await redeem('weather-control', 150, { weather: 'weather-fog' }))).toBe('done')
})

test('[RQ27] the owner demands health, distance from others and a pause; each refusal says how much and for how long', async () => {
  const { redeem, ask, sees, clock, deliver } = await openYoung()
  const rules = { minHealth: 60, squaresFromOthers: 1, pauseMinutes: 10, usualWeather: 'Clear' }
  expect(codeOf(await ask(setRules, rules, 'ada', 'admin'))).toBe('forbidden')
  await ask(setRules, rules, 'olga', 'owner')
  const young = playing(annsPlayer, 'Triceratops', 25)
  const at = (id: string, square: string, health = 100) => {
    const { animal } = playing(id, 'Triceratops', 25)
    return { ...young, id, animal: animal && { ...animal, square, health } }
  }
  await sees(at(annsPlayer, 'C5', 40))
  expect(await redeem('redeem-triceratops', 300)).toMatchObject({
    code: 'tooWeak',
    message: expect.stringMatching(/60%.*40%/),
  })
  await sees(at(annsPlayer, 'C5'), at('76561198000000002', 'C5'))
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('tooNear')
  await sees(at(annsPlayer, 'C5'), at('76561198000000002', 'D5'))
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
  await deliver('confirmed')
  clock.pass(4 * 60_000)
  await sees(at(annsPlayer, 'C5'))
  expect(await redeem('redeem-triceratops', 300)).toMatchObject({
    code: 'tooSoon',
    message: expect.stringContaining('6 min'),
  })
  clock.pass(6 * 60_000)
  await sees(at(annsPlayer, 'C5'))
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
})

test('[RQ28] perks that would change nothing are refused before they are paid', async () => {
  const { redeem, plays, sees } = await openYoung()
  await plays('Triceratops', 50)
  expect(codeOf(await redeem('half-growth', 100))).toBe('grown')
  await plays('Triceratops', 100)
  expect(codeOf(await redeem('adult-growth', 200))).toBe('grown')
  expect(codeOf(await redeem('full-heal', 50))).toBe('healthy')
  expect(codeOf(await redeem('custom-message', 25, { message: ' ' }))).toBe('noMessage')
  expect(codeOf(await redeem('custom-message', 25, { message: 'x'.repeat(101) }))).toBe('messageTooLong')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  expect(codeOf(await redeem('custom-message', 25, { message: '🦖'.repeat(100) }))).toBe('done')
})

test.each([
  ['hides', setSharing, { shares: false }, 'bob'],
  ['leaves the pack', leavePack, {}, 'bob'],
  ['removes the traveller', removeMember, { member: 'ann' }, 'bob'],
] as const)(
  '[RQ121] a paid teleport to a pack member is called off, and its price given back, when the member %s',
  async (_what, command, input, who) => {
    const { ask, hub, clock, sees, redeem, balance, held, receipts, problems } = await openYoung()
    const bobsPlayer = '76561198000000002'
    await ensureAccount(hub, clock.now(), { account: 'bob', steamId: bobsPlayer })
    await ask(createPack, { name: 'Hunters' }, 'bob')
    await ask(joinPack, { code: hub.read(pack, hub.read(membership, 'bob').pack ?? '').code })
    await sees(playing(annsPlayer, 'Triceratops', 50), playing(bobsPlayer, 'Troodon', 50))
    await redeem('custom-teleport', 75, { destination: 'bob' })
    expect([balance(), held()]).toEqual([925, [75]])
    await ask(command, input, who)
    expect([balance(), held(), receipts()[0]?.state]).toEqual([1_000, [], 'released'])
    expect(await problems()).toEqual([])
  },
)

test('[RQ29] where commands are switched off nothing is sent and nothing is spent', async () => {
  const { redeem, deliver, balance, receipts } = await openYoung()
  await redeem('redeem-triceratops', 300)
  await deliver('confirmed', 'mock')
  expect([balance(), receipts()[0]?.state]).toEqual([1_000, 'released'])
})

test('[RQ30] an owner limits how many of an item one user redeems in a day; what was given back does not count', async () => {
  const { redeem, deliver, clock, plays, ask } = await openYoung()
  await ask(changeItems, { changes: { 'redeem-triceratops': { perDay: 1 } } }, 'olga', 'owner')
  await redeem('redeem-triceratops', 300)
  await deliver('refused')
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
  await deliver('confirmed')
  expect(await redeem('redeem-triceratops', 300)).toMatchObject({
    code: 'dayFull',
    message: expect.stringContaining("today's limit of 1"),
  })
  clock.pass(86_400_000)
  await plays('Triceratops', 25)
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
})

test('[RQ31] a user reads only their own receipts', async () => {
  const { hub, redeem } = await openYoung()
  await redeem('redeem-triceratops', 300)
  expect(hub.mayRead(person('ann'), 'redemptions/ann')).toBe(true)
  expect(hub.mayRead(person('bob'), 'redemptions/ann')).toBe(false)
  expect(hub.mayRead(guest, 'redeemWays/main')).toBe(true)
})

test('[RQ33] an account that is erased while something of it is held: money and dinosaurs are closed, and the weather is free again', async () => {
  const { redeem, give, ask, links, order, hub, dispatch, dinosaurs, problems } = await openYoung()
  await links(...spawningMod)
  await redeem('weather-rain', 150)
  const weather = Object.values(hub.read(deliveries, 'main').entries).find(({ kind }) => kind === 'weather')
  const dinosaur = await give('Triceratops')
  await ask(redeemOwned, { dinosaur, mutations: { main: ['wader'], parents: [] } })
  expect(hub.read(paidWeather, 'main').pending).not.toBeNull()
  expect(await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'ann' })).toMatchObject({ ok: true })
  const id = weather?.id
  await order(beginAttempt, { id, link: 'commandBridge', command: 'x', again: false })
  await order(endAttempt, { id, attempt: 1, state: 'refused', reply: null, why: null })
  expect(hub.read(paidWeather, 'main')).toEqual({ pending: null, running: null })
  expect([dinosaurs(), hub.read(redemptions, 'ann').entries]).toEqual([[], {}])
  expect(await problems()).toEqual([])
})

test('[RQ91] a dinosaur that was redeemed and is parked again waits to be sold, as after a purchase; later ones do not', async () => {
  const { links, plays, sees, give, ask, deliver, dinosaurs, current, order, clock } = await openRedemptions()
  await links(...spawningMod, 'park')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  await ask(redeemOwned, { dinosaur: await give('Triceratops'), mutations: { main: ['wader'], parents: [] } })
  while (current()) await deliver('confirmed')
  const redeemedAt = clock.now()
  const park = async () => {
    clock.pass(3_600_000)
    await plays('Triceratops', 100)
    const { delivery } = (await ask(parkDinosaur, {})) as unknown as { delivery: string }
    await order(beginAttempt, { id: delivery, link: 'commandBridge', command: 'x', again: false })
    await order(endAttempt, { id: delivery, attempt: 1, state: 'confirmed', reply: null, why: null })
    return dinosaurs().at(-1)?.tradableAt
  }
  expect(await park()).toBe(redeemedAt + 24 * 3_600_000)
  clock.pass(24 * 3_600_000)
  expect(await park()).toBeNull()
})

test('[RQ110] Weather Control sells no weather that the owner has switched off', async () => {
  const { redeem, ask, links, balance } = await openYoung()
  await links(...spawningMod)
  const setOn = (isOn: boolean) => ask(changeItems, { changes: { 'weather-storm': { isOn } } }, 'olga', 'owner')
  const storm = () => redeem('weather-control', 150, { weather: 'weather-storm' })
  await setOn(false)
  expect([codeOf(await storm()), balance()]).toEqual(['notOffered', 1_000])
  expect(codeOf(await redeem('weather-control', 150, { weather: 'weather-hail' }))).toBe('noWeather')
  await setOn(true)
  expect([codeOf(await storm()), balance()]).toEqual(['done', 850])
})
