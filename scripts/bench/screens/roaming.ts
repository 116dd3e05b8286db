import type { Browser, Page } from 'playwright-core'
import { tracedTasks } from '../tracedTasks.ts'
import type { BenchedHub } from './hubOfCheckout.ts'

const wheelSteps = 8
const dragSteps = 20

/** Zooms in by the wheel, drags to and fro, and zooms out again. */
async function roam(page: Page, ms: number) {
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error(`${page.url()} shows no map.`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const wheel = async (by: number) => {
    await page.mouse.move(x, y)
    for (let step = 0; step < wheelSteps; step += 1) await page.mouse.wheel(0, by)
  }
  const drag = async (byX: number, byY: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + byX, y + byY, { steps: dragSteps })
    await page.mouse.up()
  }
  const begunAt = performance.now()
  do {
    await wheel(-120)
    await drag(-200, 120)
    await drag(260, -160)
    await wheel(120)
    await drag(-60, 40)
  } while (performance.now() - begunAt < ms)
}

/** The CPU time of each task of the whole page while a user moves and zooms the map of moving animals for `ms`, in ms. */
export async function measureRoaming(browser: Browser, { address, players, openWindow }: BenchedHub, ms: number) {
  const context = await openWindow(browser, 'owner')
  const page = await context.newPage()
  await page.goto(`${address}/map?probe`)
  const many = Math.floor(players * 0.6)
  await page.waitForFunction((count) => (window.__waterholeMap?.markers().length ?? 0) > count, many)
  await page.waitForLoadState('networkidle')
  const tasks = await tracedTasks(browser, () => roam(page, ms))
  await context.close()
  return tasks
}
