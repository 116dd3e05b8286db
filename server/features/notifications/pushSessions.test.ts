import { expect, test } from 'vitest'
import { subscribePush } from '../../../shared/features/notifications/push.ts'
import { notificationSettings } from '../../../shared/features/notifications/settings.ts'
import { publicIdOf } from '../../../shared/features/session/session.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { profileFeature } from '../profile/feature.ts'
import { rightsFeature } from '../rights/rights.ts'
import { sessionFeature } from '../session/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { notificationsFeature } from './feature.ts'

const features = [
  accountFeature,
  rightsFeature([]),
  profileFeature,
  tokensFeature,
  sessionFeature,
  notificationsFeature,
]
const keyOf = (digit: string) => digit.repeat(64)

/** Ann has subscribed Firefox in session 1, and has session 9 elsewhere. */
async function openSubscribed() {
  const { hub, clock, dispatch } = await openApp(features)
  for (const account of ['ann', 'bob']) await ensureAccount(hub, clock.now(), { account, name: account })
  const execute = (name: string, input: object) => hub.execute('sign-in', name, input)
  const open = (digit: string, { accountId = 'ann', replaces = null as string | null } = {}) =>
    execute('session.open', { key: keyOf(digit), accountId, role: 'player', demo: false, replaces })
  await open('1')
  await open('9')
  const browser = { ...person('ann'), session: { id: publicIdOf(keyOf('1')), elevatedUntil: null, viewing: null } }
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const input = { endpoint: 'https://fcm.googleapis.com/1', keys, device: 'Firefox' }
  expect(await dispatch(browser, subscribePush.name, input)).toMatchObject({ ok: true })
  const devicesOf = (who: string) =>
    Object.values(hub.read(notificationSettings, who).devices).map(({ device }) => device)
  return { execute, open, devicesOf, close: (digit: string) => execute('session.close', { key: keyOf(digit) }) }
}
type Subscribed = Awaited<ReturnType<typeof openSubscribed>>

const key = keyOf('1')
const newKey = keyOf('2')
const replacements: readonly (readonly [string, (hub: Subscribed) => Promise<unknown>])[] = [
  ['elevates its session', ({ execute }) => execute('session.elevate', { key, newKey, role: 'moderator' })],
  ['enters a code', ({ execute }) => execute('session.openGate', { key, newKey, gate: 'events' })],
  ['signs in again', ({ open }) => open('2', { replaces: key })],
]

test('[NF109] a browser that elevates its session, enters a code or signs in again keeps its push, which ends with the new session', async () => {
  for (const [what, replace] of replacements) {
    const hub = await openSubscribed()
    await replace(hub)
    expect(hub.devicesOf('ann'), what).toEqual(['Firefox'])
    await hub.close('2')
    expect(hub.devicesOf('ann'), what).toEqual([])
  }
})

test('[NF110] a browser that signs in to another account does not take the push of the former one with it', async () => {
  const { open, devicesOf } = await openSubscribed()
  await open('2', { accountId: 'bob', replaces: key })
  expect([devicesOf('ann'), devicesOf('bob')]).toEqual([[], []])
})
