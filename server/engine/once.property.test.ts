import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { nobody, notPersonal } from '../../shared/engine/document.ts'
import { DoneBy, defineHolds, defineNaturalKey, mostEndedHolds, placeOfClaim } from '../../shared/engine/once.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import { purse, sampleFeatures } from '../testing/sampleFeature.ts'
import type { Feature } from './feature.ts'
import { claim, endHold, placeHold } from './once.ts'
import { implement } from './rule.ts'

const rewards = defineNaturalKey({ kind: 'rewards', readableBy: nobody, ...notPersonal('is a test') })
const Coins = z.object({ coins: z.int().positive() })
const purseHolds = defineHolds(Coins, { kind: 'purseHolds', readableBy: nobody, ...notPersonal('is a test') })

const takeReward = defineCommand({
  name: 'bank.takeReward',
  permission: 'play',
  input: z.object({ values: z.array(z.string()).min(1) }),
  output: z.object({ before: DoneBy.nullable() }),
  refusals: {},
})
const setAside = defineCommand({
  name: 'bank.setAside',
  permission: 'play',
  input: z.object({ id: z.string(), coins: z.int().positive() }),
  output: z.object({}),
  refusals: { tooPoor: 'You do not have that many coins.' },
})
const endIt = defineCommand({
  name: 'bank.end',
  permission: 'play',
  input: z.object({ id: z.string(), how: z.enum(['posted', 'released']), to: z.string() }),
  output: z.object({ state: z.string(), how: z.string().nullable() }),
  refusals: {},
})

/** Moves coins from purses into holds, and from holds into the purse of another or back. */
const bank: Feature = {
  name: 'bank',
  documents: [rewards, purseHolds],
  commands: [
    implement(takeReward, (context, { values }) => ({ before: claim(context, rewards, values) })),
    implement(setAside, (context, { id, coins }) => {
      const owner = context.actor.id ?? ''
      const own = context.edit(purse, owner)
      if (own.coins < coins) return context.refuse('tooPoor')
      own.coins -= coins
      placeHold(context, purseHolds, owner, id, { coins })
      return {}
    }),
    implement(endIt, (context, { id, how, to }) => {
      const owner = context.actor.id ?? ''
      const result = endHold(context, purseHolds, owner, id, how)
      if (result.state === 'ended') context.edit(purse, how === 'posted' ? to : owner).coins += result.held.coins
      return { state: result.state, how: result.state === 'endedBefore' ? result.before.how : null }
    }),
  ],
  queries: [],
}
const ann = person('ann')
const features = [...sampleFeatures, bank]
const output = (answer: unknown) => (answer as { output: Record<string, unknown> }).output

describe('natural keys', () => {
  test('[NK1] values are claimed once, and a later claim learns by which command and when', async () => {
    const { dispatch, clock, restart, memory } = await openApp(features)
    const values = ['hunt', '2026-11-22', 'ann']
    const startedAt = clock.now()
    expect(output(await dispatch(ann, takeReward.name, { values }))).toEqual({ before: null })
    const { commandId } = memory.journal[0] ?? {}
    clock.pass(86_400_000)
    const before = { command: takeReward.name, commandId, at: startedAt }
    expect(output(await dispatch(ann, takeReward.name, { values }))).toEqual({ before })
    const next = await restart()
    expect(output(await next.dispatch(person('bob'), takeReward.name, { values }))).toEqual({ before })
    expect(output(await next.dispatch(ann, takeReward.name, { values: ['hunt', '2026-11-23', 'ann'] }))).toEqual({
      before: null,
    })
  })

  test('[NK2] different values never share a claim, whatever characters they have', async () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('', '~', '/', '%7E', '__proto__', 'constructor', 'a~b', '%5F%5F'),
    )
    const values = fc.array(value, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(values, values, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        // One value alone and an empty one before it are in the same document, under the same field.
        fc.pre(isSame || one.length === other.length)
        expect(JSON.stringify(placeOfClaim(one)) === JSON.stringify(placeOfClaim(other))).toBe(isSame)
        expect(placeOfClaim(one).key).not.toMatch(/\//)
        expect(placeOfClaim(one).field).not.toBe('__proto__')
      }),
      { numRuns: 2_000 },
    )
    const { dispatch } = await openApp(features)
    for (const odd of ['__proto__', 'constructor', 'hasOwnProperty']) {
      expect(output(await dispatch(ann, takeReward.name, { values: ['x', odd] }))).toEqual({ before: null })
      expect(output(await dispatch(ann, takeReward.name, { values: ['x', odd] }))).not.toEqual({ before: null })
    }
  })
})

describe('holds', () => {
  test('[NK3] a hold ends once; a second end does nothing and reports how the first one ended', async () => {
    const { dispatch, hub } = await openApp(features)
    await dispatch(ann, setAside.name, { id: 'h', coins: 30 })
    const end = async (how: string) => output(await dispatch(ann, endIt.name, { id: 'h', how, to: 'bob' }))
    expect(await end('posted')).toEqual({ state: 'ended', how: null })
    for (const how of ['released', 'posted']) expect(await end(how)).toEqual({ state: 'endedBefore', how: 'posted' })
    expect([hub.read(purse, 'ann').coins, hub.read(purse, 'bob').coins]).toEqual([70, 130])
    expect(output(await dispatch(ann, endIt.name, { id: 'other', how: 'posted', to: 'bob' }))).toMatchObject({
      state: 'unknown',
    })
  })

  test('[NK4] an id is used for one hold', async () => {
    const { dispatch, hub, faults } = await openApp(features)
    await dispatch(ann, setAside.name, { id: 'h', coins: 30 })
    expect(await dispatch(ann, setAside.name, { id: 'h', coins: 5 })).toMatchObject({ code: 'failed' })
    await dispatch(ann, endIt.name, { id: 'h', how: 'released', to: '' })
    expect(await dispatch(ann, setAside.name, { id: 'h', coins: 5 })).toMatchObject({ code: 'failed' })
    expect([hub.read(purse, 'ann').coins, faults.length]).toEqual([100, 2])
  })

  test('[NK5] of the ended holds the latest are kept', async () => {
    const { dispatch, clock, hub } = await openApp(features)
    for (let nth = 0; nth < mostEndedHolds + 3; nth += 1) {
      await dispatch(ann, setAside.name, { id: `${1_000 - nth}`, coins: 1 })
      await dispatch(ann, endIt.name, { id: `${1_000 - nth}`, how: 'released', to: '' })
      clock.pass(1)
    }
    const { open, ended } = hub.read(purseHolds, 'ann')
    expect([Object.keys(open).length, Object.keys(ended).length]).toEqual([0, mostEndedHolds])
    expect(['1000', '998', '997', '498'].map((id) => Object.hasOwn(ended, id))).toEqual([false, false, true, true])
  })

  test('[NK6] whatever is placed and ended, in any order and across restarts, no coin is made or lost', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const who = fc.constantFrom('ann', 'bob')
    const step = fc.oneof(
      fc.record({ act: fc.constant('place' as const), who, id, coins: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ act: fc.constant('end' as const), who, id, how: fc.constantFrom('posted', 'released') }),
      fc.record({ act: fc.constant('restart' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        let app = await openApp(features)
        const ends = new Map<string, number>()
        for (const one of steps) {
          if (one.act === 'restart') app = await app.restart()
          else if (one.act === 'place')
            await app.dispatch(person(one.who), setAside.name, { id: one.id, coins: one.coins })
          else {
            const to = one.who === 'ann' ? 'bob' : 'ann'
            const { state } = output(await app.dispatch(person(one.who), endIt.name, { id: one.id, how: one.how, to }))
            const name = `${one.who} ${one.id}`
            if (state === 'ended') ends.set(name, (ends.get(name) ?? 0) + 1)
          }
        }
        const held = ['ann', 'bob'].flatMap((owner) => Object.values(app.hub.read(purseHolds, owner).open))
        const purses = ['ann', 'bob'].map((owner) => app.hub.read(purse, owner).coins)
        expect(
          held.reduce(
            (sum, one) => sum + one.held.coins,
            purses.reduce((sum, one) => sum + one, 0),
          ),
        ).toBe(200)
        expect([...ends.values()].every((times) => times === 1)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
