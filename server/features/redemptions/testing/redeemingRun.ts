// One file because players, staff, faults and the auditor of one run are read together.

import type { CommandId } from '../../../../shared/engine/ids.ts'
import { mulberry32 } from '../../../../shared/engine/mulberry32.ts'
import type { Role } from '../../../../shared/engine/permissions.ts'
import { type Delivery, deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { drop, markDone, sendNow, settle } from '../../../../shared/features/deliveries/followUpCommands.ts'
import type { DeliveryKind } from '../../../../shared/features/deliveries/kinds.ts'
import { inventory } from '../../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../../shared/features/ledger/commands.ts'
import { cancelRedemption, redeemItem, redeemOwned } from '../../../../shared/features/redemptions/commands.ts'
import { isHeld, type Redemption, redemptions } from '../../../../shared/features/redemptions/redemption.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import { createHub } from '../../../engine/createHub.ts'
import type { Feature } from '../../../engine/feature.ts'
import type { Hub } from '../../../engine/hub.ts'
import { NotWritten } from '../../../engine/storage.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { unconfiguredServer } from '../../../testing/neverCalled.ts'
import { freshId, inSession, person } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { catalogueFeature } from '../../catalogue/feature.ts'
import { deliveriesFeature } from '../../deliveries/feature.ts'
import { createCrashing, type Dice, turns } from '../../deliveries/testing/deliveryRun.ts'
import { startDeliveryWorker } from '../../deliveries/worker.ts'
import { inventoryFeature } from '../../inventory/feature.ts'
import { dinosaurProblems } from '../../inventory/testing/checkDinosaurs.ts'
import { annsPlayer, playing } from '../../inventory/testing/openInventory.ts'
import { ledgerFeature } from '../../ledger/feature.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'
import { notificationsFeature } from '../../notifications/feature.ts'
import { packsFeature } from '../../packs/feature.ts'
import { playFeature } from '../../play/feature.ts'
import { rightsFeature } from '../../rights/rights.ts'
import { rosterFeature } from '../../roster/feature.ts'
import { serverFeature } from '../../server/feature.ts'
import { sessionFeature } from '../../session/feature.ts'
import { settingsFeature } from '../../settings/feature.ts'
import { tokensFeature } from '../../tokens/feature.ts'
import { redemptionsFeature } from '../feature.ts'
import { giveDinosaur, givingFeature, growingMod, spawningMod } from './openRedemptions.ts'
import { createRedeemedGame } from './redeemedGame.ts'

const players = { ann: annsPlayer, bob: '76561198000000002' } as const
const names = ['ann', 'bob'] as const
export type Name = (typeof names)[number]
/** Those that redemptions need: a hub with all of them starts several times slower, and it starts thousands of times. */
const features = [
  accountFeature,
  rightsFeature([]),
  tokensFeature,
  sessionFeature,
  settingsFeature([]),
  rosterFeature,
  playFeature,
  notificationsFeature,
  deliveriesFeature,
  ledgerFeature,
  catalogueFeature,
  inventoryFeature,
  packsFeature,
  serverFeature(unconfiguredServer),
  redemptionsFeature,
  givingFeature,
]
const startWith = 1_500
const prices = {
  'redeem-triceratops': 300,
  albino: 300,
  'full-heal': 50,
  'adult-growth': 200,
  'custom-message': 25,
  'weather-storm': 150,
} as const
const pick = <T>(dice: Dice, from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T

/** What else happens in a run, beside redeeming. It keeps `granted` and `given` true for what it moves. */
export interface OtherPart {
  readonly features: readonly Feature[]
  step(run: Run, life: Life, who: Name): Promise<unknown>
  /** A hub was started after another one died. */
  resume(run: Run, life: Life): Promise<unknown>
  /** What is wrong at the end with what it moved. */
  problems?(run: Run, life: Life): Promise<readonly string[]>
}

function createRun(seed: number, other: OtherPart | null, memory: TestStore) {
  const dice = mulberry32(seed)
  const clock = createTestClock()
  const game = createRedeemedGame(clock, dice)
  game.change(growingMod, true)
  return {
    other,
    dice,
    clock,
    game,
    memory,
    violations: new Set<string>(),
    /** By player: all that they were ever given. */
    granted: { ann: 0, bob: 0 } as Record<Name, number>,
    given: { ann: 0, bob: 0 } as Record<Name, number>,
    /** Answers to the same command, by its id. */
    answers: new Map<string, Set<string>>(),
    unsure: new Set<string>(),
  }
}
export type Run = ReturnType<typeof createRun>

async function startLife(run: Run, steps: number): Promise<Life> {
  const { clock, memory, game, other } = run
  const all = [...features, ...(other?.features ?? [])]
  const { hub: crashing, clock: mortal, isAlive, kill } = createCrashing(clock, steps)
  const hub = await createHub({ storage: memory.storage, features: all, clock: mortal, onFault() {} })
  startDeliveryWorker({ hub: crashing(hub), server: 'main', links: [game.link], clock: mortal, onFault() {} })
  const receipts = (name: Name) => Object.values(hub.read(redemptions, name).entries)
  const entries = () => Object.values(hub.read(deliveries, 'main').entries)
  const life = { hub, isAlive, kill, receipts, entries }
  await other?.resume(run, life)
  return life
}
export interface Life {
  readonly hub: Hub
  isAlive(): boolean
  kill(): void
  receipts(name: Name): readonly Redemption[]
  entries(): readonly Delivery[]
}

interface Asked {
  readonly who: string
  readonly role?: Role
  readonly command: { readonly name: string }
  readonly input: object
  /** By default a new one. */
  readonly id?: CommandId
}
/** Gives a command, sometimes twice under the same id: both get the same answer. */
export function ask({ clock, dice, answers }: Run, { hub }: Life, asked: Asked) {
  const { who, role = 'player', command, input, id = freshId(clock.now()) } = asked
  const give = () =>
    hub.dispatch(inSession(person(who, role)), { id, name: command.name, input }).then((answer) => {
      // What the store did not take is answered so, and may be answered otherwise the next time.
      if (!answer.ok && ['storageFull', 'unavailable', 'fateUnknown', 'busy'].includes(answer.code)) return answer
      const said = answers.get(id) ?? new Set()
      answers.set(id, said.add(JSON.stringify(answer.ok ? answer.output : answer.code)))
      return answer
    })
  if (dice() < 0.3) give().catch(() => {})
  return give()
}

async function takeStep(run: Run, life: Life) {
  const { dice, clock, game, memory } = run
  const what = dice()
  const who = pick(dice, names)
  if (run.other && dice() < 0.45) await run.other.step(run, life, who)
  else if (what < 0.34) redeemSomething(run, life, who)
  else if (what < 0.46) redeemDinosaur(run, life, who)
  else if (what < 0.53) {
    const one = life.receipts(who).find(isHeld)
    if (one) void ask(run, life, { who, command: cancelRedemption, input: { id: one.id } })
  } else if (what < 0.62) await staffSettle(run, life)
  else if (what < 0.7) await staffWork(run, life, dice() < 0.5)
  else if (what < 0.75) game.change(pick(dice, mods), dice() < 0.8)
  else if (what < 0.79) memory.fail(dice() < 0.5 ? new NotWritten('full', 'no room') : null)
  else if (what < 0.81) life.kill()
  else if (what < 0.83) clock.pass(11 * 60_000)
  else clock.pass(dice() * 12_000)
  await turns(2, memory)
  await read(run, life)
  look(run, life)
}
const mods: readonly (readonly DeliveryKind[])[] = [growingMod, growingMod, spawningMod, spawningMod, ['message']]

function redeemSomething(run: Run, life: Life, who: Name) {
  const { dice, violations } = run
  const item = pick(dice, Object.keys(prices) as (keyof typeof prices)[])
  const isWrong = dice() < 0.1
  const input = { item, price: prices[item] + (isWrong ? 1 : 0), byHand: dice() < 0.8, message: 'hi', variants: [] }
  void ask(run, life, { who, command: redeemItem, input }).then((answer) => {
    if (answer.ok && isWrong) violations.add(`${who} paid another price for ${item} than the one they saw`)
  })
}

function redeemDinosaur(run: Run, life: Life, who: Name) {
  const stored = Object.values(life.hub.read(inventory, who).dinosaurs)
  if (stored.length === 0) return
  const input = { dinosaur: pick(run.dice, stored).id, mutations: { main: ['wader'], parents: [] }, byHand: true }
  void ask(run, life, { who, command: redeemOwned, input })
}

/** A reading of the game: both are there as a young Triceratops, mostly. */
async function read({ clock, dice }: Run, { hub }: Life) {
  const seen = names.flatMap((name) => {
    const entry = playing(players[name], 'Triceratops', 25)
    if (dice() < 0.05) return []
    return [{ ...entry, animal: entry.animal && { ...entry.animal, health: 50 } }]
  })
  const reading = { server: 'main', players: seen, readAt: clock.now(), everyMs: 2_000 }
  await hub.execute('game link', reportRoster.name, reading).catch(() => {})
}

/** Staff look at the game and say what is true. */
async function staffSettle(run: Run, life: Life) {
  if (!run.game.isIdle()) return
  for (const one of life.entries().filter(({ state }) => state === 'unknown')) {
    const input = { id: one.id, happened: run.game.wasDone(one.id) }
    await ask(run, life, { who: 'ada', role: 'admin', command: settle, input })
  }
}

/** Staff do by hand what waits for them, drop it, or send it after all. */
async function staffWork(run: Run, life: Life, isWilling: boolean) {
  for (const { id } of life.entries().filter(({ state }) => state === 'manual')) {
    const staff = { who: 'ada', role: 'admin', input: { id } } as const
    if (!isWilling) {
      await ask(run, life, { ...staff, command: run.dice() < 0.5 ? drop : sendNow })
      continue
    }
    const answer = await ask(run, life, { ...staff, command: markDone })
    if (answer.ok) run.game.byHand(id)
  }
}

/** The auditor: its own model of what everyone may have, from what they were given and what the receipts say. */
function look({ granted, given, violations, unsure, game }: Run, { hub, receipts }: Life) {
  for (const name of names) {
    const [own, { dinosaurs }] = [hub.read(wallet, name), hub.read(inventory, name)]
    const all = receipts(name)
    const priceOf = ({ price }: Redemption) => price?.amount ?? 0
    const heldIds = all.filter((one) => isHeld(one) && one.price).map(({ id }) => id)
    if (heldIds.toSorted().join() !== Object.keys(own.holds).toSorted().join())
      violations.add(`the holds of ${name} are not those of open redemptions`)
    const paid = all.filter(({ state }) => state !== 'released').reduce((sum, one) => sum + priceOf(one), 0)
    if (own.voidPearls !== granted[name] - paid)
      violations.add(`${name} has ${own.voidPearls}, not ${granted[name] - paid}`)
    const locked = Object.values(dinosaurs).flatMap(({ state, heldFor }) =>
      state === 'redeeming' ? (heldFor ?? []) : [],
    )
    const open = all.filter((one) => isHeld(one) && one.dinosaur).map(({ id }) => id)
    if (locked.toSorted().join() !== open.toSorted().join())
      violations.add(`the dinosaurs of ${name} are not held by their redemptions`)
    const gone = all.filter((one) => one.dinosaur && !isHeld(one) && one.state !== 'released')
    if (Object.keys(dinosaurs).length !== given[name] - gone.length) violations.add(`${name} lost or got a dinosaur`)
    for (const one of all) violations.add(untrue(one, game) ?? '')
    for (const one of all) if (one.state === 'unknown') unsure.add(one.id)
  }
  for (const id of game.doneTwice) violations.add(`the game carried out ${id} twice`)
  violations.delete('')
}

/** What was spent happened in the game, and what was given back did not, not even a part of it unless staff dropped the rest. */
function untrue({ id, state, steps }: Redemption, game: Run['game']): string | null {
  const paid = steps.filter(({ isPaid }) => isPaid)
  const done = new Set(
    paid.filter(({ delivery }) => delivery !== null && game.wasDone(delivery)).map(({ kind }) => kind),
  )
  const isInGame = paid.every(({ kind }) => done.has(kind))
  const isDropped = paid.some((step) => step.state === 'dropped')
  if (state === 'released' && isInGame) return `${id} was given back, and the game has it`
  if (state === 'released') return done.size > 0 && !isDropped ? `${id} was given back, and a part of it stays` : null
  if (state === 'done' || state === 'finishing')
    return isInGame ? null : `${id} was spent, and the game does not have it`
  return null
}

async function begin(run: Run, life: Life) {
  const { clock, granted, given } = run
  for (const account of names) {
    await ensureAccount(life.hub, clock.now(), { account, steamId: players[account] })
    const input = { target: account, amount: startWith, reason: '' }
    const call = { id: freshId(clock.now()), name: addCurrency.name, input }
    if ((await life.hub.dispatch(person('olga', 'owner'), call)).ok) granted[account] += startWith
    for (const steamId of [null, players[account], null]) {
      await life.hub.execute('test', giveDinosaur.name, { to: account, species: 'Triceratops', steamId })
      given[account] += 1
    }
  }
}

/** Lets all that is open end: without faults, and with staff who do what waits for them. */
async function rest(run: Run, isOver: () => boolean, act: () => Promise<void>) {
  for (let waited = 0; waited < 100 && !isOver(); waited += 1) {
    run.clock.pass(3_000)
    await turns(3, run.memory)
    await act()
    await turns(2, run.memory)
  }
}

/** Runs a hub, its worker, two players, staff and the game under faults and crashes; then a phase without faults. */
export async function runRedeeming(
  seed: number,
  other: OtherPart | null = null,
  memory: TestStore = createMemoryStorage(),
) {
  const run = createRun(seed, other, memory)
  const { dice, game, violations } = run
  let life = await startLife(run, Number.POSITIVE_INFINITY)
  await begin(run, life)
  let lives = 1
  for (let step = 0; step < 28; step += 1) {
    await takeStep(run, life)
    if (life.isAlive() && step > 0) continue
    memory.fail(null)
    life.kill()
    await turns(3, memory)
    life = await startLife(run, 4 + Math.floor(dice() * 30))
    lives += 1
  }
  memory.fail(null)
  game.endFaults()
  life.kill()
  await turns(3, memory)
  life = await startLife(run, Number.POSITIVE_INFINITY)
  game.change(spawningMod, true)
  const held = () => names.flatMap((name) => life.receipts(name).filter(isHeld))
  await rest(
    run,
    () => game.isIdle() && held().every(({ state }) => state === 'unknown'),
    () => staffWork(run, life, true),
  )
  const stuck = held().filter(({ state }) => state !== 'unknown')
  if (stuck.length > 0)
    violations.add(`still ${stuck.map(({ state, steps }) => `${state} ${JSON.stringify(steps)}`).join()}`)
  await rest(
    run,
    () => held().length === 0,
    async () => {
      await staffSettle(run, life)
      await staffWork(run, life, true)
    },
  )
  if (held().length > 0) violations.add('a hold is still there after staff settled everything')
  look(run, life)
  for (const said of run.answers.values()) if (said.size > 1) violations.add(`two answers: ${[...said].join()}`)
  for (const problem of await moneyProblems(life.hub, memory.storage)) violations.add(problem)
  for (const problem of await dinosaurProblems(life.hub, memory.storage)) violations.add(problem)
  for (const problem of (await other?.problems?.(run, life)) ?? []) violations.add(problem)
  life.kill()
  const all = names.flatMap((name) => life.receipts(name))
  const count = (state: Redemption['state']) => all.filter((one) => one.state === state).length
  const byHand = life.entries().filter(({ state }: Delivery) => state === 'done').length
  return {
    violations: [...violations],
    done: count('done'),
    released: count('released'),
    unsure: run.unsure.size,
    byHand,
    lives,
  }
}
