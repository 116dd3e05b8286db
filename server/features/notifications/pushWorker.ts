import { documentId } from '../../../shared/engine/document.ts'
import { kindOfType } from '../../../shared/features/notifications/kinds.ts'
import { messageWith } from '../../../shared/features/notifications/notifications.ts'
import {
  keepPushKeys,
  type Outgoing,
  outboxBuckets,
  type PushSubscription,
  pushKeys,
  pushOutbox,
  pushSubscriptions,
  reportPush,
} from '../../../shared/features/notifications/push.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import type { Clock } from '../../engine/clock.ts'
import { createDelays } from '../../engine/delays.ts'
import type { Hub } from '../../engine/hub.ts'
import { createReport } from '../../engine/reportUntilKept.ts'

/** What a browser shows. */
export interface PushedMessage {
  readonly title: string
  readonly body: string
  /** A later one of the same tag takes its place. */
  readonly tag: string
  /** Address within this site. */
  readonly link: string | null
}

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * What a push service said: it took the message; the subscription has ended; it is to be tried again; it never will be taken. The last may be
 * the decision of this hub, which did not ask the service.
 */
export type PushAnswer =
  | { readonly is: 'sent' }
  | { readonly is: 'gone' }
  | {
      readonly is: 'later'
      /** As the service asks; null if it does not say. */
      readonly afterMs: number | null
      /** What it answered, in a sentence; left out where it did not answer. */
      readonly why?: string
    }
  | { readonly is: 'refused'; readonly why: string; readonly byService?: true }

/** Sends messages to browsers. */
export interface PushPort {
  makeKeys(): PushKeys
  /** Never throws. @param ttlSeconds for how long the service keeps it for a browser that is not connected */
  send(
    to: PushSubscription,
    keys: PushKeys,
    message: PushedMessage,
    ttlSeconds: number,
    isUrgent: boolean,
  ): Promise<PushAnswer>
}

interface PushWorkerOptions {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly clock: Clock
  readonly push: PushPort
  readonly onFault: (what: string, error: unknown) => void
}

const mostAtOnce = 20
const mostAttempts = 6
const firstPauseMs = 30_000
const longestPauseMs = 3_600_000
const daySeconds = 86_400
/** Then it looks at the clock again, which may have been set. */
export const longestWaitMs = 60_000

/** The pause before another attempt, ms: doubled each time, or as the service asks. */
export const pauseMs = (attempts: number, askedMs: number | null) =>
  Math.min(longestPauseMs, Math.max(firstPauseMs * 2 ** attempts, askedMs ?? 0))

/** Pushes what waits in the outbox once its time has come. A message that was sent before a crash may be sent again: its tag replaces it. */
export function startPushWorker({ hub, clock, push, onFault }: PushWorkerOptions) {
  const running = new Map<string, Promise<void>>()
  const delays = createDelays(clock)
  const report = createReport({ hub, delays, onFault })
  let cancelTimer = () => {}
  let isStopped = false

  const keys = (): PushKeys | null => {
    const { publicKey, privateKey } = hub.read(pushKeys)
    return publicKey !== null && privateKey !== null ? { publicKey, privateKey } : null
  }
  const waiting = () =>
    Array.from({ length: outboxBuckets }, (_, bucket) =>
      Object.entries(hub.read(pushOutbox, String(bucket)).waiting),
    ).flat()

  const messageOf = ({ type, title, message, other, link, count }: Outgoing): PushedMessage => ({
    title: count > 1 ? kindOfType(type).several.replace('{n}', String(count)) : title,
    body: messageWith(message, other === null ? '' : hub.read(profile, other).name),
    tag: type,
    link: count > 1 ? '/notifications' : link,
  })

  async function send(one: Outgoing, own: PushKeys) {
    const { to, type, count, attempts, expiresAt } = one
    const { isCritical = false } = kindOfType(type)
    const outcome = {
      to,
      type,
      count,
      sent: [] as string[],
      gone: [] as string[],
      refused: [] as string[],
      retryAt: null as number | null,
    }
    const isOver = expiresAt !== null && expiresAt <= clock.now()
    const devices = isOver ? [] : Object.entries(hub.read(pushSubscriptions, to).devices)
    const ttl = expiresAt === null ? daySeconds : Math.max(1, Math.ceil((expiresAt - clock.now()) / 1_000))
    for (const [id, device] of devices.filter(([known]) => !one.sent.includes(known))) {
      const answer = await push.send(device, own, messageOf(one), ttl, expiresAt !== null || isCritical)
      if (answer.is === 'sent') outcome.sent.push(id)
      if (answer.is === 'gone') outcome.gone.push(id)
      if (answer.is === 'refused') {
        onFault('push', new Error(answer.why))
        if (answer.byService) outcome.refused.push(id)
      }
      if (answer.is === 'later' && attempts + 1 < mostAttempts)
        outcome.retryAt = clock.now() + pauseMs(attempts, answer.afterMs)
    }
    await report('notifications', reportPush.name, outcome)
  }

  function runDue() {
    cancelTimer()
    const own = keys()
    if (isStopped || own === null) return
    const now = clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const [key, one] of waiting()) {
      if (one.count === 0 || running.has(key)) continue
      if (one.notBefore > now) next = Math.min(next, one.notBefore)
      else if (running.size < mostAtOnce) {
        const work = send(one, own)
          .catch((error: unknown) => onFault('push', error))
          .finally(() => {
            running.delete(key)
            runDue()
          })
        running.set(key, work)
      }
    }
    if (Number.isFinite(next)) cancelTimer = clock.after(Math.min(next - now, longestWaitMs), runDue)
  }

  const makeKeys = async () => {
    if (keys() === null) await report('notifications', keepPushKeys.name, push.makeKeys())
    runDue()
  }
  const outbox = new Set(
    Array.from({ length: outboxBuckets }, (_, bucket) => documentId(pushOutbox, String(bucket)) as string),
  )
  const stop = hub.onPublish((published) => {
    if (published.some(({ id }) => outbox.has(id))) runDue()
  })
  makeKeys().catch((error: unknown) => onFault('push keys', error))
  return {
    /** Resolves when messages under way are recorded. */
    async stop() {
      isStopped = true
      stop()
      cancelTimer()
      delays.stop()
      await Promise.all(running.values())
    },
  }
}
