import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Delivery, linkNames } from '../../../shared/features/deliveries/delivery.ts'
import { type LinkView, lineOf, nextSteps, patienceMs, type Standing, staleMs } from './nextSteps.ts'

const now = 1_000_000
const oneOf = (number: number, fields: object = {}): Delivery =>
  Delivery.parse({
    ...{ id: `d${number}`, number, state: 'queued', kind: 'kick', target: null, detail: {}, by: 'ann', byName: 'Ann' },
    ...{ role: 'admin', queuedAt: now, ...fields },
  })
const linkOf = (name: LinkView['name'], fields: Partial<LinkView> = {}): LinkView => ({
  ...{ name, isUp: true, mayComeUp: true, free: 4, can: () => true, isHarmlessTwice: () => false },
  ...fields,
})
const plan = (queued: readonly Delivery[], links: readonly LinkView[], standing: Partial<Standing> = {}) =>
  nextSteps({ queued, links, now, busy: new Set(), unfit: () => new Set(), waitsSince: () => null, ...standing })
const kick = oneOf(1)

test('[NS1] the first link that can do it and is up has it', () => {
  const [evrima, source, bridge] = [linkOf('evrima'), linkOf('source'), linkOf('bridge')]
  const chosen = (...links: LinkView[]) => plan([kick], links).steps
  expect(chosen(evrima, source, bridge)).toMatchObject([{ does: 'send', link: 'evrima' }])
  expect(chosen({ ...evrima, isUp: false }, source, bridge)).toMatchObject([{ link: 'source' }])
  expect(chosen({ ...evrima, can: () => false }, source, bridge)).toMatchObject([{ link: 'source' }])
  // It is busy, and will soon be free: the others are for when it is not there.
  expect(chosen({ ...evrima, free: 0 }, source)).toEqual([])
})

test('[NS2] with no link up one waits half a minute, then a person does it; where none can, at once', () => {
  const down = linkOf('evrima', { isUp: false })
  expect(plan([kick], [down])).toEqual({ steps: [], waiting: [kick] })
  expect(plan([kick], [down], { waitsSince: () => now - patienceMs + 1 }).steps).toEqual([])
  expect(plan([kick], [down], { waitsSince: () => now - patienceMs }).steps).toMatchObject([{ does: 'handOver' }])
  expect(plan([kick], [{ ...down, mayComeUp: false }]).steps).toMatchObject([{ does: 'handOver' }])
  expect(plan([kick], [{ ...down, can: () => false }]).steps).toMatchObject([{ does: 'handOver' }])
  expect(plan([kick], []).steps).toMatchObject([{ does: 'handOver' }])
})

test('[NS3] what may have happened is repeated only where that is harmless, and else given up as unknown', () => {
  const lost = oneOf(1, { attempts: 1 })
  expect(plan([lost], [linkOf('evrima')]).steps).toMatchObject([{ does: 'giveUp', state: 'unknown' }])
  const harmless = linkOf('source', { isHarmlessTwice: () => true })
  expect(plan([lost], [linkOf('evrima'), harmless]).steps).toMatchObject([{ does: 'send', link: 'source' }])
  expect(plan([lost], []).steps).toMatchObject([{ does: 'giveUp', state: 'unknown' }])
})

test('[NS4] what fits no link has failed; what fits one goes by that', () => {
  const unfit = (...names: LinkView['name'][]) => ({ unfit: () => new Set(names) })
  const links = [linkOf('evrima'), linkOf('source')]
  expect(plan([kick], links, unfit('evrima')).steps).toMatchObject([{ does: 'send', link: 'source' }])
  expect(plan([kick], links, unfit('evrima', 'source')).steps).toMatchObject([{ does: 'giveUp', state: 'failed' }])
})

test('[NS5] what was wanted long ago is not sprung on the game', () => {
  const old = oneOf(1, { queuedAt: now - staleMs - 1 })
  expect(plan([old], [linkOf('evrima')]).steps).toMatchObject([{ does: 'handOver' }])
})

const Links = fc
  .subarray([...linkNames])
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .record({ isUp: fc.boolean(), mayComeUp: fc.boolean(), free: fc.nat(3) })
          .map((fields) => linkOf(name, fields)),
      ),
    ),
  )
const Queued = fc
  .array(fc.record({ player: fc.option(fc.nat(3), { nil: null }), attempts: fc.nat(1) }), { maxLength: 12 })
  .map((wanted) =>
    wanted.map(({ player, attempts }, at) =>
      oneOf(at + 1, { attempts, target: player === null ? null : { id: `${player}`, name: '' } }),
    ),
  )

test('[NS6] whatever waits: of each line the first alone has its turn, never beside one on its way, and no link too many', () => {
  fc.assert(
    fc.property(Queued, Links, fc.subarray(['server', 'player 0', 'player 1']), (queued, links, running) => {
      const busy = new Set(running)
      const { steps, waiting } = plan(queued, links, { busy })
      const turns = [...steps.map(({ one }) => one), ...waiting]
      for (const one of turns) {
        expect(busy.has(lineOf(one))).toBe(false)
        expect(queued.find((other) => lineOf(other) === lineOf(one))).toBe(one)
      }
      expect(new Set(turns.map(lineOf)).size).toBe(turns.length)
      for (const { name, free, isUp } of links) {
        const sent = steps.filter((step) => step.does === 'send' && step.link === name).length
        expect(sent).toBeLessThanOrEqual(isUp ? free : 0)
      }
    }),
  )
})
