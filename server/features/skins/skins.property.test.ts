import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { cancelRedemption } from '../../../shared/features/redemptions/commands.ts'
import { isRunning } from '../../../shared/features/redemptions/redemption.ts'
import { dressDinosaur } from '../../../shared/features/skins/commands.ts'
import { person } from '../../testing/principals.ts'
import { design, openSkins } from './testing/openSkins.ts'

const prices = { albino: 500, melanistic: 500, leucistic: 750, 'tiger-stripes': 1_000 } as const
type Skin = keyof typeof prices

const step = fc.record({
  act: fc.constantFrom(
    'buy',
    'apply',
    'applyOwn',
    'dress',
    'dressOwn',
    'confirm',
    'refuse',
    'lose',
    'settle',
    'cancel',
  ),
  skin: fc.constantFrom(...(Object.keys(prices) as Skin[])),
  /** Of the price: another one than is asked. */
  off: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1) }),
  yes: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** What the user must have, kept apart from the rules. */
interface Model {
  pearls: number
  readonly kept: Skin[]
  worn: Skin | null
  /** What is held for the skin that is on its way. */
  running: { readonly skin: Skin; readonly isKept: boolean; isSent: boolean } | null
}

async function run(steps: readonly Step[]) {
  const open = await openSkins()
  const { apply, buy, ask, give, deliver, current, receipts, balance, skins, dinosaurs } = open
  await open.dispatch(person('olga', 'owner'), addCurrency.name, { target: 'ann', amount: 3_000, reason: '' })
  const dinosaur = await give('Triceratops')
  const model: Model = { pearls: 4_000, kept: [], worn: null, running: null }
  const counts = { moved: 0, refused: 0 }
  const idOf = (skin: Skin) =>
    skins().find((one) => one.skin === `skin-${skin}` && one.state === 'stored')?.id ?? 'none'
  const isOk = (answer: object) => !('code' in answer)
  const canPay = ({ skin, off }: Step) => off === 0 && skin !== 'tiger-stripes' && model.pearls >= prices[skin]
  const take = (skin: Skin) => model.kept.splice(model.kept.indexOf(skin), 1)

  function end(happened: boolean) {
    const { running } = model
    if (!running) return
    if (!happened && running.isKept) model.kept.push(running.skin)
    if (!happened && !running.isKept) model.pearls += prices[running.skin]
    model.running = null
  }

  /** Whether the model allows it. */
  async function carryOut(one: Step): Promise<readonly [allowed: boolean, ok: boolean] | null> {
    const { act, skin, off, yes } = one
    const price = prices[skin] + off
    if (act === 'buy') return [canPay(one), isOk(await buy(skin, price))]
    if (act === 'apply') return [model.running === null && canPay(one), isOk(await apply(skin, price))]
    if (act === 'applyOwn') {
      const has = model.kept.includes(skin) && model.running === null
      return [has, isOk(await apply(skin, price, { ownedSkin: idOf(skin) }))]
    }
    const dress = { dinosaur, design: design(skin), price }
    if (act === 'dress') return [model.worn !== skin && canPay(one), isOk(await ask(dressDinosaur, dress))]
    if (act === 'dressOwn') {
      const has = model.worn !== skin && model.kept.includes(skin)
      return [has, isOk(await ask(dressDinosaur, { ...dress, ownedSkin: idOf(skin) }))]
    }
    const { running } = model
    if (!running) return null
    if (act === 'cancel') {
      const id = receipts().find(isRunning)?.id
      return [!running.isSent, isOk(await ask(cancelRedemption, { id }))]
    }
    if (act === 'settle') {
      if (!running.isSent) return null
      return [true, isOk(await ask(settle, { id: current()?.id, happened: yes }, 'ada', 'admin'))]
    }
    if (running.isSent) return null
    await deliver(act === 'confirm' ? 'confirmed' : act === 'refuse' ? 'refused' : 'unknown')
    return [true, true]
  }

  function follow({ act, skin, yes }: Step) {
    if (act === 'buy') model.kept.push(skin)
    if (act === 'applyOwn' || act === 'dressOwn') take(skin)
    if (act === 'buy' || act === 'apply' || act === 'dress') model.pearls -= prices[skin]
    if (act === 'apply' || act === 'applyOwn') model.running = { skin, isKept: act === 'applyOwn', isSent: false }
    if (act === 'dress' || act === 'dressOwn') model.worn = skin
    if (act === 'lose' && model.running) model.running.isSent = true
    if (act === 'confirm' || act === 'refuse' || act === 'cancel') end(act === 'confirm')
    if (act === 'settle') end(yes)
  }

  for (const one of steps) {
    const result = await carryOut(one)
    if (result === null) continue
    const [allowed, ok] = result
    expect([one, ok]).toEqual([one, allowed])
    if (ok) follow(one)
    counts[ok ? 'moved' : 'refused'] += 1
    const stored = skins().filter(({ state }) => state === 'stored')
    expect([balance(), stored.map((own) => own.skin).sort(), dinosaurs()[0]?.skin ?? null]).toEqual([
      model.pearls,
      model.kept.map((kept) => `skin-${kept}`).sort(),
      model.worn && `skin-${model.worn}`,
    ])
  }
  expect(await open.problems()).toEqual([])
  return counts
}

test('[SKN11] whatever is bought, applied, lost, settled and cancelled: currency and skins are where the model has them', async () => {
  const total = { moved: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const counts = await run(steps)
      total.moved += counts.moved
      total.refused += counts.refused
    }),
    { seed: 20, numRuns: 200 },
  )
  // Otherwise the runs prove nothing.
  expect([total.moved > 500, total.refused > 500]).toEqual([true, true])
})
