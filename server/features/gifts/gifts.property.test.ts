import fc from 'fast-check'
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import type { Identity } from '../../../shared/features/account/identity.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { sendGift, setTakesGifts } from '../../../shared/features/gifts/gifts.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { passedDays } from '../../../shared/features/trades/trades.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { signInAs } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { type OpenTrades, openTrades, owner } from '../trades/testing/openTrades.ts'

const nth = fc.nat(4)
const step = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('currency' as const) },
    { weight: 6, arbitrary: fc.constant('dinosaur' as const) },
    { weight: 3, arbitrary: fc.constant('unlink' as const) },
    { weight: 4, arbitrary: fc.constant('signIn' as const) },
    { weight: 2, arbitrary: fc.constantFrom('erase' as const, 'refuseGifts' as const, 'pass' as const) },
  ),
  /** Of the accounts that there ever were. */
  from: nth,
  to: nth,
  identity: fc.nat(9),
  isLinking: fc.boolean(),
  amount: fc.constantFrom(1, 7, 900, 5_000),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The first five are Steam accounts, the others of Discord. */
const identityOf = (at: number): Identity =>
  (at < 5
    ? { provider: 'steam', steamId: `7656119800000020${at}`, displayName: `s${at}` }
    : { provider: 'discord', discordId: `discord-${at}`, username: `d${at}`, displayName: `d${at}` }) as Identity

interface Owned {
  balance: number
  readonly dinosaurs: Set<string>
  takesGifts: boolean
  isGone: boolean
  /** Identities that are linked, and all that ever were. */
  readonly linked: Set<number>
  readonly ever: Set<number>
}

/** The auditor's own model: who has what, and which accounts may be one person's. */
type Model = Map<string, Owned>
const shares = (one: Owned, other: Owned) => [...one.ever].some((identity) => other.ever.has(identity))

/** All accounts that can be reached over shared identities. */
function kinOf(model: Model, of: string): ReadonlySet<string> {
  const found = new Set([of])
  for (const one of found)
    for (const [other, owned] of model) if (!owned.isGone && shares(model.get(one) as Owned, owned)) found.add(other)
  return found
}

const start = 20_000
const price = 1_200

async function addAccount(app: OpenTrades, model: Model, name: string, identity: number) {
  await signInAs(app.hub, { identity: identityOf(identity), newAccount: name })
  const owned = {
    balance: start,
    takesGifts: true,
    isGone: false,
    linked: new Set([identity]),
    ever: new Set([identity]),
  }
  const dinosaurs = new Set<string>()
  await app.dispatch(owner, addCurrency.name, { target: name, amount: start + price })
  const bought = await app.dispatch(person(name), buyDinosaur.name, { item: 'troodon', price })
  if (bought.ok) dinosaurs.add((bought.output as { entry: string }).entry)
  model.set(name, { ...owned, dinosaurs })
}

async function run(steps: readonly Step[]) {
  const app = await openTrades()
  const model: Model = new Map()
  await app.limit({ fromHours: 0, perHour: 0, hoursPerDinosaur: 0 })
  const { market } = app.hub.read(economySettings)
  await app.dispatch(owner, changeEconomySettings.name, { market: { ...market, resaleLockHours: 0 } })
  for (let at = 0; at < 4; at += 1) await addAccount(app, model, `a${at}`, at)
  const moved = { gifts: 0, refusedToOneself: 0 }
  for (const one of steps) {
    app.clock.pass(1_000)
    await acts[one.kind](app, model, one, moved)
    for (const [name, { balance, dinosaurs, isGone }] of model) {
      expect(app.hub.read(wallet, name).voidPearls, name).toBe(isGone ? 0 : balance)
      expect(new Set(Object.keys(app.hub.read(inventory, name).dinosaurs)), name).toEqual(
        isGone ? new Set() : dinosaurs,
      )
      const others = Object.values(app.hub.read(passedDays, name).gave).flatMap((day) => Object.keys(day))
      expect(others.filter((other) => model.get(other)?.isGone)).toEqual([])
    }
  }
  expect([await app.problems(), app.faults]).toEqual([[], []])
  return moved
}

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.code)
const nameAt = (model: Model, at: number) => [...model.keys()][at % model.size] ?? ''

/** Which answers a gift may get, whatever it is. Null where nothing is against it. */
function refusalsOf(model: Model, from: string, to: string): readonly string[] | null {
  const [giver, getter] = [model.get(from) as Owned, model.get(to) as Owned]
  if (from === to) return ['samePerson']
  if (getter.isGone || !getter.takesGifts) return ['noReceiver']
  if (shares(giver, getter)) return ['samePerson']
  // Over accounts that have left their identities it may, and need not be seen.
  return kinOf(model, from).has(to) ? ['samePerson', 'ok', 'tooPoor', 'gone', 'timesFull'] : null
}

type Moved = { gifts: number; refusedToOneself: number }
type Act = (app: OpenTrades, model: Model, step: Step, moved: Moved) => Promise<void>

async function give(app: OpenTrades, model: Model, one: Step, moved: Moved, gift: object, possible: string) {
  const [from, to] = [nameAt(model, one.from), nameAt(model, one.to)]
  if (model.get(from)?.isGone) return false
  const code = codeOf(await app.dispatch(person(from), sendGift.name, { to, gift }))
  const refusals = refusalsOf(model, from, to) ?? [possible, 'timesFull']
  // What the giver does not have is seen before whose the other account is.
  expect(refusals.includes('samePerson') && possible === 'gone' && from !== to ? ['gone'] : refusals).toContain(code)
  if (code === 'ok') moved.gifts += 1
  if (code === 'samePerson') moved.refusedToOneself += 1
  return code === 'ok'
}

const acts: Record<Step['kind'], Act> = {
  async currency(app, model, one, moved) {
    const [giver, getter] = [one.from, one.to].map((at) => model.get(nameAt(model, at)) as Owned) as [Owned, Owned]
    const gift = { kind: 'currency', currency: 'voidPearls', amount: one.amount }
    if (!(await give(app, model, one, moved, gift, giver.balance < one.amount ? 'tooPoor' : 'ok'))) return
    giver.balance -= one.amount
    getter.balance += one.amount
  },
  async dinosaur(app, model, one, moved) {
    const [giver, getter] = [one.from, one.to].map((at) => model.get(nameAt(model, at)) as Owned) as [Owned, Owned]
    const [dinosaur = 'none'] = giver.dinosaurs
    if (!(await give(app, model, one, moved, { kind: 'dinosaur', dinosaur }, dinosaur === 'none' ? 'gone' : 'ok')))
      return
    giver.dinosaurs.delete(dinosaur)
    getter.dinosaurs.add(dinosaur)
  },
  async unlink(app, model, { from, isLinking }) {
    const name = nameAt(model, from)
    const owned = model.get(name) as Owned
    if (owned.isGone) return
    const provider = isLinking ? 'steam' : 'discord'
    const answer = await app.dispatch(inSession(person(name)), unlink.name, { provider })
    const left = [...owned.linked].find((identity) => identity < 5 === isLinking)
    expect(codeOf(answer)).toBe(left === undefined ? 'notLinked' : owned.linked.size < 2 ? 'last' : 'ok')
    if (answer.ok && left !== undefined) owned.linked.delete(left)
  },
  async signIn(app, model, { from, identity, isLinking }) {
    const holder = [...model.values()].find(({ linked }) => linked.has(identity))
    const name = nameAt(model, from)
    const owned = model.get(name) as Owned
    if (holder || (!isLinking && model.size >= 5)) return
    if (!isLinking) return addAccount(app, model, `a${model.size}`, identity)
    const isFree = ![...owned.linked].some((one) => one < 5 === identity < 5)
    if (owned.isGone || !isFree) return
    await signInAs(app.hub, { identity: identityOf(identity), current: name })
    owned.linked.add(identity)
    owned.ever.add(identity)
  },
  async erase(app, model, { from }) {
    const name = nameAt(model, from)
    const owned = model.get(name) as Owned
    if (owned.isGone) return
    const confirm = app.hub.read(account, name).name
    expect(codeOf(await app.dispatch(inSession(person(name)), eraseMe.name, { confirm }))).toBe('ok')
    owned.isGone = true
    owned.linked.clear()
    owned.ever.clear()
  },
  async refuseGifts(app, model, { from }) {
    const name = nameAt(model, from)
    const owned = model.get(name) as Owned
    if (owned.isGone) return
    owned.takesGifts = !owned.takesGifts
    await app.dispatch(person(name), setTakesGifts.name, { takesGifts: owned.takesGifts })
  },
  async pass(app) {
    app.clock.pass(20 * 3_600_000)
  },
}

const seed = 20_261_122

test('[GI30] random gifts among users who link, unlink, sign in again and are erased make and lose nothing, and none goes to oneself', async () => {
  const seen = { gifts: 0, refusedToOneself: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80, size: 'max' }), async (steps) => {
      const moved = await run(steps)
      seen.gifts += moved.gifts
      seen.refusedToOneself += moved.refusedToOneself
    }),
    { numRuns: 40, seed },
  )
  expect(seen.gifts).toBeGreaterThan(100)
  expect(seen.refusedToOneself).toBeGreaterThan(50)
})
