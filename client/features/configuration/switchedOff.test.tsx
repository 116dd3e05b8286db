// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listings, marketPast } from '../../../shared/features/market/listing.ts'
import { hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { switchedOffText, switches, switchNames } from '../../../shared/features/settings/switches.ts'
import { routes } from '../../routes.tsx'
import { openPlaces } from '../../shell/places.ts'
import { given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { EventsArea } from '../events/EventsArea.tsx'
import { GamesScreen } from '../games/GamesScreen.tsx'
import { GiftButton } from '../gifts/GiftButton.tsx'
import { hiddenBy } from '../server/switchedOff.ts'
import { SwitchedOffScreen } from './SwitchedOffScreen.tsx'

// A hub without a code for the generator of challenges.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  return () => vi.unstubAllGlobals()
})

const off = (...names: string[]) => given(hubSettings, '', { off: Object.fromEntries(names.map((name) => [name, 1])) })

test('[SWO1] the pages of a switch are offered to no role while it is off, and there is a page of each address', () => {
  const paths = routes.map(({ path }) => path)
  for (const name of switchNames) {
    expect(paths).toEqual(expect.arrayContaining([...switches[name].pages]))
    const isHidden = (path: string) => hiddenBy(path, { [name]: 1 }) !== null
    const open = openPlaces(routes, { may: ['look', 'play', 'ownerPanel'], isDemo: true, isHidden })
    for (const page of switches[name].pages) expect(open.map(({ path }) => path)).not.toContain(page)
  }
})

test('[SWO2] an open page loses its controls when a feature is switched off, and has them again when it is on', () => {
  const { change } = renderScreen(
    <>
      <GiftButton name="Gift" />
      <EventsArea />
      <GamesScreen />
    </>,
    { hello: signedIn('player'), documents: [off()] },
  )
  const shown = () => [
    screen.queryByRole('button', { name: 'Gift' }) !== null,
    screen.queryByRole('complementary', { name: 'Events' }) !== null,
    screen.queryByRole('tab', { name: 'Dino Trivia' }) !== null,
    screen.queryByRole('tab', { name: 'Community Events' }) !== null,
  ]
  expect(shown()).toEqual([true, true, true, true])
  change(off('gifts', 'events', 'trivia'))
  expect(shown()).toEqual([false, false, false, false])
  change(off())
  expect(shown()).toEqual([true, true, true, true])
})

test('[SWO3] while the market is off its page says so, and a seller can withdraw what is listed but sell nothing', () => {
  renderScreen(<SwitchedOffScreen title="Market" name="market" />, {
    hello: signedIn('player'),
    documents: [given(listings, 'ann', {}), given(marketPast, 'ann', {})],
  })
  expect(screen.getByText(switchedOffText('market'), { exact: false })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /Sold/ }))
  expect(screen.queryByRole('button', { name: /Sell/ })).toBeNull()
})
