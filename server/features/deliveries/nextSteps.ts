import type { Delivery, LinkName } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'

/** So long one waits for a link to come up, before a person is asked. */
export const patienceMs = 30_000
/** What was wanted so long ago is not sprung on the game any more: the hub was away meanwhile. */
export const staleMs = 600_000

/** A link as it is at this moment. */
export interface LinkView {
  readonly name: LinkName
  readonly isUp: boolean
  /** Down, and may yet come up by itself. */
  readonly mayComeUp: boolean
  /** How many more it takes at once. */
  readonly free: number
  can(kind: DeliveryKind): boolean
  isHarmlessTwice(kind: DeliveryKind): boolean
}

export type Step =
  | { readonly does: 'send'; readonly one: Delivery; readonly link: LinkName }
  | { readonly does: 'handOver'; readonly one: Delivery; readonly why: string }
  | { readonly does: 'giveUp'; readonly one: Delivery; readonly state: 'failed' | 'unknown'; readonly why: string }

export interface Standing {
  /** In the order in which they were wanted. */
  readonly queued: readonly Delivery[]
  /** Lines in which one is on its way. */
  readonly busy: ReadonlySet<string>
  /** The first is preferred. */
  readonly links: readonly LinkView[]
  readonly now: number
  /** Links whose form it does not fit. */
  unfit(id: string): ReadonlySet<LinkName>
  /** Since when it has had no link, epoch ms; null where it has not looked for one in vain. */
  waitsSince(id: string): number | null
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Those that wait for a link to come up. */
  readonly waiting: readonly Delivery[]
}

/** What waits for what: the same player, or the server as a whole. */
export const lineOf = ({ target }: Pick<Delivery, 'target'>) => (target === null ? 'server' : `player ${target.id}`)

/**
 * The first of each line has its turn, by the first link that can do it and is up. While it waits for a link that is down, and was
 * never attempted, those behind it whose link is up go before it: a kick does not stand behind healing that nobody can do now.
 */
export function nextSteps({ queued, busy, links, ...standing }: Standing): Plan {
  const taken = new Set(busy)
  const free = new Map(links.map(({ name, free: more }) => [name, more]))
  const steps: Step[] = []
  const waiting: Delivery[] = []
  for (const one of queued) {
    if (taken.has(lineOf(one))) continue
    const choice = choose(one, links, standing)
    if (choice === 'wait') {
      waiting.push(one)
      continue
    }
    taken.add(lineOf(one))
    const ahead = waiting.filter((first) => lineOf(first) === lineOf(one))
    if (!ahead.every((first) => mayOvertake(choice, first))) continue
    if (choice.does !== 'send') steps.push(choice)
    else if ((free.get(choice.link) ?? 0) > 0) {
      free.set(choice.link, (free.get(choice.link) ?? 0) - 1)
      steps.push(choice)
    }
  }
  return { steps, waiting }
}

const ofBans: ReadonlySet<DeliveryKind> = new Set(['ban', 'unban'])

/** Not the last word on a ban, and not what an owner types: that means something only after what was before it. */
const mayOvertake = ({ does, one }: Step, first: Delivery) =>
  does === 'send' && first.attempts === 0 && one.kind !== 'console' && !(ofBans.has(one.kind) && ofBans.has(first.kind))

type Choosing = Pick<Standing, 'now' | 'unfit' | 'waitsSince'>

function choose(one: Delivery, links: readonly LinkView[], { now, unfit, waitsSince }: Choosing): Step | 'wait' {
  const able = links.filter(({ can }) => can(one.kind))
  const usable = able.filter(
    ({ name, isHarmlessTwice }) => !unfit(one.id).has(name) && (one.attempts === 0 || isHarmlessTwice(one.kind)),
  )
  if (now - one.queuedAt > staleMs) return withoutLink(one, 'It waited too long to be sent without being looked at.')
  const up = usable.find(({ isUp }) => isUp)
  if (up) return { does: 'send', one, link: up.name }
  if (able.length === 0) return withoutLink(one, 'No connection to the game can do this.')
  if (usable.length === 0 && one.attempts === 0)
    return { does: 'giveUp', one, state: 'failed', why: 'The text cannot be sent to the game as it is.' }
  const isHopeful = usable.some(({ mayComeUp }) => mayComeUp) && now - (waitsSince(one.id) ?? now) < patienceMs
  return isHopeful ? 'wait' : withoutLink(one, 'No connection to the game that can do this was up.')
}

/** What may have happened already is not given to a person to do. */
const withoutLink = (one: Delivery, why: string): Step =>
  one.attempts > 0 ? { does: 'giveUp', one, state: 'unknown', why } : { does: 'handOver', one, why }
