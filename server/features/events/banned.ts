import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { ownEvents } from '../../../shared/features/events/events.ts'
import { derive } from '../../engine/feature.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { accountsEverLinkedTo } from '../account/persons.ts'
import { endOfBan } from '../deliveries/bans.ts'
import { notify } from '../notifications/notify.ts'
import { bannedUntil } from '../trades/rules.ts'
import { eitherEventOf, moveUp, registrationOf, takeOut } from './registration.ts'

/** Users whose ban lasts until after an event begins lose their place in it. A ban that is lifted gives none back. */
export const followBans = derive(bans, (context, server, before) => {
  const { read } = context
  const { bans: held } = read(bans, server)
  const longer = Object.keys(held).filter((player) => endOfBan(held[player]) > endOfBan(before.bans[player]))
  const places = accountsOf(read, longer).flatMap((own) => placesOfAccount(read, own))
  removeBanned(context, places)
})

/** The same where a banned player was linked to an account. */
export const followLinks = derive(account, (context, own, { steamId: before }) => {
  const { steamId } = context.read(account, own)
  if (steamId !== null && steamId !== before) removeBanned(context, placesOfAccount(context.read, own))
})

/** The same where the event was moved; and before each announcement, for a place that an earlier release has left. */
export function removeBannedFrom(context: Context, event: string) {
  const { read } = context
  const banned = accountsOf(read, Object.keys(read(bans, mainServer).bans))
  removeBanned(
    context,
    banned.map((account) => ({ account, event })),
  )
}

const placesOfAccount = (read: Reading, own: string) =>
  Object.keys(read(ownEvents, own).events).map((event) => ({ account: own, event }))

const accountsOf = (read: Reading, players: readonly string[]) => [
  ...new Set(players.flatMap((player) => accountsEverLinkedTo(read, player))),
]

/** All of them go before anyone moves up: those who wait may be banned as well. */
function removeBanned(context: Context, places: readonly { readonly account: string; readonly event: string }[]) {
  const { read } = context
  const freed = new Set<string>()
  for (const { account: own, event } of places) {
    const found = eitherEventOf(context, event)
    const place = registrationOf(read, own, event)
    if (!found?.isOpen || !place || bannedUntil(read, own) <= found.startsAt) continue
    takeOut(context, own, event)
    freed.add(event)
    const { title, link } = found
    const lost = place.state === 'waiting' ? 'on the waiting list of' : 'registered for'
    const message = `You're no longer ${lost} ${title}: you'll still be banned when it begins.`
    notify(context, { to: own, type: 'eventMoved', title, message, link, details: { event } })
  }
  for (const event of freed) moveUp(context, event)
}
