import { expect, test } from 'vitest'
import { allNotifications, mostNotifications, mostShared, Notification, notifications } from './notifications.ts'

const told = (id: string, at: number) =>
  Notification.parse({ id, type: 'challengesUpdated', title: '', message: '', timestamp: at, createdAt: at })
const listed = (ids: readonly string[], from: number) =>
  Object.fromEntries(ids.map((id, nth) => [id, told(id, from + nth)]))

test('[NF1800] a user is shown a hundred, the newest of their own and of those for everyone', () => {
  const own = Array.from({ length: mostNotifications }, (_, nth) => `own ${nth}`)
  const shared = Array.from({ length: mostShared }, (_, nth) => `shared ${nth}`)
  const inbox = notifications.schema.parse({ entries: listed(own, 1_000) })
  const shown = allNotifications(inbox, listed(shared, 2_000), 0).map(({ id }) => id)
  expect(shown).toEqual([...shared.toReversed(), ...own.slice(mostShared).toReversed()])
})
