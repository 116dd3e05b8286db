// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, renderScreen, screenNow } from '../../testing/renderScreen.tsx'
import { ThemeMenu } from '../../themes/ThemeMenu.tsx'
import { IslandTheme } from './GameClock.tsx'

const atHour = (hour: number) =>
  given(server, mainServer, {
    link: { name: 'up' },
    readAt: screenNow,
    clock: { minutes: hour * 60, at: screenNow, dayLengthMinutes: 90, nightLengthMinutes: 20 },
  })
const themeNow = () => document.documentElement.dataset.theme

afterEach(() => localStorage.clear())

test('[FK6] the page goes through the themes with the day of the game; a theme that the user fixed stays through it', () => {
  const page = (
    <>
      <IslandTheme />
      <ThemeMenu />
    </>
  )
  const { change } = renderScreen(page, { documents: [atHour(6)] })
  const throughTheDay = () =>
    [6, 12, 18, 22].map((hour) => {
      change(atHour(hour))
      return themeNow()
    })
  expect(throughTheDay()).toEqual(['dawn', 'day', 'dusk', 'night'])
  const themes = within(screen.getByRole('group', { name: 'Theme' }))
  fireEvent.click(themes.getByRole('radio', { name: /^Day\./ }))
  expect(throughTheDay()).toEqual(['day', 'day', 'day', 'day'])
  fireEvent.click(themes.getByRole('radio', { name: /^Night\./ }))
  expect(throughTheDay()).toEqual(['night', 'night', 'night', 'night'])
  fireEvent.click(themes.getByRole('radio', { name: /^Island time\./ }))
  expect(themeNow()).toBe('night')
  change(atHour(12))
  expect(themeNow()).toBe('day')
})
