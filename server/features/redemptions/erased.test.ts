// What a user has redeemed, while another one whom it names erases their account.
import { expect, test } from 'vitest'
import { deliveries, mostSettled } from '../../../shared/features/deliveries/delivery.ts'
import { cancel } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { createPack, joinPack } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { redeemOwned } from '../../../shared/features/redemptions/commands.ts'
import { paidWeather, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { dinosaurProblems } from '../inventory/testing/checkDinosaurs.ts'
import { annsPlayer, playing } from '../inventory/testing/openInventory.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { startStrandedSweep } from './stranded.ts'
import { growingMod, openRedemptions, spawningMod } from './testing/openRedemptions.ts'

const bobsPlayer = '76561198000000002'
const codeOf = (answer: object) => ('code' in answer ? answer.code : 'done')

/** Ann and Bob play in one pack; Bob can erase his account. */
async function openTwo(features = allFeatures) {
  const open = await openRedemptions(features)
  const { ask, hub, clock, order, links, current, sees } = open
  await links(...growingMod)
  await ensureAccount(hub, clock.now(), { account: 'bob', steamId: bobsPlayer })
  await ask(createPack, { name: 'Hunters' }, 'bob')
  await ask(joinPack, { code: hub.read(pack, hub.read(membership, 'bob').pack ?? '').code })
  await sees(playing(annsPlayer, 'Triceratops', 50), playing(bobsPlayer, 'Troodon', 50))
  return {
    ...open,
    erase: (who = 'bob') => open.dispatch(inSession(person(who)), eraseMe.name, { confirm: who }),
    /** The open delivery is sent, by a command that names Bob. */
    sendNaming: () =>
      order(beginAttempt, { id: current()?.id, link: 'commandBridge', command: `x ${bobsPlayer}`, again: false }),
    told: () => Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message),
    known: () => Object.values(hub.read(deliveries, 'main').entries),
    problems: async () => [...(await open.problems()), ...(await dinosaurProblems(hub, open.memory.storage))],
  }
}
type Two = Awaited<ReturnType<typeof openTwo>>

const states: readonly (readonly [state: string, reach: (two: Two) => Promise<unknown>, why: RegExp])[] = [
  ['queued', async () => {}, /wasn't sent/],
  ['manual', ({ toHand }) => toHand(), /wasn't sent/],
  ['sending', ({ sendNaming }) => sendNaming(), /before we knew/],
  ['unknown', ({ deliver }) => deliver('unknown'), /before we knew/],
  [
    'queued again after an attempt',
    async ({ sendNaming, order, current }) => {
      await sendNaming()
      await order(requeue, { id: current()?.id, attempt: 1, sent: true, why: 'No reply.' })
    },
    /before we knew/,
  ],
]
test.each(states)(
  '[RQ123] a paid teleport to a user who erases their account while it is %s ends with that: the price goes back, the receipt says why, and the next one can be redeemed',
  async (_state, reach, why) => {
    const two = await openTwo()
    const { redeem, erase, balance, held, receipts, told, known, problems } = two
    await redeem('custom-teleport', 75, { destination: 'bob' })
    await reach(two)
    expect([balance(), held()]).toEqual([925, [75]])
    expect(await erase()).toMatchObject({ ok: true })
    expect([balance(), held(), known()]).toEqual([1_000, [], []])
    expect(receipts()).toMatchObject([{ state: 'released', isSeen: false, why: expect.stringMatching(why) }])
    expect(receipts()[0]?.steps).toMatchObject([{ state: 'cancelled', why: expect.stringMatching(why) }])
    expect(told()).toEqual([
      expect.stringMatching(/Its command named a player whose account was erased.*You got 75 Void Pearls back/),
    ])
    expect(JSON.stringify([receipts(), told()])).not.toMatch(new RegExp(`bob|${bobsPlayer}`))
    expect(codeOf(await redeem('adult-growth', 200))).toBe('done')
    expect(await problems()).toEqual([])
  },
)

test('[RQ124] a message with the id of the erased user is paid back; a weather that may have come is not, and the next one can be redeemed', async () => {
  const { redeem, deliver, sendNaming, links, erase, hub, balance, held, receipts, problems } = await openTwo()
  await links(...spawningMod)
  await redeem('custom-message', 25, { message: `hello ${bobsPlayer}` })
  await deliver('unknown')
  await redeem('weather-rain', 150)
  await sendNaming()
  expect([held().toSorted(), hub.read(paidWeather, 'main').pending]).toEqual([[150, 25], expect.any(String)])
  await erase()
  expect([balance(), held(), hub.read(paidWeather, 'main')]).toEqual([850, [], { pending: null, running: null }])
  expect(receipts().map(({ state }) => state)).toEqual(['released', 'done'])
  expect(codeOf(await redeem('weather-rain', 150))).toBe('done')
  expect(await problems()).toEqual([])
})

test('[RQ125] of a dinosaur in several steps no further one is sent, and it is spent: part of it arrived, or only what is free with it was open', async () => {
  for (const paid of [1, 2]) {
    const { links, sees, give, ask, deliver, sendNaming, erase, dinosaurs, receipts, known, problems } = await openTwo()
    await links(...spawningMod)
    await sees(entryOf(annsPlayer, 'Rex', 'none'))
    const dinosaur = await give('Triceratops')
    await ask(redeemOwned, { dinosaur, mutations: { main: ['wader'], parents: [] } })
    for (let nth = 0; nth < paid; nth += 1) await deliver('confirmed')
    await sendNaming()
    await erase()
    const isPaid = paid === 2
    expect(receipts()).toMatchObject([{ state: 'done', isSeen: false, why: isPaid ? null : expect.any(String) }])
    expect(receipts()[0]?.steps.at(-1)).toMatchObject({ kind: 'mutate', state: isPaid ? 'cancelled' : 'skipped' })
    expect(dinosaurs()).toEqual([])
    expect(known().filter(({ settledAt }) => settledAt === null)).toEqual([])
    expect(await problems()).toEqual([])
  }
})

const begun: readonly (readonly [what: string, reach: (two: Two) => Promise<unknown>, balance: number])[] = [
  ['it waits to be sent', async () => {}, 1_000],
  ['staff do it by hand', ({ toHand }) => toHand(), 700],
  ['it may have been sent', ({ deliver }) => deliver('unknown'), 700],
  [
    'commands are off, and it was not sent',
    ({ order, current }) => order(beginAttempt, { id: current()?.id, link: 'mock', command: 'x', again: false }),
    1_000,
  ],
  [
    'a part of it arrived, and staff have to do the rest',
    async ({ deliver }) => {
      await deliver('confirmed')
      await deliver('refused')
    },
    700,
  ],
]
test.each(begun)(
  '[RQ143] a user whose name has the SteamID of their second account gets back by its erasure only what was not begun: %s',
  async (_what, reach, left) => {
    const two = await openTwo()
    const { hub, clock, links, sees, redeem, erase, balance, held, receipts, told, known, problems } = two
    await links(...spawningMod)
    await ensureAccount(hub, clock.now(), { account: 'ann', name: `Ann ${bobsPlayer}`, steamId: annsPlayer })
    await sees(entryOf(annsPlayer, 'Rex', 'none'))
    await redeem('redeem-triceratops', 300)
    await reach(two)
    expect([balance(), held()]).toEqual([700, [300]])
    expect(await erase()).toMatchObject({ ok: true })
    expect([balance(), held(), known()]).toEqual([left, [], []])
    const isBack = left === 1_000
    expect(receipts()).toMatchObject([{ state: isBack ? 'released' : 'done', isSeen: false }])
    expect(receipts()[0]?.why).toMatch(isBack ? /wasn't sent/ : /before we knew/)
    expect(told()).toEqual([expect.stringMatching(isBack ? /You got 300 Void Pearls back/ : /nothing was given back/)])
    expect(JSON.stringify([receipts(), told()])).not.toContain(bobsPlayer)
    expect(await problems()).toEqual([])
  },
)

test('[RQ146] a user who moves the Steam account to a second account and erases that gets back neither a half-arrived dinosaur nor a teleport that may have happened', async () => {
  const two = await openTwo()
  const { hub, clock, links, sees, redeem, deliver, sendNaming, erase, balance, held, receipts, problems } = two
  await links(...spawningMod)
  await sees(entryOf(annsPlayer, 'Rex', 'none'))
  await redeem('redeem-triceratops', 300)
  await deliver('confirmed')
  await deliver('refused')
  await sees(playing(annsPlayer, 'Triceratops', 10), playing(bobsPlayer, 'Troodon', 50))
  await redeem('custom-teleport', 75, { destination: 'bob' })
  await sendNaming()
  expect([balance(), held().toSorted()]).toEqual([625, [300, 75]])
  await ensureAccount(hub, clock.now(), { account: 'ann', steamId: null })
  await ensureAccount(hub, clock.now(), { account: 'alt', steamId: annsPlayer })
  expect(await erase('alt')).toMatchObject({ ok: true })
  expect([balance(), held(), receipts().map(({ state }) => state)]).toEqual([625, [], ['done', 'done']])
  expect(await problems()).toEqual([])
})

test('[RQ126] what is held for a user who erases their own account is closed with their wallet, and a weather whose command named them is free again', async () => {
  const { redeem, links, order, current, erase, hub, balance, held, receipts, problems } = await openTwo()
  await links(...spawningMod)
  await redeem('custom-teleport', 75, { destination: 'bob' })
  await redeem('weather-rain', 150)
  const ofAnn = { link: 'commandBridge', command: `x ${annsPlayer}`, again: false }
  await order(beginAttempt, { id: current()?.id, ...ofAnn })
  expect(await erase('ann')).toMatchObject({ ok: true })
  expect([balance(), held(), receipts()]).toEqual([0, [], []])
  expect(hub.read(paidWeather, 'main')).toEqual({ pending: null, running: null })
  expect(await problems()).toEqual([])
})

test('[RQ127] a delivery that settles while the clock is set back, with many that settled later, is spent and not taken for an erased one', async () => {
  const { redeem, current, order, ask, clock, balance, held, receipts, problems } = await openTwo()
  await redeem('adult-growth', 200)
  const { id } = current() ?? {}
  await order(beginAttempt, { id, link: 'commandBridge', command: 'x', again: false })
  for (let nth = 0; nth < mostSettled; nth += 1) {
    const { id: other } = (await ask({ name: 'deliveries.saveGame' }, {}, 'olga', 'owner')) as { id: string }
    await ask(cancel, { id: other }, 'olga', 'owner')
  }
  clock.setWallBy(-600_000)
  await order(endAttempt, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  expect([balance(), held(), receipts()[0]?.state]).toEqual([800, [], 'done'])
  expect(await problems()).toEqual([])
})

test('[RQ128] staff who lose a permission keep what they redeem: it needs none, and is paid for', async () => {
  const { redeem, ask, current, deliver, balance, held, problems } = await openTwo()
  await ask(setRole, { account: 'ann', role: 'admin' }, 'olga', 'owner')
  await redeem('custom-teleport', 75, { destination: 'bob' })
  await ask(setRole, { account: 'ann', role: 'player' }, 'olga', 'owner')
  expect([current()?.state, held()]).toEqual(['queued', [75]])
  await deliver('confirmed')
  expect([balance(), held()]).toEqual([925, []])
  expect(await problems()).toEqual([])
})

/** In which an erasure removed deliveries, and what had been redeemed did not follow. */
const earlierRelease = allFeatures.map((one) => (one.name === 'redemptions' ? { ...one, derivations: [] } : one))

test('[RQ129] what an earlier release left held is released once when the hub starts; where the outcome is known it counts, and what runs goes on', async () => {
  const { redeem, plays, current, order, ask, erase, links, ...before } = await openTwo(earlierRelease)
  await links(...spawningMod)
  await redeem('custom-teleport', 75, { destination: 'bob' })
  await redeem('weather-rain', 150)
  const { id } = current() ?? {}
  await plays('Triceratops', 25)
  await redeem('redeem-triceratops', 300)
  await order(beginAttempt, { id, link: 'commandBridge', command: 'x', again: false })
  await order(endAttempt, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  await redeem('albino', 300)
  const cancelled = before.known().find(({ kind }) => kind === 'mutate')
  await ask(cancel, { id: cancelled?.id })
  await erase()
  expect(before.held().toSorted()).toEqual([150, 300, 300, 75])

  const { hub, memory, faults } = await openApp(allFeatures, before)
  let commands = 0
  const counting = {
    ...hub,
    execute(actor: string, name: string, input: unknown) {
      commands += 1
      return hub.execute(actor, name, input)
    },
  }
  const sweep = async () => {
    const stop = startStrandedSweep({ hub: counting, server: 'main', onFault: (what) => void faults.push(what) })
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await hub.settled()
    stop()
  }
  const found = () => {
    const { holds, voidPearls } = hub.read(wallet, 'ann')
    const receipts = Object.values(hub.read(redemptions, 'ann').entries).map(({ group, state }) => `${group} ${state}`)
    const told = Object.keys(hub.read(notifications, 'ann').entries).length
    return { voidPearls, held: Object.values(holds).map(({ amount }) => amount), receipts: receipts.toSorted(), told }
  }
  const after = {
    voidPearls: 550,
    held: [300],
    receipts: ['dinosaurs open', 'mutations released', 'perks released', 'weather done'],
    told: 3,
  }
  await sweep()
  expect(found()).toEqual(after)
  const [teleport] = Object.values(hub.read(redemptions, 'ann').entries)
  expect(teleport?.why).toMatch(/account was erased/)
  await sweep()
  expect([found(), commands, faults]).toEqual([after, 1, []])
  expect([...(await moneyProblems(hub, memory.storage)), ...(await dinosaurProblems(hub, memory.storage))]).toEqual([])
})
