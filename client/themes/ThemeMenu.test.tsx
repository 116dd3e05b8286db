// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { createStore, Provider, useAtomValue } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ThemeKeeper, ThemeMenu } from './ThemeMenu.tsx'
import { mapThemeAtom } from './themeAtom.ts'
import { type Theme, themes } from './themes.ts'

const MapTheme = () => <output>{useAtomValue(mapThemeAtom)}</output>

const page = (island: Theme) => (
  <Provider store={createStore()}>
    <ThemeKeeper island={island} />
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

test('[TZ12] the page may follow the device, also when that changes', () => {
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
