import type { Delivery, LinkName } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'

/** How long a delivery waits for a link to come up before it becomes manual. */
export const waitForLinkMs = 30_000
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
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Deliveries that wait for a link to come up. */
  readonly waiting: readonly Delivery[]
}

/** The queue of a delivery: one for each player, and one for the server as a whole. */
export const queueOf = ({ target }: Pick<Delivery, 'target'>) => (target === null ? 'server' : `player ${target.id}`)

/**
 * Plans the first delivery of each queue over the first link that supports it and is up. While that one was never attempted and waits
 * for a link, later ones of the same queue whose link is up may overtake it: a kick does not wait behind a heal that no link can do.
 */
export function planSteps({ queued, busy, links, ...rest }: PlanInput): Plan {
  const taken = new Set(busy)
  const free = new Map(links.map(({ name, free: more }) => [name, more]))
  const steps: Step[] = []
  const waiting: Delivery[] = []
  for (const one of queued) {
    if (taken.has(queueOf(one))) continue
    const choice = choose(one, links, rest)
    if (choice === 'wait') {
      waiting.push(one)
      continue
    }
    taken.add(queueOf(one))
    const ahead = waiting.filter((first) => queueOf(first) === queueOf(one))
    if (!ahead.every((first) => mayOvertake(choice, first))) continue
    if (choice.does !== 'send') steps.push(choice)
    else if ((free.get(choice.link) ?? 0) > 0) {
      free.set(choice.link, (free.get(choice.link) ?? 0) - 1)
      steps.push(choice)
    }
  }
  return { steps, waiting }
}

const banKinds: ReadonlySet<DeliveryKind> = new Set(['ban', 'unban'])

/** Bans and unbans keep their order among each other, and a console command keeps its place. */
const mayOvertake = ({ does, one }: Step, first: Delivery) =>
  does === 'send' &&
  first.attempts === 0 &&
  one.kind !== 'console' &&
  !(banKinds.has(one.kind) && banKinds.has(first.kind))

type Choosing = Omit<PlanInput, 'queued' | 'busy' | 'links'>

function choose(
  one: Delivery,
  links: readonly LinkStatus[],
  { now, unsendableOver, waitedMs }: Choosing,
): Step | 'wait' {
  const able = links.filter(({ can }) => can(one.kind))
  const usable = able.filter(
    ({ name, isHarmlessTwice }) =>
      !unsendableOver(one.id).has(name) && (one.attempts === 0 || isHarmlessTwice(one.kind)),
  )
  if (now - one.queuedAt > staleMs) return withoutLink(one, 'It waited too long to be sent without being looked at.')
  const up = usable.find(({ isUp }) => isUp)
  if (up) return { does: 'send', one, link: up.name }
  if (able.length === 0) return withoutLink(one, 'No connection to the game can do this.')
  if (usable.length === 0 && one.attempts === 0)
    return { does: 'giveUp', one, state: 'failed', why: 'The text cannot be sent to the game as it is.' }
  const mayWait = usable.some(({ mayComeUp }) => mayComeUp) && waitedMs(one.id) < waitForLinkMs
  return mayWait ? 'wait' : withoutLink(one, 'No connection to the game that can do this was up.')
}

/** A delivery that may have been carried out already does not become manual. */
const withoutLink = (one: Delivery, why: string): Step =>
  one.attempts > 0 ? { does: 'giveUp', one, state: 'unknown', why } : { does: 'moveToManual', one, why }
