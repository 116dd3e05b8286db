import { expect, test } from 'vitest'
import { uiTimeoutMs } from './site.ts'
import { openStaffSite } from './staff.ts'

const { openAs } = openStaffSite()

test.each(['/events?tab=schedule', '/map-settings'])(
  '[FQ1040] on a phone the map of %s ends where its room ends',
  async (path) => {
    const page = await openAs({ role: 'owner', path, width: 360 })
    const map = page.getByRole('application', { name: 'Island' })
    await map.waitFor()
    const roomBelow = () =>
      map.evaluate((surface) => {
        const frame = surface.closest('section')
        const bottomOf = (element: Element | null | undefined) => element?.getBoundingClientRect().bottom ?? 0
        return Math.round(bottomOf(frame?.parentElement) - bottomOf(frame))
      })
    await expect.poll(roomBelow, { timeout: uiTimeoutMs }).toBeGreaterThanOrEqual(0)
  },
)
