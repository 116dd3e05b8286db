import { z } from 'zod'
import { defineDocument, nobody } from '../../../shared/engine/document.ts'
import { MapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { Transaction } from '../../engine/transaction.ts'

const Times = z.record(z.string(), z.number()).default({})

/** What slows an account down and does not go with its pack. By account, epoch ms; only what still slows somebody down is kept. */
export const packPace = defineDocument({
  kind: 'packPace',
  schema: z.object({
    /** The last ping of whoever has left the pack in which they gave it. */
    pingedAt: Times,
    /** Until when the packs that they created count. */
    foundedUntil: Times,
  }),
  readableBy: nobody,
  memory: 'live',
})

interface Going extends Transaction {
  readonly now: number
}

/** An ended pack leaves an empty document for ever, so that nobody may make them as fast as they can ask. */
const foundEveryMs = 60_000
export const foundedAtOnce = 5

const longestPingIntervalMs = MapSettings.shape.pingInterval.unwrap().maxValue ?? 0

// A clock that was set back must not slow anybody down.
const isRecentPing = (at: number, now: number) => at <= now && now - at < longestPingIntervalMs
const isOwed = (until: number, now: number) => until > now && until <= now + foundedAtOnce * foundEveryMs

const withOneMore = ({ read, now }: Pick<Going, 'read' | 'now'>, account: string) => {
  const known = read(packPace).foundedUntil[account] ?? now
  return (isOwed(known, now) ? known : now) + foundEveryMs
}

/** So many packs at once, and then one a minute. */
export const mayFound = (going: Pick<Going, 'read' | 'now'>, account: string): boolean =>
  isOwed(withOneMore(going, account), going.now)

export function noteFounding(going: Going, account: string): void {
  const until = withOneMore(going, account)
  const { foundedUntil } = going.edit(packPace)
  foundedUntil[account] = until
  keepOnly(foundedUntil, (one) => isOwed(one, going.now))
}

/** Leaving does not shorten the time to the next ping. */
export function keepPing({ edit, now }: Going, account: string, at: number | undefined): void {
  if (at === undefined) return
  const { pingedAt } = edit(packPace)
  pingedAt[account] = at
  keepOnly(pingedAt, (one) => isRecentPing(one, now))
}

/** The ping that was kept, if it still matters. It is kept no longer. */
export function takePing({ read, edit, now }: Going, account: string): number | null {
  const at = read(packPace).pingedAt[account]
  if (at === undefined) return null
  delete edit(packPace).pingedAt[account]
  return isRecentPing(at, now) ? at : null
}

function keepOnly(times: Record<string, number>, isKept: (at: number) => boolean) {
  for (const [account, at] of Object.entries(times)) if (!isKept(at)) delete times[account]
}
