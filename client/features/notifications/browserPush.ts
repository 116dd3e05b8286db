import { atom } from 'jotai'

/** The browser's own notifications, and push messages while no page is open. */

/** `unsupported`: also over plain http. `denied`: the user refused, and only the settings of the browser change that. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** What this browser says; null until it has answered. */
export const pushStateAtom = atom<PushState | null>(null)

const script = '/push.js'

const isSupported = () => 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window

/** Whether a notification of the browser may be shown now. */
export const mayNotify = () => 'Notification' in window && Notification.permission === 'granted'

const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = isSupported() ? await navigator.serviceWorker.getRegistration(script) : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** @param devices ids of the account's devices */
export async function readPushState(devices: readonly string[]): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await currentSubscription()
  return subscription && devices.includes(await deviceId(subscription.endpoint)) ? 'on' : 'off'
}

/** The id that the hub gives to an endpoint. */
export async function deviceId(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface Subscribed {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/**
 * Subscribes this browser. Call it on a press: browsers ask the user then.
 * @returns a sentence why it did not work, for the user
 */
export async function subscribeBrowser(publicKey: string): Promise<Subscribed | string> {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'This browser blocks notifications from this site. Allow them in the site settings, next to the address.'
  try {
    await navigator.serviceWorker.register(script)
    const registration = await navigator.serviceWorker.ready
    // A subscription with the keys of another hub cannot be used.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint, keys } = subscription.toJSON()
    if (!endpoint || !keys?.p256dh || !keys.auth) return 'The browser gave no address for push messages.'
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  } catch {
    return "The browser's push service can't be reached. Try again later, or in another browser."
  }
}

/** Ends the subscription of this browser: the user who signs in here next gets nothing of the one before. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await currentSubscription().catch(() => null))?.unsubscribe().catch(() => false)
}

/** Ends a subscription of this browser that is none of these. @param devices ids of the account's devices */
export async function unsubscribeOthers(devices: readonly string[]): Promise<void> {
  const subscription = await currentSubscription().catch(() => null)
  if (subscription && !devices.includes(await deviceId(subscription.endpoint))) await unsubscribeBrowser()
}

/** A notification of the browser, where the user has allowed it. A pushed one of the same tag takes its place. */
export async function showInBrowser(title: string, body: string, tag: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(script).catch(() => undefined)
  const options = { body, tag, icon: '/logo.svg', data: { link: '/notifications' } }
  if (registration) await registration.showNotification(title, options)
  // Some browsers show them by a service worker alone.
  else
    try {
      new Notification(title, options)
    } catch {}
}
