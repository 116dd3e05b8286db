import type { PlayerId } from '../../../../shared/engine/ids.ts'
import { mulberry32 } from '../../../../shared/engine/mulberry32.ts'
import { deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { settle } from '../../../../shared/features/deliveries/followUpCommands.ts'
import { parkDinosaur } from '../../../../shared/features/inventory/commands.ts'
import { inventory } from '../../../../shared/features/inventory/inventory.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import { createHub } from '../../../engine/createHub.ts'
import { NotWritten } from '../../../engine/storage.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { freshId, inSession, person } from '../../../testing/principals.ts'
import { createCrashing, turns } from '../../deliveries/testing/deliveryRun.ts'
import { startDeliveryWorker } from '../../deliveries/worker.ts'
import { dinosaurProblems } from './checkDinosaurs.ts'
import { earlierRedemptions, redeemEarlier } from './earlierRedemptions.ts'
import { annsPlayer } from './openInventory.ts'
import { createParkingGame, type MakeGame } from './parkingGame.ts'

const admin = person('ada', 'admin')
const ann = { ...inSession(person('ann' as PlayerId)), playsAs: annsPlayer }

function createRun(seed: number, makeGame: MakeGame, memory: TestStore) {
  const dice = mulberry32(seed)
  const clock = createTestClock()
  const game = makeGame(clock, dice)
  return { dice, clock, game, memory, violations: new Set<string>(), unsure: new Set<string>() }
}
type Run = ReturnType<typeof createRun>

/** Starts a hub and its worker. @param steps of the worker, after which the process crashes */
async function startLife({ clock, memory, game }: Run, steps: number) {
  const { hub: crashing, clock: mortal, isAlive, kill } = createCrashing(clock, steps)
  const hub = await createHub({
    storage: memory.storage,
    features: [...allFeatures, earlierRedemptions],
    clock: mortal,
    onFault() {},
  })
  const links = [game.openLink(mortal)]
  startDeliveryWorker({ hub: crashing(hub), server: 'main', links, clock: mortal, onFault() {} })
  const dinosaurs = () => Object.values(hub.read(inventory, 'ann').dinosaurs)
  return { hub, isAlive, kill, dinosaurs, entries: () => Object.values(hub.read(deliveries, 'main').entries) }
}
type Life = Awaited<ReturnType<typeof startLife>>

const ask = ({ clock }: Run, { hub }: Life, { name }: { readonly name: string }, input: object = {}) =>
  void hub.dispatch(ann, { id: freshId(clock.now()), name, input })

/** One random event: a command of the player, life in the game, a full disk, a crash, staff who settle, or time. */
async function takeStep(run: Run, life: Life) {
  const { dice, game, memory } = run
  const what = dice()
  const stored = life.dinosaurs().find(({ state }) => state === 'stored')
  if (what < 0.25) ask(run, life, parkDinosaur)
  else if (what < 0.5 && stored) ask(run, life, redeemEarlier, { dinosaur: stored.id })
  else if (what < 0.6) game.live()
  else if (what < 0.64) memory.fail(dice() < 0.5 ? new NotWritten('full', 'no room') : null)
  else if (what < 0.66) life.kill()
  else if (what < 0.75) await settleUnknown(run, life)
  else await game.pass(dice() * 12_000)
  await game.pass(game.stepMs)
  await turns(2, memory)
  await read(run, life)
  look(run, life)
}

/** A reading of the game. A full disk takes none. */
async function read({ clock, game }: Run, { hub }: Life) {
  const reading = { server: 'main', players: game.seen(), readAt: clock.now(), everyMs: 2_000 }
  await hub.execute('game link', reportRoster.name, reading).catch(() => {})
}

/** Staff look at the game, and say what is true. */
async function settleUnknown({ clock, game }: Run, { hub, entries }: Life) {
  if (!game.isIdle()) return
  for (const one of entries().filter(({ state }) => state === 'unknown')) {
    const input = { id: one.id, happened: game.wasDone(one) }
    await hub.dispatch(admin, { id: freshId(clock.now()), name: settle.name, input })
  }
}

/** Compares the inventory with what the mod holds. */
function look({ game, violations, unsure }: Run, { dinosaurs }: Life) {
  const known = new Set(dinosaurs().map(({ id }) => id))
  for (const id of game.stored.keys()) if (!known.has(id)) violations.add(`${id} is in no place`)
  for (const { id, state, isUnsure } of dinosaurs()) {
    if (isUnsure) unsure.add(id)
    if (state === 'stored' && !game.stored.has(id)) violations.add(`${id} is in two places`)
  }
  if (!game.isConserved()) violations.add('the game has made or lost a dinosaur')
}

/** Runs a hub, its worker, a player and the game under faults and crashes, and then settles what is unknown. */
export async function runParking(
  seed: number,
  makeGame: MakeGame = createParkingGame,
  memory: TestStore = createMemoryStorage(),
) {
  const run = createRun(seed, makeGame, memory)
  const { dice, clock, game, violations } = run
  let life = await startLife(run, Number.POSITIVE_INFINITY)
  await ensureAccount(life.hub, clock.now(), { account: 'ann', steamId: annsPlayer })
  let lives = 1
  for (let step = 0; step < 40; step += 1) {
    await takeStep(run, life)
    if (life.isAlive() && step > 0) continue
    memory.fail(null)
    life.kill()
    await turns(3, memory)
    life = await startLife(run, 4 + Math.floor(dice() * 20))
    lives += 1
  }
  memory.fail(null)
  game.endFaults()
  life.kill()
  await turns(3, memory)
  life = await startLife(run, Number.POSITIVE_INFINITY)
  const isOver = () => game.isIdle() && life.dinosaurs().every(({ state }) => state === 'stored')
  for (let waited = 0; waited < 100 && !isOver(); waited += 1) {
    await game.pass(3_000)
    await turns(3, memory)
    await settleUnknown(run, life)
  }
  look(run, life)
  for (const problem of await dinosaurProblems(life.hub, memory.storage)) violations.add(problem)
  life.kill()
  if (!isOver()) violations.add('a dinosaur is still on its way at the end')
  if (life.dinosaurs().length !== game.stored.size) violations.add('the inventory is not what the mod holds')
  const done = life.entries().filter(({ state }) => state === 'confirmed')
  const count = (kind: 'park' | 'redeem') => done.filter((one) => one.kind === kind).length
  return {
    violations: [...violations],
    parked: count('park'),
    redeemed: count('redeem'),
    unsure: run.unsure.size,
    lives,
  }
}
