import { expect, test } from 'vitest'
import { changeItems } from '../../../shared/features/catalogue/commands.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { cancel, drop, markDone, retry, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import {
  cancelRedemption,
  dismissNotice,
  redeemItem,
  redeemOwned,
} from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  mostCancelledADay,
  redeemWays,
  redemptions,
  usuallyWithinMs,
} from '../../../shared/features/redemptions/redemption.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { dinosaurProblems } from '../inventory/testing/checkDinosaurs.ts'
import { annsPlayer, switchOff } from '../inventory/testing/openInventory.ts'
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
    // The sentence of the receipt is the player's: only staff can settle it.
    expect(receipts()[0]?.steps.map(({ why }) => why)).toContain(
      'The game has not shown it. Staff check it and settle it.',
    )
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

test('[RQ2353] a price of one Void Pearl comes back in the singular', async () => {
  const { hub, redeem, deliver, ask } = await openYoung()
  await ask(changeItems, { changes: { 'redeem-triceratops': { price: 1 } } }, 'olga', 'owner')
  expect(await redeem('redeem-triceratops', 1)).toMatchObject({ isByHand: false })
  await deliver('failed')
  const told = Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message)
  expect(told.at(-1)).toMatch(/ You got 1 Void Pearl back\.$/)
})

test('[RQ14] the price that was seen is the price that is paid: another one now is refused with both', async () => {
  const { redeem, held, balance } = await openYoung()
  expect(await redeem('redeem-triceratops', 1_299)).toEqual({
    code: 'repriced',
    message: 'The price has changed: you saw 1,299, and it is 300 now. Nothing was taken. Check it and redeem again.',
  })
  expect(await redeem('redeem-triceratops', 299)).toMatchObject({ code: 'repriced' })
  expect(await redeem('redeem-dragon', 300)).toMatchObject({ code: 'notOffered' })
  expect(await redeem('triceratops', 9_000)).toMatchObject({ code: 'notOffered' })
  expect([balance(), held()]).toEqual([1_000, []])
  await redeem('redeem-triceratops', 300)
  expect(await redeem('albino', 300)).toMatchObject({ isByHand: false })
  expect(await redeem('custom-teleport', 75)).toMatchObject({ code: 'noTraveller' })
  expect(await redeem('hyperodontosaurus', 500)).toMatchObject({ code: 'running' })
  expect([balance(), held()]).toEqual([400, [300, 300]])
})

test('[RQ15] a user who has too little learns what it costs and what they have', async () => {
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

test('[RQ17] without a mod that spawns, the player is in the game as a living young one of the species; each refusal says what has to be otherwise', async () => {
  const { redeem, plays, sees, clock, held } = await openYoung()
  const triceratops = () => redeem('redeem-triceratops', 300)
  await plays('Carnotaurus', 25)
  expect(await triceratops()).toEqual({
    code: 'notYoung',
    message: expect.stringMatching(/Triceratops.*Carnotaurus, 25%/),
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

/** A mod that spawns has spawned what Ann redeemed; the growing is next. */
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

test('[RQ140] a user cancels 200 redemptions a day at most, since each is kept for good', {
  tags: 'slow',
}, async () => {
  const { redeem, ask, clock, balance, held, problems } = await openYoung()
  const begin = async () => ((await redeem('redeem-triceratops', 300)) as { id: string }).id
  const callOff = async (id: string) => codeOf(await ask(cancelRedemption, { id }))
  for (let nth = 0; nth < mostCancelledADay; nth += 1) expect(await callOff(await begin())).toBe('done')
  const last = await begin()
  expect(await callOff(last)).toBe('tooOften')
  expect([balance(), held()]).toEqual([700, [300]])
  clock.pass(24 * 3_600_000)
  expect(await callOff(last)).toBe('done')
  expect(await problems()).toEqual([])
})

test('[RQ147] what a user cancels as a delivery counts with it, and so do the parkings that they cancel', {
  tags: 'slow',
}, async () => {
  const { redeem, ask, links, plays, current, hub, clock, balance, held, dinosaurs, problems, memory } =
    await openYoung()
  const redeemed = async () => ((await redeem('redeem-triceratops', 300)) as { id: string }).id
  const cancelDelivery = async (id?: string) => codeOf(await ask(cancel, { id }))
  for (let nth = 1; nth < mostCancelledADay; nth += 1) {
    await redeemed()
    expect(await cancelDelivery(current()?.id)).toBe('done')
  }
  await links('park')
  await plays('Triceratops', 80)
  const park = async () => ((await ask(parkDinosaur, {})) as unknown as { delivery: string }).delivery
  expect(await cancelDelivery(await park())).toBe('done')
  const parking = await park()
  expect([await cancelDelivery(parking), hub.read(redemptions, 'ann').calledOff]).toEqual(['tooOften', 200])
  expect(dinosaurs()).toMatchObject([{ state: 'parking' }])
  clock.pass(24 * 3_600_000)
  expect(await cancelDelivery(parking)).toBe('done')
  await links(...growingMod)
  await plays('Triceratops', 25)
  for (let nth = 1; nth < mostCancelledADay; nth += 1)
    expect(codeOf(await ask(cancelRedemption, { id: await redeemed() }))).toBe('done')
  const last = await redeemed()
  expect(await cancelDelivery(current()?.id)).toBe('tooOften')
  expect(codeOf(await ask(cancelRedemption, { id: last }))).toBe('tooOften')
  expect(await ask(cancel, { id: current()?.id }, 'bea', 'admin')).toEqual({})
  expect([balance(), held(), dinosaurs(), await problems()]).toEqual([1_000, [], [], []])
  expect(await dinosaurProblems(hub, memory.storage)).toEqual([])
})

test('[RQ84] while currency is switched off nothing is redeemed for it, and while the inventory is, no dinosaur of it', async () => {
  const { hub, redeem, ask, links, give, plays, held, dinosaurs, receipts } = await openYoung()
  await links(...spawningMod)
  const dinosaur = await give('Triceratops')
  await plays('Triceratops', 25)
  const own = () => ask(redeemOwned, { dinosaur, mutations: { main: ['wader'], parents: [] } })
  await switchOff(hub, 'realCurrency', 'realInventory')
  expect(await redeem('redeem-triceratops', 300)).toEqual({
    code: 'closed',
    message: 'Currency is switched off on this hub.',
  })
  expect(await own()).toEqual({ code: 'closed', message: 'The inventory is switched off on this hub.' })
  expect([held(), receipts(), dinosaurs()[0]?.state]).toEqual([[], [], 'stored'])
  await switchOff(hub, 'realCurrency')
  expect(await own()).toMatchObject({ id: expect.any(String) })
})
