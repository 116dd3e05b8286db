import { type Delivery, type LinkName, waitForLinkMs } from '../../../shared/features/deliveries/delivery.ts'
import { type DeliveryKind, isHostKind } from '../../../shared/features/deliveries/kinds.ts'
import { ERASED } from '../../engine/erasedIds.ts'

/** So many urgent deliveries are sent before another one has its turn, so that no stream of kicks holds up messages permanently. */
export const mostUrgentInRow = 5
/** A delivery queued longer ago than this, while the hub was down, is no longer sent automatically. */
export const staleMs = 600_000

/** A link at the moment of planning. */
export interface LinkStatus {
  readonly name: LinkName
  readonly isUp: boolean
  /** It is down and may come up by itself. */
  readonly mayComeUp: boolean
  /** How many more deliveries it can run at once. */
  readonly free: number
  can(kind: DeliveryKind): boolean
  isHarmlessTwice(kind: DeliveryKind): boolean
}

export type Step =
  | { readonly does: 'send'; readonly one: Delivery; readonly link: LinkName }
  | { readonly does: 'moveToManual'; readonly one: Delivery; readonly why: string }
  | { readonly does: 'giveUp'; readonly one: Delivery; readonly state: 'failed' | 'unknown'; readonly why: string }

export interface PlanInput {
  /** In the order in which they were issued. */
  readonly queued: readonly Delivery[]
  /** Queues in which a delivery is running. */
  readonly busy: ReadonlySet<string>
  /** In order of preference. */
  readonly links: readonly LinkStatus[]
  /** Epoch ms. */
  readonly now: number
  /** Links that can never send this delivery. */
  unsendableOver(id: string): ReadonlySet<LinkName>
  /** How long it has waited for a link, ms. */
  waitedMs(id: string): number
  /** The number of the last turn in which a delivery of this issuer was sent; 0 where there was none. */
  lastTurnOf(issuer: string): number
  /** How many urgent ones were sent one after the other while others were queued. */
  readonly urgentInRow: number
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Deliveries that wait for a link to come up. */
  readonly waiting: readonly Delivery[]
}

/** The queue of a delivery: one for each player, one for the game as a whole, and one for the host that runs it. */
export const queueOf = ({ target, kind }: Pick<Delivery, 'target' | 'kind'>) =>
  isHostKind(kind) ? 'host' : target === null ? 'server' : `player ${target.id}`

/** The queues behind which a delivery waits: one for the host also behind the game's, so that a restart follows its save. */
const queuesBefore = (one: Delivery): readonly string[] => (isHostKind(one.kind) ? ['host', 'server'] : [queueOf(one)])

const banKinds: ReadonlySet<DeliveryKind> = new Set(['ban', 'unban'])
const urgentKinds: ReadonlySet<DeliveryKind> = new Set(['kick', 'ban', 'unban', 'slay'])
/** Texts to players: those of two issuers have no order. */
const textKinds: ReadonlySet<DeliveryKind> = new Set(['message', 'broadcast'])

/** What removes a player goes first: kicks, bans, unbans, and slays by staff. */
export const isUrgent = ({ kind, own }: Pick<Delivery, 'kind' | 'own'>) => urgentKinds.has(kind) && !own

/**
 * Whether a later delivery of the same queue has to stay behind an earlier one: bans and unbans of one player, the orders of one issuer,
 * and two orders of the same kind; everything around a console command. What is urgent passes everything else.
 */
export function keepsOrder(first: Delivery, later: Delivery): boolean {
  if (banKinds.has(first.kind) && banKinds.has(later.kind)) return true
  if (isUrgent(later) && !isUrgent(first)) return false
  if (first.kind === 'console' || later.kind === 'console' || first.by === later.by) return true
  return first.kind === later.kind && !textKinds.has(first.kind)
}

/**
 * Plans deliveries over the first link that supports each and is up: urgent ones first, then those of each issuer in turn, and at most
 * one of each queue. While a delivery that was never attempted waits for a link, later ones of its queue whose link is up may overtake
 * it: a message does not wait behind a heal that no link can do.
 */
export function planSteps({ queued, busy, links, lastTurnOf, urgentInRow, ...rest }: PlanInput): Plan {
  const open = queued
    .filter((one) => queuesBefore(one).every((queue) => !busy.has(queue)))
    .map((one): Candidate => {
      const choice = choose(one, links, rest)
      return isHeld(one, choice, busy) ? { one, choice: 'wait', isHeld: true } : { one, choice, isHeld: false }
    })
  const queues = Map.groupBy(open, ({ one }) => queueOf(one))
  const taken = new Set<string>()
  const free = new Map(links.map(({ name, free: more }) => [name, more]))
  const steps: Step[] = []
  for (const { one, choice } of inTurn(open, lastTurnOf, urgentInRow < mostUrgentInRow)) {
    const queue = queueOf(one)
    if (choice === 'wait' || taken.has(queue)) continue
    const ahead = queuesBefore(one)
      .flatMap((each) => queues.get(each) ?? [])
      .filter((first) => first.one.number < one.number)
    if (ahead.some((first) => keepsOrder(first.one, one) && !mayOvertake(choice, first))) continue
    taken.add(queue)
    if (choice.does !== 'send') steps.push(choice)
    else if ((free.get(choice.link) ?? 0) > 0) {
      free.set(choice.link, (free.get(choice.link) ?? 0) - 1)
      steps.push(choice)
    }
  }
  return { steps, waiting: open.filter(({ choice, isHeld }) => choice === 'wait' && !isHeld).map(({ one }) => one) }
}

/**
 * While the host restarts the game server, the game answers for minutes, or not at all. What it can take now is sent; for what it can't, the
 * wait for a link begins after that.
 */
const isHeld = (one: Delivery, choice: Step | 'wait', busy: ReadonlySet<string>) =>
  busy.has('host') && queueOf(one) === 'server' && (choice === 'wait' || choice.does !== 'send')

/** A delivery with what can be done with it now. */
interface Candidate {
  readonly one: Delivery
  readonly choice: Step | 'wait'
  /** It waits for an order of the host, and not yet for a link. */
  readonly isHeld: boolean
}

/**
 * Urgent ones first, except where it is the turn of the others. Among equals the issuers take turns, the one whose turn is longest ago first, and each issuer's own come in the
 * order of issue.
 */
function inTurn(
  open: readonly Candidate[],
  lastTurnOf: PlanInput['lastTurnOf'],
  isUrgentFirst: boolean,
): readonly Candidate[] {
  const rounds = new Map<string, number>()
  const withRound = (candidate: Candidate) => {
    const { one } = candidate
    const issuer = `${isUrgent(one) ? 'urgent' : 'usual'} ${one.by}`
    const round = rounds.get(issuer) ?? 0
    rounds.set(issuer, round + 1)
    return {
      candidate,
      round,
      urgency: isUrgent(one) === isUrgentFirst ? 0 : 1,
      lastTurn: lastTurnOf(one.by),
      number: one.number,
    }
  }
  return open
    .filter(({ choice }) => choice !== 'wait')
    .map(withRound)
    .sort((a, b) => a.urgency - b.urgency || a.round - b.round || a.lastTurn - b.lastTurn || a.number - b.number)
    .map(({ candidate }) => candidate)
}

/** Bans and unbans keep their order among each other, and a console command keeps its place. */
const mayOvertake = ({ does, one }: Step, { one: first, choice }: Candidate) =>
  choice === 'wait' &&
  does === 'send' &&
  first.attempts === 0 &&
  one.kind !== 'console' &&
  !(banKinds.has(one.kind) && banKinds.has(first.kind))

type Choosing = Omit<PlanInput, 'queued' | 'busy' | 'links' | 'lastTurnOf' | 'urgentInRow'>

function choose(
  one: Delivery,
  links: readonly LinkStatus[],
  { now, unsendableOver, waitedMs }: Choosing,
): Step | 'wait' {
  if (one.detail.text === ERASED && one.attempts === 0)
    return { does: 'giveUp', one, state: 'failed', why: 'Its text named a user who has erased their account.' }
  const able = links.filter(({ can }) => can(one.kind))
  const usable = able.filter(
    ({ name, isHarmlessTwice }) =>
      !unsendableOver(one.id).has(name) && (one.attempts === 0 || isHarmlessTwice(one.kind)),
  )
  if (now - (one.releasedAt ?? one.queuedAt) > staleMs)
    return withoutLink(one, 'It waited too long. Check it before it is sent.')
  const up = usable.find(({ isUp }) => isUp)
  if (up) return { does: 'send', one, link: up.name }
  if (able.length === 0) return withoutLink(one, 'No link can do this.')
  if (usable.length === 0 && one.attempts === 0)
    return { does: 'giveUp', one, state: 'failed', why: "The game can't receive this text as it is." }
  const mayWait = usable.some(({ mayComeUp }) => mayComeUp) && waitedMs(one.id) < waitForLinkMs
  return mayWait ? 'wait' : withoutLink(one, 'No link that can do this was up.')
}

/** A delivery that may have been carried out already does not become manual. */
const withoutLink = (one: Delivery, why: string): Step =>
  one.attempts > 0 ? { does: 'giveUp', one, state: 'unknown', why } : { does: 'moveToManual', one, why }
