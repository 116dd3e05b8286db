import { expect, test } from 'vitest'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { cancel, drop, markDone, retry, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import {
  cancelRedemption,
  dismissNotice,
  redeemItem,
  redeemOwned,
  setRules,
} from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  paidWeather,
  redeemWays,
  redemptions,
  usuallyWithinMs,
} from '../../../shared/features/redemptions/redemption.ts'
import { ensureAccount } from '../../testing/accounts.ts'
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

test('[RQ10] what is redeemed is held until the game has it, and spent then: never before, and once', async () => {
  const { redeem, deliver, balance, held, receipts, problems } = await openYoung()
  expect(await redeem('redeem-triceratops', 300)).toMatchObject({ isByHand: false })
  expect([balance(), held()]).toEqual([700, [300]])
  expect(receipts()).toMatchObject([
    {
      state: 'open',
      group: 'dinosaurs',
      name: 'Triceratops',
      price: { amount: 300 },
      steps: [{ kind: 'grow', text: '1' }],
    },
  ])
  await deliver('confirmed')
  expect([balance(), held()]).toEqual([700, []])
  expect(receipts()).toMatchObject([{ state: 'done', isSeen: false, steps: [{ state: 'confirmed', isPaid: true }] }])
  expect(await problems()).toEqual([])
})

test('[RQ11] what the game refused, what failed, and what was dropped or cancelled is given back, with a notice that says why', async () => {
  for (const outcome of ['refused', 'failed', 'dropped', 'cancelled'] as const) {
    const { redeem, deliver, ask, toHand, balance, held, receipts, problems } = await openYoung()
    const asked = (await redeem('redeem-triceratops', 300)) as { id: string }
    if (outcome === 'dropped') await ask(drop, { id: await toHand() }, 'ada', 'admin')
    else if (outcome === 'cancelled') expect(await ask(cancelRedemption, { id: asked.id })).toEqual({})
    else await deliver(outcome)
    expect([outcome, balance(), held()]).toEqual([outcome, 1_000, []])
    expect(receipts()).toMatchObject([{ state: 'released', isSeen: false, why: expect.stringMatching(/\w/) }])
    await ask(dismissNotice, { id: asked.id })
    expect(receipts()).toMatchObject([{ isSeen: true }])
    expect(await problems()).toEqual([])
  }
})

test('[RQ12] what may have happened keeps its hold until staff settle it or a late answer comes', async () => {
  for (const happened of [true, false]) {
    const { redeem, deliver, ask, current, balance, held, receipts, problems } = await openYoung()
    await redeem('redeem-triceratops', 300)
    await deliver('unknown')
    expect([balance(), held(), receipts()[0]?.state]).toEqual([700, [300], 'unknown'])
    expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('unsettled')
    const id = current()?.id
    expect(codeOf(await ask(settle, { id, happened }, 'mo', 'moderator'))).toBe('mayNot')
    expect(await ask(settle, { id, happened }, 'ada', 'admin')).toEqual({})
    expect([balance(), held()]).toEqual([happened ? 700 : 1_000, []])
    expect(codeOf(await ask(settle, { id, happened: !happened }, 'ada', 'admin'))).toBe('notUnknown')
    expect(await problems()).toEqual([])
  }
  const late = await openYoung()
  await late.redeem('redeem-triceratops', 300)
  await late.deliver('unknown')
  await late.deliver('confirmed')
  expect([late.balance(), late.held(), late.receipts()[0]?.state]).toEqual([700, [], 'done'])
})

test('[RQ13] staff never decide on what they redeemed themselves, and no one repeats it: what is held has gone back', async () => {
  const { redeem, deliver, ask, dispatch, clock, hub, current, sees, links } = await openYoung()
  await redeem('redeem-triceratops', 300)
  const { id = '' } = current() ?? {}
  await deliver('unknown')
  expect(codeOf(await ask(settle, { id, happened: false }, 'ann', 'admin'))).toBe('mayNot')
  await ask(settle, { id, happened: false }, 'ada', 'admin')
  expect(codeOf(await ask(retry, { id }, 'ada', 'admin'))).toBe('noRetry')
  // A heal is what everyone may do to their own dinosaur, but not this one.
  await ensureAccount(hub, clock.now(), { account: 'ada', steamId: '76561198000000002' })
  await ask({ name: 'ledger.addCurrency' }, { target: 'ada', amount: 100, reason: '' }, 'olga', 'owner')
  const hurt = entryOf('76561198000000002', 'Ada')
  await sees({ ...hurt, animal: hurt.animal && { ...hurt.animal, health: 50 } })
  await links('heal')
  await ask(redeemItem, { item: 'full-heal', price: 50 }, 'ada', 'admin')
  const own = Object.values(hub.read(deliveries, 'main').entries).find(({ by }) => by === 'ada')
  expect(codeOf(await ask(settle, { id: own?.id, happened: false }, 'ada', 'admin'))).toBe('mayNot')
  expect(codeOf(await ask(cancel, { id: own?.id }, 'ada', 'admin'))).toBe('done')
  expect(dispatch).toBeDefined()
})

test('[RQ14] the price that was seen is the price that is paid: another one now is refused with both', async () => {
  const { redeem, held, balance } = await openYoung()
  expect(await redeem('redeem-triceratops', 299)).toEqual({
    code: 'repriced',
    message: expect.stringMatching(/299.*300/),
  })
  expect(await redeem('redeem-dragon', 300)).toMatchObject({ code: 'notOffered' })
  expect(await redeem('triceratops', 9_000)).toMatchObject({ code: 'notOffered' })
  expect([balance(), held()]).toEqual([1_000, []])
  await redeem('redeem-triceratops', 300)
  expect(await redeem('albino', 300)).toMatchObject({ isByHand: false })
  expect(await redeem('custom-teleport', 75)).toMatchObject({ code: 'noTraveller' })
  expect(await redeem('hyperodontosaurus', 500)).toMatchObject({ code: 'running' })
  expect([balance(), held()]).toEqual([400, [300, 300]])
})

test('[RQ15] who has too little is told what it costs and what they have', async () => {
  const { redeem, plays, deliver } = await openYoung()
  await plays('Tyrannosaurus', 25)
  await redeem('redeem-tyrannosaurus', 1_000)
  await deliver('confirmed')
  expect(await redeem('adult-growth', 200)).toEqual({
    code: 'tooPoor',
    message: 'Insufficient currency. Need 200, have 0',
  })
})

test('[RQ16] one of a group at a time; other groups do not wait for it', async () => {
  const { redeem, deliver, current } = await openYoung()
  await redeem('redeem-triceratops', 300)
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('running')
  expect(codeOf(await redeem('half-growth', 100))).toBe('done')
  expect(codeOf(await redeem('adult-growth', 200))).toBe('running')
  expect(current()?.kind).toBe('grow')
  await deliver('confirmed')
  expect(codeOf(await redeem('full-heal', 50))).toBe('healthy')
})

test('[RQ17] without a mod that spawns, the player stands in the game as a living young one of the species; each refusal says what has to be otherwise', async () => {
  const { redeem, plays, sees, clock, held } = await openYoung()
  const triceratops = () => redeem('redeem-triceratops', 300)
  await plays('Carnotaurus', 25)
  expect(await triceratops()).toEqual({
    code: 'notYoung',
    message: expect.stringMatching(/Triceratops.*Carnotaurus, 25 %/),
  })
  await plays('Triceratops', 36)
  expect(codeOf(await triceratops())).toBe('notYoung')
  await sees(entryOf(annsPlayer, 'Rex', 'dead'))
  expect(codeOf(await triceratops())).toBe('dead')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  expect(codeOf(await triceratops())).toBe('notInGame')
  await sees()
  expect(codeOf(await triceratops())).toBe('notInGame')
  clock.pass(31_000)
  expect(codeOf(await triceratops())).toBe('noReading')
  expect(held()).toEqual([])
})

test('[RQ18] a mod that spawns makes the steps fall away: it spawns, grows and then mutates, for no one whose grown dinosaur would be lost', async () => {
  const { redeem, links, sees, plays, deliver, receipts, held, balance, hub, problems } = await openYoung()
  await links(...spawningMod)
  expect(hub.read(redeemWays, 'main').kinds).toContain('spawn')
  await plays('Carnotaurus', 80)
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('playsGrown')
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  expect(codeOf(await redeem('redeem-triceratops', 300, { variants: ['achillobator'] }))).toBe('noVariant')
  await redeem('redeem-triceratops', 300, { variants: ['albino', 'melanistic'] })
  expect(receipts()[0]?.steps.map(({ kind, text, isPaid, state }) => [kind, text, isPaid, state])).toEqual([
    ['spawn', 'Triceratops', true, 'queued'],
    ['grow', '1', true, 'waiting'],
    ['mutate', 'Albino, Melanistic', false, 'waiting'],
  ])
  expect((await deliver('confirmed')).detail).toEqual({ text: 'Triceratops' })
  expect([held(), receipts()[0]?.state]).toEqual([[300], 'open'])
  await deliver('confirmed')
  expect([held(), balance(), receipts()[0]?.state]).toEqual([[], 700, 'finishing'])
  const mutate = await deliver('refused')
  expect(mutate).toMatchObject({ kind: 'mutate', target: { id: annsPlayer }, detail: { text: 'Albino, Melanistic' } })
  expect([balance(), receipts()[0]?.state, receipts()[0]?.steps[2]?.why]).toEqual([700, 'done', 'player has no pawn'])
  expect(await problems()).toEqual([])
})

test('[RQ19] a step that does not happen ends the others: all that is held goes back', async () => {
  const { redeem, links, sees, deliver, receipts, balance } = await openYoung()
  await links(...spawningMod)
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  await redeem('redeem-triceratops', 300, { variants: ['albino'] })
  await deliver('confirmed')
  await deliver('failed')
  expect([balance(), receipts()[0]?.state]).toEqual([1_000, 'released'])
  expect(receipts()[0]?.steps.map(({ state }) => state)).toEqual(['confirmed', 'failed', 'skipped'])
})

test('[RQ20] what no link can do is done by hand: the user agrees before, and both see how long it usually takes', async () => {
  const { redeem, links, ask, toHand, balance, held, receipts, clock, hub, current } = await openYoung()
  await links('message')
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('byHand')
  expect(held()).toEqual([])
  for (const minutes of [10, 60, 20]) {
    expect(await redeem('redeem-triceratops', 300, { byHand: true })).toMatchObject({ isByHand: true })
    for (const kind of ['spawn', 'grow']) {
      const id = await toHand()
      expect(current()).toMatchObject({ kind, state: 'manual' })
      expect(codeOf(await ask(cancelRedemption, { id: receipts().at(-1)?.id }))).toBe(
        kind === 'spawn' ? 'byHand' : 'begun',
      )
      clock.pass(minutes * 60_000)
      expect(codeOf(await ask(markDone, { id }, 'mo', 'moderator'))).toBe('mayNot')
      await ask(markDone, { id }, 'ada', 'admin')
    }
    expect(receipts().at(-1)).toMatchObject({ state: 'done', steps: [{ state: 'done' }, { state: 'done' }] })
  }
  expect([balance(), held()]).toEqual([100, []])
  expect(usuallyWithinMs(hub.read(handTimes, 'main').ms.spawn)).toBe(60 * 60_000)
  expect(usuallyWithinMs([1, 2])).toBeNull()
})

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

test('[RQ22] a dinosaur that did not come into the game is its owner’s again', async () => {
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

test('[RQ25] a paid weather lasts 30 minutes, one at a time; its end is a delivery of its own, also after a restart', async () => {
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
    message: expect.stringMatching(/60 %.*40 %/),
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

test('[RQ29] where commands are switched off nothing is sent and nothing is spent', async () => {
  const { redeem, deliver, balance, receipts } = await openYoung()
  await redeem('redeem-triceratops', 300)
  await deliver('confirmed', 'mock')
  expect([balance(), receipts()[0]?.state]).toEqual([1_000, 'released'])
})

test('[RQ30] an owner limits how many of an item one user redeems in a day; what was given back does not count', async () => {
  const { redeem, deliver, clock, plays } = await openYoung()
  const { ask } = await openYoung()
  expect(ask).toBeDefined()
  await redeem('redeem-triceratops', 300)
  await deliver('refused')
  clock.pass(86_400_000)
  await plays('Triceratops', 25)
  expect(codeOf(await redeem('redeem-triceratops', 300))).toBe('done')
})

test('[RQ31] a user reads only their own receipts', async () => {
  const { hub, redeem } = await openYoung()
  await redeem('redeem-triceratops', 300)
  const { person } = await import('../../testing/principals.ts')
  expect(hub.mayRead(person('ann'), 'redemptions/ann')).toBe(true)
  expect(hub.mayRead(person('bob'), 'redemptions/ann')).toBe(false)
  expect(Object.keys(hub.read(redemptions, 'ann').entries)).toHaveLength(1)
})
