// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { myFights, type OwnFight } from '../../../shared/features/gameLog/queries.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { fightLabel, OwnFights } from './OwnFights.tsx'

const rex = '76561198000000001'
const animal = (species: string | null) => ({ species, gender: null, growth: 0.8 })
const fight = (more: Partial<OwnFight> = {}): OwnFight => ({
  key: '1',
  happenedAt: screenNow - 60_000,
  act: 'kill',
  by: 'player',
  own: animal('Carnotaurus'),
  other: animal('Allosaurus'),
  cause: null,
  ...more,
})

async function openFights(fights: readonly OwnFight[], counts: object | null, isRecorded = true) {
  const page = renderScreen(<OwnFights steamId={rex} />, {
    hello: signedIn('player'),
    documents: counts ? [given(fightRecord, rex, counts)] : [],
    queries: [answering(myFights, ({ limit }) => ({ fights: fights.slice(0, limit), next: null, isRecorded }))],
  })
  await page.settle()
  return page
}

test('[GV40] own kills and deaths are counted, and the last ones are sentences with the species drawn', async () => {
  const { settle } = await openFights(
    Array.from({ length: 8 }, (_, at) => fight({ key: String(at) })),
    { kills: 1_200, deaths: 3 },
  )
  expect(screen.getByText('1,200')).toBeDefined()
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toBe('As a Carnotaurus, you killed an Allosaurus.1 min ago')
  expect(first?.querySelector('svg')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await settle()
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
})

test('[GV41] each way to die is a sentence', () => {
  const death = { act: 'death' } as const
  expect(
    [
      fight({ ...death }),
      fight({ ...death, by: 'animal', other: animal(null) }),
      fight({ ...death, by: 'unclear', other: null }),
      fight({ ...death, by: 'nature', other: null, cause: 'Died from Natural cause' }),
      fight({ ...death, by: 'nature', other: null, cause: 'Drowned', own: animal(null) }),
      fight({ other: animal(null) }),
    ].map(fightLabel),
  ).toEqual([
    'As a Carnotaurus, you were killed by an Allosaurus.',
    'As a Carnotaurus, you were killed by an animal.',
    'As a Carnotaurus, you were killed.',
    'As a Carnotaurus, you died of natural causes.',
    'You died: Drowned.',
    'As a Carnotaurus, you killed another player.',
  ])
})

test('[GV42] without a fight the part says so; on a hub that never read a log it is not there', async () => {
  const { unmount } = await openFights([], {})
  expect(screen.getByText(/^None yet\./)).toBeDefined()
  unmount()
  await openFights([], {}, false)
  expect(screen.queryByText('Kills and deaths')).toBeNull()
})
