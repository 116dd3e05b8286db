import type * as commands from '../../../shared/features/notifications/commands.ts'
import type { takeOverNotices as takeOver } from '../../../shared/features/notifications/formerNotices.ts'
import { formerNotices } from '../../../shared/features/notifications/formerNotices.ts'
import { kindOfType } from '../../../shared/features/notifications/kinds.ts'
import { notifications, sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import { isTimeZone, notificationSettings } from '../../../shared/features/notifications/settings.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { notify, notifyOfGift } from './notify.ts'

export const dismissNotifications: Rule<typeof commands.dismissNotifications> = (context, { ids }) => ({
  dismissed: ids.filter((id) => dismissOne(context, id)).length,
})

export const dismissAllNotifications: Rule<typeof commands.dismissAllNotifications> = (context, { upTo }) => {
  const { entries } = context.read(notifications, accountOf(context.actor))
  const all = [...Object.values(entries), ...Object.values(context.read(sharedNotifications).entries)]
  const ids = all.filter(({ timestamp }) => timestamp <= upTo).map(({ id }) => id)
  return { dismissed: ids.filter((id) => dismissOne(context, id)).length }
}

/** Whether it was there, and not dismissed yet. */
function dismissOne({ actor, read, edit, now }: Context, id: string): boolean {
  const own = accountOf(actor)
  const { entries, shared } = read(notifications, own)
  if (Object.hasOwn(entries, id)) {
    if (entries[id]?.dismissed) return false
    Object.assign(edit(notifications, own).entries[id] ?? {}, { dismissed: true, dismissedAt: now })
    return true
  }
  const seen = Object.hasOwn(shared, id) ? shared[id] : undefined
  if (!Object.hasOwn(read(sharedNotifications).entries, id) || seen?.dismissedAt != null) return false
  noteShared({ read, edit }, own, id, { readAt: seen?.readAt ?? null, dismissedAt: now })
  return true
}

export const markNotificationsRead: Rule<typeof commands.markNotificationsRead> = (
  { actor, read, edit, now },
  { ids },
) => {
  const own = accountOf(actor)
  for (const id of ids) {
    const { entries, shared } = read(notifications, own)
    if (Object.hasOwn(entries, id)) {
      if (entries[id]?.readAt === null) Object.assign(edit(notifications, own).entries[id] ?? {}, { readAt: now })
    } else if (Object.hasOwn(read(sharedNotifications).entries, id) && !Object.hasOwn(shared, id))
      noteShared({ read, edit }, own, id, { readAt: now, dismissedAt: null })
  }
  return {}
}

/** Forgets at once what the user did with those that are no longer there. */
function noteShared(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  own: string,
  id: string,
  seen: { readonly readAt: number | null; readonly dismissedAt: number | null },
) {
  const { shared } = edit(notifications, own)
  shared[id] = seen
  const { entries } = read(sharedNotifications)
  for (const known of Object.keys(shared)) if (!Object.hasOwn(entries, known)) delete shared[known]
}

export const setNotificationKind: Rule<typeof commands.setNotificationKind> = (context, { type, ...channels }) => {
  if (kindOfType(type).isCritical) return context.refuse('critical')
  context.edit(notificationSettings, accountOf(context.actor)).kinds[type] = channels
  return {}
}

export const setQuietHours: Rule<typeof commands.setQuietHours> = ({ actor, edit, refuse }, quietHours) => {
  if (!isTimeZone(quietHours.zone)) return refuse('noSuchZone', { zone: quietHours.zone })
  if (quietHours.isOn && quietHours.from === quietHours.to) return refuse('never')
  edit(notificationSettings, accountOf(actor)).quietHours = quietHours
  return {}
}

export const sendNotifications: Rule<typeof commands.sendNotifications> = (context, { to, notification }) => {
  for (const one of to) notify(context, { ...notification, to: one })
  return {}
}

/** As they were: none is lost, and none is new again. */
export const takeOverNotices: Rule<typeof takeOver> = (context, { accounts }) => {
  for (const to of accounts) {
    for (const { at, other, currency, amount, item } of Object.values(context.read(formerNotices, to).entries))
      notifyOfGift({ ...context, now: at }, { to, from: other, price: currency && { currency, amount }, item })
    context.edit(formerNotices, to).entries = {}
  }
  return {}
}
