// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { createStore, Provider, useAtomValue } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ThemeKeeper } from './ThemeKeeper.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { cycleStepMs, cycleThemeAt, mapThemeAtom } from './themeAtom.ts'
import { type Theme, themes } from './themes.ts'

const MapTheme = () => <output>{useAtomValue(mapThemeAtom)}</output>

const page = (island: Theme, cycle: Theme | null = null) => (
  <Provider store={createStore()}>
    <ThemeKeeper island={island} cycle={cycle} />
    <ThemeMenu />
    <MapTheme />
  </Provider>
)

const choose = (legend: RegExp, name: RegExp) =>
  fireEvent.click(within(screen.getByRole('group', { name: legend })).getByRole('radio', { name }))
const onPage = () => document.documentElement.dataset.theme
const onMap = () => screen.getByRole('status').textContent

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('[TZ10] page and map follow the island, until the user fixes light or dark', () => {
  renderScreen(page('dawn'))
  expect([onPage(), onMap()]).toEqual(['dawn', 'dawn'])
  expect(document.documentElement.style.getPropertyValue('--ink')).toBe(themes.dawn.ink)
  choose(/^Theme/, /^Night/)
  expect([onPage(), onMap()]).toEqual(['night', 'night'])
  expect(document.documentElement.style.colorScheme).toBe('dark')
})

test('[TZ11] the time of day may tint the map alone', () => {
  renderScreen(page('dusk'))
  choose(/^Theme/, /^Day/)
  choose(/^Map theme/, /^Island time/)
  expect([onPage(), onMap()]).toEqual(['day', 'dusk'])
})

test('[TZ12] the page may follow the device, even when that changes', () => {
  const listeners: (() => void)[] = []
  const dark = {
    matches: true,
    addEventListener: (_: string, on: () => void) => listeners.push(on),
    removeEventListener() {},
  }
  vi.stubGlobal('matchMedia', () => dark)
  renderScreen(page('dawn'))
  choose(/^Theme/, /^Device/)
  expect(onPage()).toBe('night')
  dark.matches = false
  fireEvent.click(document.body)
  for (const listener of listeners) listener()
  return expect.poll(onPage).toBe('day')
})

test('[TZ13] a demo offers all themes in turn by name, for 30 s each; elsewhere there is no such choice', () => {
  const { unmount } = renderScreen(page('dawn', 'dusk'))
  expect(onPage()).toBe('dawn')
  choose(/^Theme/, /^Demo cycle/)
  expect(onPage()).toBe('dusk')
  unmount()
  expect([0, 1, 2, 3, 4].map((step) => cycleThemeAt(step * cycleStepMs))).toEqual([
    'dawn',
    'day',
    'dusk',
    'night',
    'dawn',
  ])
  expect([cycleStepMs, cycleThemeAt(cycleStepMs - 1)]).toEqual([30_000, 'dawn'])
  // Chosen in a demo, and now on a hub that is none.
  renderScreen(page('day'))
  expect(screen.queryByRole('radio', { name: /^Demo cycle/ })).toBeNull()
  expect(onPage()).toBe('day')
})

test('[TZ14] a night has stars and scratches, one of them, or neither', () => {
  renderScreen(page('night'))
  expect(document.documentElement.dataset.sky).toBe('both')
  choose(/^Night sky/, /^Stars/)
  expect(document.documentElement.dataset.sky).toBe('stars')
  choose(/^Theme/, /^Day/)
  expect(screen.queryByRole('group', { name: /^Night sky/ })).toBeNull()
})
