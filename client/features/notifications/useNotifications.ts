import { useMemo } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import {
  allNotifications,
  messageWith,
  type Notification,
  notifications,
  sharedNotifications,
} from '../../../shared/features/notifications/notifications.ts'
import { channelsOf, notificationSettings } from '../../../shared/features/notifications/settings.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { type DocumentState, useDocument } from '../../connection/useDocument.ts'

/** All notifications of a user, the newest first: their own and those for everyone, of the kinds that they have not switched off. */
export function useNotifications(id: string): DocumentState<readonly Notification[]> {
  const inbox = useDocument(notifications, id)
  const { value: shared } = useDocument(sharedNotifications)
  const settings = useDocument(notificationSettings, id).value
  const createdAt = useDocument(account, id).value?.createdAt ?? Number.POSITIVE_INFINITY
  return useMemo(() => {
    if (inbox.state !== 'here') return { state: inbox.state, value: null, at: null }
    const wanted = Object.entries(shared?.entries ?? {}).filter(
      ([, { type }]) => settings === null || channelsOf(settings, type).page,
    )
    return { ...inbox, value: allNotifications(inbox.value, Object.fromEntries(wanted), createdAt) }
  }, [inbox, shared, settings, createdAt])
}

/** The message with the present name of the user whom it is about; null until that is known. */
export function useMessage({ message, other }: Pick<Notification, 'message' | 'other'>): string | null {
  const { state, value } = useDocument(profile, other ?? '')
  return other !== null && state === 'loading' ? null : messageWith(message, value?.name ?? '')
}
