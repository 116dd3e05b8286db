import { demoPersonas } from '../../../server/game/simulator/players.ts'
import type { Random } from '../../../server/game/simulator/random.ts'
import { breather } from './breather.ts'
import type { Page } from './page.ts'

/** Wants things of the game that must not happen twice, each with a mark of its own. */
export async function work(page: Page, random: Random, nextMark: () => string, stop: AbortSignal) {
  page.watch('deliveries/main', `ownDeliveries/${page.account}`, 'server/main')
  while (!stop.aborted) {
    const target = demoPersonas[Math.floor(random() * demoPersonas.length)]?.id ?? ''
    const dice = random()
    if (dice < 0.6) await page.give('deliveries.messagePlayer', { target, text: `Hello ${nextMark()}` })
    else if (dice < 0.9) await page.give('deliveries.broadcast', { text: `All ${nextMark()}` })
    else await page.give('deliveries.saveGame', {})
    await breather(100 + random() * 250, stop)
  }
}
