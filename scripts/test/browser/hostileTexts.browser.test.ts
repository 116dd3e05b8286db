import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '../../../client/routes.tsx'
import { createAttack } from '../../../server/security/attacks/testing/attackReport.ts'
import { openSite, uiTimeoutMs } from './site.ts'

const site = openSite()

const hostile = [
  '<img src=x onerror="window.PWNED=1">',
  '"><script>window.PWNED=1</script>',
  '\'"--></title></textarea><svg onload="window.PWNED=1">',
  'javascript:window.PWNED=1',
]
const [image = '', script = '', closing = '', address = ''] = hostile

/** Hostile texts wherever users, staff and the game can bring one: names, reasons, messages, notes. */
async function spreadTexts() {
  const { world } = site
  const players = world.simulator().world.online()
  for (const [at, player] of players.entries()) Object.assign(player, { name: hostile[at % hostile.length] })
  const target = players[0]?.id ?? ''
  const owner = await world.visitAs({ account: 'own', name: image, role: 'owner' })
  const player = await world.visitAs({ account: 'ann', name: script, steamId: target })
  await player.command('packs.create', { name: closing.slice(0, 24) })
  await owner.command('deliveries.messagePlayer', { target, text: image })
  await owner.command('deliveries.broadcast', { text: script })
  await owner.command('deliveries.kickPlayer', { target, reason: closing })
  await owner.command('deliveries.banPlayer', { target, reason: image, durationMs: 3_600_000 })
  await owner.command('deliveries.runConsole', { text: address })
  return owner.cookie()
}

/** Opens every page of the client, as the router lists them. */
async function everyPage(page: Page, visit: (path: string) => Promise<void>) {
  for (const { path } of routes) {
    await page.goto(site.world.address() + path)
    await page.locator('[data-connection=live]').waitFor()
    await page.locator('main h1').first().waitFor()
    await visit(path)
  }
}

test('[XA41] no text of a user or of the game runs as a script on any page', async () => {
  const attack = createAttack('texts that become scripts on pages')
  const cookie = await spreadTexts()
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: site.world.address() }])
  const page = await context.newPage()
  const alarms: string[] = []
  page.on('dialog', (dialog) => alarms.push(dialog.message()))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) alarms.push(message.text())
  })
  await everyPage(page, async (path) => {
    const ran = await page.evaluate(() => 'PWNED' in window)
    const elements = await page.locator('img[src="x"], svg[onload], [href^="javascript:"]').count()
    attack.attempt(
      ran || elements > 0 || alarms.length > 0,
      () => `${path}: ${alarms.join('; ') || 'an element or a script'}`,
    )
  })
  expect(attack.done()).toEqual([])
  // The texts are on the page, as texts.
  await page.goto(`${site.world.address()}/audit`)
  await page.getByText('onerror').first().waitFor()
})
