import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Delivery, linkNames, waitForLinkMs } from '../../../shared/features/deliveries/delivery.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import { keepsOrder, type LinkStatus, mostUrgentInRow, type PlanInput, planSteps, queueOf, staleMs } from './plan.ts'

const now = 1_000_000
const oneOf = (number: number, fields: object = {}): Delivery =>
  Delivery.parse({
    id: `d${number}`,
    number,
    state: 'queued',
    kind: 'kick',
    target: null,
    detail: {},
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: now,
    ...fields,
  })
const linkOf = (name: LinkStatus['name'], fields: Partial<LinkStatus> = {}): LinkStatus => ({
  name,
  isUp: true,
  mayComeUp: true,
  free: 4,
  can: () => true,
  isHarmlessTwice: () => false,
  ...fields,
})
const plan = (queued: readonly Delivery[], links: readonly LinkStatus[], more: Partial<PlanInput> = {}) =>
  planSteps({
    queued,
    links,
    now,
    busy: new Set(),
    unsendableOver: () => new Set(),
    waitedMs: () => 0,
    lastTurnOf: () => 0,
    urgentInRow: 0,
    ...more,
  })
const kick = oneOf(1)

test('[NS10] a text that named a user who has erased their account is not sent, unless it may have been', () => {
  const broadcast = { kind: 'broadcast', detail: { text: ERASED } }
  expect(plan([oneOf(1, broadcast)], [linkOf('evrima')]).steps).toMatchObject([
    { does: 'giveUp', state: 'failed', why: 'Its text named a user who has erased their account.' },
  ])
  expect(plan([oneOf(1, broadcast)], []).steps).toMatchObject([{ does: 'giveUp', state: 'failed' }])
  expect(plan([oneOf(1, { ...broadcast, attempts: 1 })], []).steps).toMatchObject([
    { does: 'giveUp', state: 'unknown' },
  ])
  const kickFor = oneOf(1, { detail: { reason: ERASED } })
  expect(plan([kickFor], [linkOf('evrima')]).steps).toMatchObject([{ does: 'send' }])
})

test('[NS1] the first link that supports the kind and is up gets the delivery', () => {
  const [evrima, source, bridge] = [linkOf('evrima'), linkOf('source'), linkOf('bridge')]
  const chosen = (...links: LinkStatus[]) => plan([kick], links).steps
  expect(chosen(evrima, source, bridge)).toMatchObject([{ does: 'send', link: 'evrima' }])
  expect(chosen({ ...evrima, isUp: false }, source, bridge)).toMatchObject([{ link: 'source' }])
  expect(chosen({ ...evrima, can: () => false }, source, bridge)).toMatchObject([{ link: 'source' }])
  // A busy link will be free soon: the others are only used while it is down.
  expect(chosen({ ...evrima, free: 0 }, source)).toEqual([])
})

test('[NS2] without a link that is up a delivery waits 30 s, then becomes manual; without one that supports it, at once', () => {
  const down = linkOf('evrima', { isUp: false })
  expect(plan([kick], [down])).toEqual({ steps: [], waiting: [kick] })
  expect(plan([kick], [down], { waitedMs: () => waitForLinkMs - 1 }).steps).toEqual([])
  expect(plan([kick], [down], { waitedMs: () => waitForLinkMs }).steps).toMatchObject([{ does: 'moveToManual' }])
  expect(plan([kick], [{ ...down, mayComeUp: false }]).steps).toMatchObject([{ does: 'moveToManual' }])
  expect(plan([kick], [{ ...down, can: () => false }]).steps).toMatchObject([{ does: 'moveToManual' }])
  expect(plan([kick], []).steps).toMatchObject([{ does: 'moveToManual' }])
})

test('[NS3] a delivery that may have been carried out is retried only where that is harmless, otherwise it becomes unknown', () => {
  const lost = oneOf(1, { attempts: 1 })
  expect(plan([lost], [linkOf('evrima')]).steps).toMatchObject([{ does: 'giveUp', state: 'unknown' }])
  const harmless = linkOf('source', { isHarmlessTwice: () => true })
  expect(plan([lost], [linkOf('evrima'), harmless]).steps).toMatchObject([{ does: 'send', link: 'source' }])
  expect(plan([lost], []).steps).toMatchObject([{ does: 'giveUp', state: 'unknown' }])
})

test('[NS4] a delivery that no link can send fails; one that some link can send goes over that link', () => {
  const unsendable = (...names: LinkStatus['name'][]) => ({ unsendableOver: () => new Set(names) })
  const links = [linkOf('evrima'), linkOf('source')]
  expect(plan([kick], links, unsendable('evrima')).steps).toMatchObject([{ does: 'send', link: 'source' }])
  expect(plan([kick], links, unsendable('evrima', 'source')).steps).toMatchObject([{ does: 'giveUp', state: 'failed' }])
})

test('[NS5] a delivery that was queued too long ago is not sent', () => {
  const old = oneOf(1, { queuedAt: now - staleMs - 1 })
  expect(plan([old], [linkOf('evrima')]).steps).toMatchObject([{ does: 'moveToManual' }])
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

test('[MG28] after five urgent deliveries in a row another one has its turn, and then urgent ones go first again', () => {
  const one = linkOf('evrima', { free: 1 })
  const [message, ...kicks] = [1, 2, 3].map((number) =>
    oneOf(number, { kind: number === 1 ? 'message' : 'kick', target: { id: `p${number}`, name: '' } }),
  )
  const sent = (urgentInRow: number) => plan([message ?? kick, ...kicks], [one], { urgentInRow }).steps
  expect(sent(mostUrgentInRow - 1)).toMatchObject([{ one: { kind: 'kick' } }])
  expect(sent(mostUrgentInRow)).toMatchObject([{ one: { kind: 'message' } }])
  // Without others, or with others that cannot be sent, urgent ones go on.
  expect(plan(kicks, [one], { urgentInRow: 99 }).steps).toHaveLength(1)
  const noMessages = linkOf('evrima', { free: 1, can: (kind) => kind === 'kick' })
  const source = linkOf('source', { isUp: false })
  const { steps } = plan([message ?? kick, ...kicks], [noMessages, source], { urgentInRow: 99 })
  expect(steps).toMatchObject([{ one: { kind: 'kick' } }])
})

test('[NS7] a kick that can be sent overtakes five heals that wait for a link that is down', () => {
  const links = [
    linkOf('evrima', { can: (kind) => kind === 'kick' }),
    linkOf('source', { can: (kind) => kind === 'heal', isUp: false }),
  ]
  const rex = { target: { id: 'rex', name: 'Rex' } }
  const heals = [1, 2, 3, 4, 5].map((number) => oneOf(number, { ...rex, kind: 'heal' }))
  const [kick, second] = [oneOf(6, rex), oneOf(7, rex)]
  const { steps, waiting } = plan([...heals, kick, second], links)
  expect(steps).toEqual([{ does: 'send', one: kick, link: 'evrima' }])
  // All of them start to wait now, not one after the other.
  expect(waiting).toEqual(heals)
  // Only what is urgent overtakes a delivery that may have been carried out.
  const lost = oneOf(1, { ...rex, kind: 'heal', attempts: 1 })
  const [evrima, source] = links.map((link) => ({ ...link, isHarmlessTwice: () => true }))
  const again = [linkOf('evrima', { ...evrima, can: (kind) => kind !== 'heal' }), linkOf('source', source)]
  const whitelist = oneOf(6, { ...rex, kind: 'whitelist' })
  expect(plan([lost, whitelist], again)).toEqual({ steps: [], waiting: [lost] })
  expect(plan([lost, kick], again)).toEqual({ steps: [{ does: 'send', one: kick, link: 'evrima' }], waiting: [lost] })
})

test('[NS8] an unban does not overtake its ban, nor a console command an earlier delivery', () => {
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

test('[NS9] while the host carries out an order, what the game can take is sent, and what it cannot take waits without a limit', () => {
  const links = [linkOf('evrima', { can: (kind) => kind === 'broadcast' || kind === 'save' }), linkOf('host')]
  const [save, restart] = [oneOf(1, { kind: 'save' }), oneOf(2, { kind: 'restart' })]
  const broadcast = oneOf(3, { kind: 'broadcast' })
  const sent = (queued: readonly Delivery[], busy: readonly string[]) =>
    plan(queued, links, { busy: new Set(busy) }).steps.map(({ one }) => one.kind)
  expect(queueOf(restart)).not.toBe(queueOf(broadcast))
  // The game is saved first.
  expect(sent([save, restart, broadcast], [])).toEqual(['save'])
  expect(sent([restart, broadcast], ['server'])).toEqual([])
  expect(sent([restart], [])).toEqual(['restart'])
  expect(sent([broadcast], ['host'])).toEqual(['broadcast'])
  expect(sent([oneOf(4, { kind: 'start' })], ['host'])).toEqual([])
  const down = links.map((link) => ({ ...link, isUp: false }))
  const late = { busy: new Set(['host']), waitedMs: () => waitForLinkMs }
  expect(plan([broadcast], down, late)).toEqual({ steps: [], waiting: [] })
  // What may have been done already keeps its place.
  const unclear = [linkOf('evrima', { isHarmlessTwice: () => false })]
  const [attempted, later] = [oneOf(5, { kind: 'kick', attempts: 1 }), oneOf(6, { kind: 'kick' })]
  expect(plan([attempted, later], unclear, { busy: new Set(['host']) })).toEqual({ steps: [], waiting: [] })
})

test('[NS6] at most one delivery of each queue is planned, in order, behind none but those that wait for a link', () => {
  fc.assert(
    fc.property(Queued, Links, fc.subarray(['server', 'host', 'player 0', 'player 1']), (queued, links, running) => {
      const busy = new Set(running)
      const { steps, waiting } = plan(queued, links, { busy })
      const turns = steps.map(({ one }) => one)
      expect(new Set(turns.map(queueOf)).size).toBe(turns.length)
      for (const one of [...turns, ...waiting]) expect(busy.has(queueOf(one))).toBe(false)
      for (const { does, one } of steps) {
        const earlier = queued.filter((other) => queueOf(other) === queueOf(one) && other.number < one.number)
        const ahead = earlier.filter((first) => keepsOrder(first, one))
        // What the host's order holds up waits for that order first, and not for a link.
        if (!(busy.has('host') && queueOf(one) === 'server')) expect(waiting).toEqual(expect.arrayContaining(ahead))
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

const rexAs = { target: { id: 'rex', name: 'Rex' } }
const sentIds = (queued: readonly Delivery[], more: Partial<PlanInput> = {}, free = 1) =>
  plan(queued, [linkOf('evrima', { free })], more).steps.map(({ one }) => one.id)

test("[BH23] kicks, bans and slays by staff go first; a heal and a player's slay of the own dinosaur do not", () => {
  for (const kind of ['kick', 'ban', 'unban', 'slay'] as const)
    expect(sentIds([oneOf(1, { kind: 'message' }), oneOf(2, { kind, by: 'boss', ...rexAs })])).toEqual(['d2'])
  expect(sentIds([oneOf(1, { kind: 'message' }), oneOf(2, { kind: 'heal', by: 'boss', ...rexAs })])).toEqual(['d1'])
  expect(sentIds([oneOf(1, { kind: 'message' }), oneOf(2, { kind: 'slay', own: true, ...rexAs })])).toEqual(['d1'])
})

test('[BH24] where order matters a queue keeps it, even between issuers: ban and unban, two teleports, a switch, a console command', () => {
  for (const [first, then] of [
    ['ban', 'unban'],
    ['unban', 'ban'],
    ['teleport', 'teleport'],
    ['whitelist', 'whitelist'],
    ['toggle', 'toggle'],
    ['save', 'console'],
    ['console', 'broadcast'],
  ]) {
    const queued = [oneOf(1, { kind: first, ...rexAs }), oneOf(2, { kind: then, by: 'bob', ...rexAs })]
    expect(sentIds(queued, { lastTurnOf: (issuer) => (issuer === 'ann' ? 9 : 1) })).toEqual(['d1'])
  }
  const own = [oneOf(1, { kind: 'message', ...rexAs }), oneOf(2, { kind: 'heal', ...rexAs })]
  expect(sentIds(own)).toEqual(['d1'])
})

test('[BH25] issuers take turns, even over several free places; the one whose turn is longest ago is next', () => {
  const to = (number: number, by: string) =>
    oneOf(number, { kind: 'message', by, target: { id: `${number}`, name: '' } })
  const queued = [to(1, 'ann'), to(2, 'ann'), to(3, 'ann'), to(4, 'bob'), to(5, 'bob'), to(6, 'cyd')]
  expect(sentIds(queued, {}, 6)).toEqual(['d1', 'd4', 'd6', 'd2', 'd5', 'd3'])
  const turns: Readonly<Record<string, number>> = { ann: 3, bob: 1, cyd: 2 }
  expect(sentIds(queued, { lastTurnOf: (issuer) => turns[issuer] ?? 0 }, 2)).toEqual(['d4', 'd6'])
})
