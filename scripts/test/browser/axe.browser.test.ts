import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectNoAxeFaults, findAxeFaults, openBrowser, uiTimeoutMs } from './site.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

/** Opens a page with the hub's content policy: only the site's own scripts run. */
async function openPage(main: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', "default-src 'self'")
    response.end(
      `<!doctype html><html lang="en"><head><title>Page</title></head><body><main>${main}</main></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  page.setDefaultTimeout(uiTimeoutMs)
  onTestFinished(async () => {
    await page.close()
    server.close()
  })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return page
}

test('[BR13] the browser opens a page and presses its button; a sound page passes axe', async () => {
  const page = await openPage('<h1>Good</h1><details><summary>More</summary><p>Hidden words</p></details>')
  await page.getByText('More').click()
  expect(await page.getByText('Hidden words').isVisible()).toBe(true)
  await expectNoAxeFaults(page)
})

test('[BR14] axe reports a button without a name and an image without a text, with their places', async () => {
  const page = await openPage('<h1>Bad</h1><button></button><img src="/a.png">')
  const faults = await findAxeFaults(page)
  expect(faults.map((fault) => fault.split('\n')[0]).sort()).toEqual([
    'critical: Buttons must have discernible text (button-name)',
    'critical: Images must have alternative text (image-alt)',
  ])
  await expect(expectNoAxeFaults(page)).rejects.toThrow('at button:')
})

test('[FQ2570] leaving out the rules of lesser impact loses no serious finding, and reports faint texts and fields without a label', async () => {
  const page = await openPage(`<h3>Bad</h3><p id="faint">Faint</p><input><select><option>1</option></select>
    <ul><p>No item</p></ul><a href="/"></a><div role="button" aria-pressed="yes">Odd</div><table><th></th></table>`)
  await page.locator('#faint').evaluate((text) => (text.style.color = '#bbb'))
  const rules = (await findAxeFaults(page)).map((fault) => /\(([\w-]+)\)$/m.exec(fault)?.[1])
  const grave = await page.evaluate(
    'axe.run(document).then(({ violations }) => violations.flatMap(({ id, impact }) => (/serious|critical/.test(impact) ? [id] : [])))',
  )
  expect(rules).toEqual(grave)
  expect(rules).toEqual(expect.arrayContaining(['color-contrast', 'label', 'select-name', 'link-name', 'list']))
})
