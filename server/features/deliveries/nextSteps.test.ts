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
const Kind = fc.constantFrom('kick', 'heal', 'slay')
const Queued = fc
  .array(fc.record({ kind: Kind, player: fc.option(fc.nat(3), { nil: null }), attempts: fc.nat(1) }), { maxLength: 12 })
  .map((wanted) =>
    wanted.map(({ kind, player, attempts }, at) =>
      oneOf(at + 1, { kind, attempts, target: player === null ? null : { id: `${player}`, name: '' } }),
    ),
  )

test('[NS7] a kick that can go does not stand behind five healings that wait for a link that is down', () => {
  const links = [
    linkOf('evrima', { can: (kind) => kind === 'kick' }),
    linkOf('source', { can: (kind) => kind === 'heal', isUp: false }),
  ]
  const rex = { target: { id: 'rex', name: 'Rex' } }
  const heals = [1, 2, 3, 4, 5].map((number) => oneOf(number, { ...rex, kind: 'heal' }))
  const [kick, second] = [oneOf(6, rex), oneOf(7, rex)]
  const { steps, waiting } = plan([...heals, kick, second], links)
  expect(steps).toEqual([{ does: 'send', one: kick, link: 'evrima' }])
  // They all wait from now on, and not one after the other.
  expect(waiting).toEqual(heals)
  // What may have happened is not blurred by what comes later.
  const lost = oneOf(1, { ...rex, kind: 'heal', attempts: 1 })
  const again = links.map((link) => ({ ...link, isHarmlessTwice: () => true }))
  expect(plan([lost, kick], again)).toEqual({ steps: [], waiting: [lost] })
})

test('[NS8] an unban does not go before its ban, nor what is typed before what was typed', () => {
  const links = [
    linkOf('evrima', { can: (kind) => kind === 'ban' || kind === 'save', isUp: false }),
    linkOf('source', { can: (kind) => kind === 'unban' || kind === 'console' }),
  ]
  for (const [first, then] of [
    ['ban', 'unban'],
    ['save', 'console'],
  ]) {
    const queued = [oneOf(1, { kind: first }), oneOf(2, { kind: then })]
    expect(plan(queued, links)).toEqual({ steps: [], waiting: [queued[0]] })
  }
})

test('[NS6] whatever waits: of each line one alone has its turn, behind none but those that wait for a link, in order', () => {
  fc.assert(
    fc.property(Queued, Links, fc.subarray(['server', 'player 0', 'player 1']), (queued, links, running) => {
      const busy = new Set(running)
      const { steps, waiting } = plan(queued, links, { busy })
      const turns = steps.map(({ one }) => one)
      expect(new Set(turns.map(lineOf)).size).toBe(turns.length)
      for (const one of [...turns, ...waiting]) expect(busy.has(lineOf(one))).toBe(false)
      for (const { does, one } of steps) {
        const ahead = queued.filter((other) => lineOf(other) === lineOf(one) && other.number < one.number)
        expect(waiting).toEqual(expect.arrayContaining(ahead))
        for (const first of ahead) {
          expect([does, first.attempts]).toEqual(['send', 0])
          expect(links.some(({ isUp, can }) => isUp && can(first.kind))).toBe(false)
        }
      }
      for (const { name, free, isUp } of links) {
        const sent = steps.filter((step) => step.does === 'send' && step.link === name).length
        expect(sent).toBeLessThanOrEqual(isUp ? free : 0)
      }
    }),
  )
})
