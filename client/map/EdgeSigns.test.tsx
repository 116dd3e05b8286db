// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen, screenNow } from '../testing/renderScreen.tsx'
import { EdgeSigns } from './EdgeSigns.tsx'
import { pingSignMs } from './edgePlacement.ts'
import { createMarkerLayer } from './markerLayer.ts'
import type { Scene } from './scene.ts'
import { createTracks } from './tracks.ts'

test('[LM302] the sign for a ping names its kind and who pinged, and goes after a minute without any other change', () => {
  vi.useFakeTimers({ now: screenNow })
  onTestFinished(() => void vi.useRealTimers())
  const markerLayer = createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: false }))
  const scene = { markerLayer, serverNow: () => Date.now() + 0.3 } as unknown as Scene
  const pings = [{ x: 1, y: 2, kind: 'danger', by: 'fern', name: 'Fern', at: screenNow - 10_000 }] as const
  const none = { current: null }
  renderScreen(
    <EdgeSigns scene={scene} hasWaypoint={false} pings={pings} withNames={false} surface={none} handle={none} />,
  )
  const sign = () => screen.queryByText('Danger')?.closest('button')
  expect(sign()?.textContent).toBe('Go to Danger, pinged by Fern, ')
  act(() => vi.advanceTimersByTime(pingSignMs - 10_001))
  expect(sign()).toBeDefined()
  act(() => vi.advanceTimersByTime(2))
  expect(sign()).toBeUndefined()
})
