import type { Delivery, LinkName } from '../../../shared/features/deliveries/delivery.ts'
import type { Clock } from '../../engine/clock.ts'
import type { DeliveryLink } from './deliveryLink.ts'
import type { LinkView } from './nextSteps.ts'

/** A link over which nothing could be sent, though it was up, is left alone for this. */
const restMs = 1_000
const none: ReadonlySet<LinkName> = new Set()

/** What has stood in the way of those that wait; nothing of it outlives the run. */
export function createSetbacks(clock: Clock) {
  const unfit = new Map<string, Set<LinkName>>()
  const since = new Map<string, number>()
  const restUntil = new Map<LinkName, number>()
  const isResting = (name: LinkName) => (restUntil.get(name) ?? 0) > clock.now()
  const noteWaiting = ({ id }: Delivery) => void (since.has(id) || since.set(id, clock.now()))
  return {
    unfit: (id: string) => unfit.get(id) ?? none,
    waitsSince: (id: string) => since.get(id) ?? null,
    restsUntil: () => [...restUntil.values()].filter((until) => until > clock.now()),
    noteWaiting,
    noteUnfit({ id }: Delivery, { name }: DeliveryLink) {
      unfit.set(id, new Set([...(unfit.get(id) ?? none), name]))
    },
    noteNotSent(one: Delivery, { name }: DeliveryLink) {
      noteWaiting(one)
      restUntil.set(name, clock.now() + restMs)
    },
    /** Those that wait no more, and are not on their way. */
    forgetOthers(known: readonly Delivery[]) {
      if (unfit.size === 0 && since.size === 0) return
      const kept = new Set(known.flatMap(({ id, state }) => (state === 'queued' || state === 'sending' ? id : [])))
      for (const held of [unfit, since]) for (const id of held.keys()) if (!kept.has(id)) held.delete(id)
    },
    viewOf(link: DeliveryLink, running: number): LinkView {
      const state = link.state().name
      const rests = isResting(link.name)
      return {
        name: link.name,
        isUp: state === 'up' && !rests,
        mayComeUp: rests || state === 'connecting' || state === 'down',
        free: link.width - running,
        can: (kind) => link.can(kind),
        isHarmlessTwice: (kind) => link.isHarmlessTwice(kind),
      }
    },
  }
}
