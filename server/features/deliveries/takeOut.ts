import { mainServer } from '../../../shared/engine/ids.ts'
import { bans, deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { Context } from '../../engine/rule.ts'
import { joined, removeDelivery } from './keep.ts'

interface Leaver {
  readonly id: string
  readonly steamIds: readonly string[]
}

/**
 * What speaks of them goes, also from the lists of those who wanted it: as a target, or in what was typed, sent or answered. What
 * they wanted is nobody's by name.
 */
export function takeOutOfDeliveries(context: Context, { id: leaver, steamIds }: Leaver) {
  const { read, edit } = context
  for (const [id, one] of Object.entries(read(deliveries, mainServer).entries)) {
    const { by } = one
    const said = JSON.stringify(joined(context, mainServer, one))
    if (steamIds.some((steamId) => said.includes(steamId))) {
      removeDelivery(context, mainServer, one)
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
