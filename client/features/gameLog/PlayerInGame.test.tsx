// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { fightRecord, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { searchChat, searchKills, searchVisits } from '../../../shared/features/gameLog/queries.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { PlayerInGame } from './PlayerInGame.tsx'

const rex = { id: '76561198000000001', name: 'Rex' }
const mia = { id: '76561198000000002', name: 'Mia' }
const animal = { species: 'Carnotaurus', gender: null, growth: 0.8 }
const found = <Row extends object>(...rows: readonly Row[]) => ({
  rows: rows.map((row, at) => ({ key: String(at), row })),
  next: null,
  searchedTo: null,
})
const happened = (minutesAgo: number) => ({ server: mainServer, happenedAt: screenNow - minutesAgo * 60_000 })

async function openPart({ state = 'following', isEmpty = false } = {}) {
  const asked: unknown[] = []
  const page = renderScreen(<PlayerInGame id={rex.id} />, {
    hello: signedIn('moderator'),
    documents: [
      given(fightRecord, rex.id, isEmpty ? {} : { kills: 1, deaths: 2 }),
      given(logLink, mainServer, { state: state as 'off' }),
    ],
    queries: [
      answering(searchKills, (input) => {
        asked.push(input)
        const kill = {
          ...happened(1),
          by: 'player' as 'player' | 'nature',
          killer: rex as typeof rex | null,
          killerAnimal: animal as typeof animal | null,
          victim: mia,
          victimAnimal: animal,
          location: null,
          cause: null,
        }
        const death = { ...kill, ...happened(3), by: 'nature' as const, killer: null, killerAnimal: null, victim: rex }
        return isEmpty ? found() : found(kill, { ...kill, ...happened(4), killer: mia, victim: rex }, death)
      }),
      answering(searchChat, () =>
        isEmpty ? found() : found({ ...happened(2), channel: 'global' as const, group: null, player: rex, text: 'gg' }),
      ),
      answering(searchVisits, () => {
        const left = { act: 'leave' as const, player: rex, animal, save: null, isSafe: false, afterFightMs: 12_000 }
        return isEmpty ? found() : found({ ...happened(0), ...left })
      }),
    ],
  })
  await page.settle()
  return { ...page, asked }
}

test('[GV50] the drawer shows the last lines of a player, newest first, with the counts and the way to all of them', async () => {
  const { asked } = await openPart()
  expect(screen.getByText('1 kill · 2 deaths')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Left 12 s after a kill, without restingJust now',
    'Killed Mia (Carnotaurus)1 min ago',
    'Global: “gg”2 min ago',
    'Died: natural causes3 min ago',
    'Killed by Mia (Carnotaurus)4 min ago',
  ])
  expect(asked).toMatchObject([{ player: rex.id }])
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/game-log?of=${rex.id}`)
})

test('[GV51] a player of whom the log reports nothing has an empty part, and none where no log is connected', async () => {
  const { unmount } = await openPart({ isEmpty: true })
  expect(screen.getByText("Nothing in the game's log yet.")).toBeDefined()
  unmount()
  await openPart({ isEmpty: true, state: 'off' })
  expect(screen.queryByText('In the game')).toBeNull()
})
