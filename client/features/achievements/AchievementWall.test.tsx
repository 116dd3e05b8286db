// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { achievementList, achievementRecord, categories } from '../../../shared/features/achievements/achievements.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { leaderboards } from '../../../shared/features/leaderboards/leaderboards.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AchievementsPanel } from './AchievementWall.tsx'
import { EarnedAchievements } from './EarnedAchievements.tsx'

const nightClock = { minutes: 0, at: screenNow, dayLengthMinutes: 60, nightLengthMinutes: 30 }

const record = {
  progress: {
    'play-1': { value: 1, at: screenNow - 86_400_000, paid: 100 },
    'kill-1': { value: 1, at: screenNow, paid: 0 },
    'play-10': { value: 6.6 },
    'shop-10000': { value: 1_200 },
  },
}

test('[ACH20] the wall shows all achievements by category, what was earned with its date, and how far the others are', () => {
  const { change } = renderScreen(<AchievementsPanel account="ann" />, {
    hello: signedIn('player'),
    documents: [given(economySettings, '', {}), given(leaderboards, '', { log: 'off' })],
  })
  expect(screen.getByText('Loading…')).toBeDefined()
  change(refusedDocument(achievementRecord, 'ann'))
  expect(screen.getByRole('alert')).toBeDefined()
  change(given(achievementRecord, 'ann', record))
  expect(screen.getByText(`of ${achievementList.length} earned`, { exact: false }).parentElement?.textContent).toMatch(
    /^2 /,
  )
  for (const category of categories) expect(screen.getByRole('region', { name: category })).toBeDefined()
  expect(screen.getAllByRole('article')).toHaveLength(achievementList.length)
  const card = (name: string) => screen.getByRole('heading', { name }).closest('article') as HTMLElement
  expect(card('Ashore').textContent).toMatch(/Earned on .*, 100 Void Pearls$/)
  expect(card('First blood').textContent).toMatch(/Earned on /)
  expect(within(card('Settler')).getByRole('progressbar').getAttribute('aria-valuetext')).toBe('6.6 of 10')
  expect(card('Good customer').textContent).toContain('1,200 of 10,000')
  expect(card('Seasoned hunter').textContent).toContain("Needs the game's log")
  change(given(leaderboards, '', { log: 'following' }))
  expect(within(card('Seasoned hunter')).getByRole('progressbar')).toBeDefined()
  expect(within(card('Night watch')).getByRole('progressbar')).toBeDefined()
  change(given(server, mainServer, { link: { name: 'up' } }))
  expect(card('Night watch').textContent).toContain('Needs the time of day')
  change(given(server, mainServer, { link: { name: 'up' }, clock: nightClock }))
  expect(within(card('Night watch')).getByRole('progressbar')).toBeDefined()
})

test('[ACH21] a guest is asked to sign in; the profile shows the latest that were earned', () => {
  renderScreen(<AchievementsPanel account={null} />).unmount()
  const { change } = renderScreen(<EarnedAchievements account="ann" />, {
    hello: signedIn('player'),
    documents: [given(achievementRecord, 'ann', {})],
  })
  expect(screen.getByText(/^None yet/)).toBeDefined()
  change(given(achievementRecord, 'ann', record))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.split(' ')[0])).toEqual([
    'First',
    'Ashore',
  ])
  expect(screen.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/games?tab=achievements')
})

test('[ACH1000] a large reward is written as on every other page', () => {
  renderScreen(<AchievementsPanel account="ann" />, {
    hello: signedIn('player'),
    documents: [
      given(economySettings, '', { achievements: { isOn: true, amount: 2_500 } }),
      given(achievementRecord, 'ann', {}),
    ],
  })
  expect(screen.getByText('Each one earns 2,500 Void Pearls, once.')).toBeDefined()
})

test('[ACH2355] a reward of one Void Pearl is promised in the singular', () => {
  renderScreen(<AchievementsPanel account="ann" />, {
    hello: signedIn('player'),
    documents: [
      given(economySettings, '', { achievements: { isOn: true, amount: 1 } }),
      given(achievementRecord, 'ann', {}),
    ],
  })
  expect(screen.getByText('Each one earns 1 Void Pearl, once.')).toBeDefined()
})

test('[ACH41] while currency is off no reward is promised', () => {
  const off = given(server, mainServer, { features: { realCurrency: false } })
  renderScreen(<AchievementsPanel account={null} />, { documents: [off] })
  expect(screen.queryByText(/Void Pearls/)).toBeNull()
  const { change } = renderScreen(<AchievementsPanel account="ann" />, {
    hello: signedIn('player'),
    documents: [given(economySettings, '', {}), given(achievementRecord, 'ann', {})],
  })
  expect(screen.getByText(/^Each one earns \d+ Void Pearls, once\.$/)).toBeDefined()
  change(off)
  expect(screen.getByText('No reward while currency is off.')).toBeDefined()
  expect(screen.queryByText(/^Each one earns/)).toBeNull()
})
