// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readPlayersOnline, readRetention } from '../../../shared/features/statistics/queries.ts'
import { answering, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { OnlinePlot } from './OnlinePlot.tsx'
import { RetentionPanel } from './RetentionPanel.tsx'

// There is no canvas here.
vi.mock('../../ui/PlotCanvas.tsx', () => ({ PlotCanvas: () => null }))

test('[OP2357] one player online and one new player are said in the singular', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  const online = { mean: [1, 1], peak: [1, 1] }
  const firstAt = screenNow - 30 * 86_400_000
  const shown = renderScreen(
    <>
      <OnlinePlot />
      <RetentionPanel />
    </>,
    {
      hello: signedIn('owner'),
      queries: [
        answering(readPlayersOnline, () => ({
          times: [screenNow - 300_000, screenNow],
          stepMs: 300_000,
          now: online,
          before: online,
          most: 1,
          firstAt,
        })),
        answering(readRetention, () => ({ weeks: [{ week: '2026-11-09', joined: 1, came: [1, 1] }], firstAt })),
      ],
    },
  )
  await shown.settle()
  expect(screen.getByText(/^On average, 1 player was online, and 1 at most\./)).toBeDefined()
  expect(screen.getByText(/^Of 1 new player, 100% came back/)).toBeDefined()
  vi.unstubAllGlobals()
})
