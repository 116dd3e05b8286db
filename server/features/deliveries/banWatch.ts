import { documentId } from '../../../shared/engine/document.ts'
import { bans, driftEveryMs } from '../../../shared/features/deliveries/delivery.ts'
import { noteDrift } from '../../../shared/features/deliveries/hubCommands.ts'
import { present } from '../../../shared/features/play/playRecord.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

interface BanWatchParts {
  readonly hub: Pick<Hub, 'read' | 'order' | 'onPublish'>
  readonly server: string
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (what: string, error: unknown) => void
}

/** Looks, whenever it is read who is in the game, for those whom we have banned: the game's own list cannot be read. */
export function startBanWatch({ hub, server, clock, onFault }: BanWatchParts) {
  const lists = [documentId(roster, server), documentId(present, server)]
  const toldAt = new Map<string, number>()

  const look = () => {
    const held = hub.read(bans, server).bans
    const now = clock.now()
    for (const player of toldAt.keys()) if (!Object.hasOwn(held, player)) toldAt.delete(player)
    for (const [player, { at, seenAt, until }] of Object.entries(held)) {
      const lastAt = Math.max(at, seenAt ?? 0, toldAt.get(player) ?? 0)
      if ((until !== null && until <= now) || now - lastAt < driftEveryMs || !isThere(player)) continue
      toldAt.set(player, now)
      hub.order('ban watch', noteDrift.name, { server, player }).catch((error) => onFault('ban watch', error))
    }
  }
  const isThere = (player: string) => {
    const read = hub.read(roster, server)
    if (read.readAt !== null && clock.now() - read.readAt <= driftEveryMs) return Object.hasOwn(read.players, player)
    return Object.hasOwn(hub.read(present, server).players, player)
  }
  return hub.onPublish((published) => {
    if (published.some(({ id }) => lists.includes(id))) look()
  })
}
