import { mainServer } from '../../../shared/engine/ids.ts'
import { bans, deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { Context } from '../../engine/rule.ts'

interface Leaver {
  readonly id: string
  readonly steamIds: readonly string[]
}

/** What was wanted for them goes, also from the lists of those who wanted it; what they wanted is nobody's by name. */
export function takeOutOfDeliveries({ read, edit }: Context, { id: leaver, steamIds }: Leaver) {
  for (const [id, one] of Object.entries(read(deliveries, mainServer).entries)) {
    const { target, detail, by } = one
    if ([target?.id, detail.destination].some((id) => id !== undefined && steamIds.includes(id))) {
      delete edit(deliveries, mainServer).entries[id]
      if (read(ownDeliveries, by).entries[id]) delete edit(ownDeliveries, by).entries[id]
      continue
    }
    const names = {
      ...(by === leaver && { byName: '' }),
      ...(one.settledBy === leaver && { settledByName: '' }),
    }
    if (Object.keys(names).length === 0) continue
    Object.assign(edit(deliveries, mainServer).entries[id] ?? {}, names)
    if (read(ownDeliveries, by).entries[id]) Object.assign(edit(ownDeliveries, by).entries[id] ?? {}, names)
  }
}

/** A ban stays, by the number alone: nobody comes back by having themselves erased. */
export function unnameInBans({ read, edit }: Context, { id: leaver, steamIds }: Leaver) {
  for (const [player, { by }] of Object.entries(read(bans, mainServer).bans)) {
    const ban = edit(bans, mainServer).bans[player]
    if (ban && steamIds.includes(player)) ban.name = ''
    if (ban && by === leaver) ban.byName = ''
    if (ban?.before && steamIds.includes(player)) ban.before.name = ''
    if (ban?.before?.by === leaver) ban.before.byName = ''
  }
}
