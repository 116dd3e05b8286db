import { expect, test } from 'vitest'
import { runEconomies } from './economy.ts'

const runs = 40

test(`[ZE1] in ${runs} runs with faults of hub, store, link and game nothing is bought, redeemed, granted, undone or paid as a bonus twice, and nothing is lost`, async () => {
  const printed: string[] = []
  const { broken, sums } = await runEconomies({ seed: 1, runs }, (line) => printed.push(line))

  expect(broken, printed.join('\n')).toBe(0)
  // Otherwise the runs prove nothing.
  for (const what of ['bought', 'tooPoor', 'lost', 'done', 'released'])
    expect(sums[what], what).toBeGreaterThan(runs / 2)
  for (const what of ['undone', 'undoneSales', 'refunded', 'tooRich', 'bonuses', 'unsure'])
    expect(sums[what], what).toBeGreaterThan(runs / 10)
})
