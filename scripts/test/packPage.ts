import type { Locator, Page } from 'playwright-core'

/** What is on the page of one's pack, by role and name, as a person finds it. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const code = (page: Page) => page.getByRole('status', { name: 'Pack code' })
export const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
export const memberRow = (page: Page, name: string): Locator => members(page).filter({ hasText: name })

export async function createPack(page: Page, name: string): Promise<string> {
  await page.getByLabel('Or begin your own').fill(name)
  await button(page, 'Create pack').click()
  return (await code(page).textContent()) ?? ''
}

export async function joinPack(page: Page, typed: string) {
  await page.getByLabel('Join by code').fill(typed)
  await button(page, 'Join pack').click()
}

export async function disband(page: Page) {
  await button(page, 'Disband pack').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disband the pack' }).click()
  await page.getByRole('heading', { name: 'You walk alone' }).waitFor()
}

const markersOf = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])
export const markerOf = async (page: Page, account: string) => (await markersOf(page)).find(({ id }) => id === account)
export const isDrawn = async (page: Page, account: string) => (await markerOf(page, account)) !== undefined

/** Presses the map beside its middle, px. */
export async function pressMap(page: Page, dx: number, dy: number, options: { button?: 'right' } = {}) {
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('There is no map to press')
  await page.mouse.click(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, options)
}
