// The service worker of this site: it shows what the hub pushes while no page of it is in view. It caches nothing.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Of a message that is not the hub's, nothing but that something came: browsers demand that something is shown. */
function messageIn(data) {
  const text = (value, most) => (typeof value === 'string' ? value.slice(0, most) : '')
  let message = {}
  try {
    message = data.json() ?? {}
  } catch {}
  const { title, body, tag, link } = message
  return {
    title: text(title, 200) || 'Waterhole',
    body: text(body, 600),
    tag: text(tag, 60),
    // Within this site only.
    link: /^\/(?![/\\])/.test(text(link, 300)) ? link : '/notifications',
  }
}

self.addEventListener('push', (event) => {
  const { title, body, tag, link } = messageIn(event.data)
  const show = async () => {
    // A page in view shows it itself.
    if ((await pages()).some((page) => page.visibilityState === 'visible')) return
    await self.registration.showNotification(title, { body, tag, icon: '/logo.svg', data: { link } })
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const link = event.notification.data?.link ?? '/notifications'
  const open = async () => {
    const [page] = await pages()
    if (!page) return self.clients.openWindow(link)
    await page.focus()
    return page.navigate(link)
  }
  event.waitUntil(open().catch(() => self.clients.openWindow(link)))
})
