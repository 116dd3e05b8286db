// @vitest-environment happy-dom
// One file because its tests open the same screen on the same log, each with another fault or reader.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { logFeed, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { searchAdminActs, searchChat, searchKills, searchVisits } from '../../../shared/features/gameLog/queries.ts'
import { replaySpan } from '../../../shared/features/replay/queries.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { PlayerDrawer } from '../players/PlayerDrawer.tsx'
import { GameLogScreen } from './GameLogScreen.tsx'

const rex = { id: '76561198000000001', name: 'Rex' }
const mia = { id: '76561198000000002', name: 'Mia' }
const animal = (species: string, growth = 0.8) => ({ species, gender: 'Male' as const, growth })
const pageOf = <Row,>(rows: readonly Row[], next: number | null = null) => ({
  rows: rows.map((row, at) => ({ key: String(rows.length - at), row })),
  next,
  searchedTo: next === null ? null : screenNow,
})
const kill = (more: object = {}) => ({
  server: mainServer,
  happenedAt: screenNow - 300_000,
  by: 'player' as const,
  killer: rex as { id: string; name: string } | null,
  killerAnimal: animal('Carnotaurus') as ReturnType<typeof animal> | null,
  victim: mia,
  victimAnimal: animal('Dryosaurus', 0.3),
  location: null as { x: number; y: number; z: number } | null,
  cause: null as string | null,
  ...more,
})
const visit = (more: object = {}) => ({
  server: mainServer,
  happenedAt: screenNow,
  act: 'leave' as const,
  player: rex,
  animal: animal('Carnotaurus'),
  save: null,
  isSafe: false as boolean | null,
  afterFightMs: null as number | null,
  ...more,
})
const message = (text: string) => ({
  server: mainServer,
  happenedAt: screenNow,
  channel: 'admin' as const,
  group: null,
  player: rex,
  text,
})
const linkIs = (link: object) => given(logLink, mainServer, { state: 'following', ...link })
const feedOf = (...kinds: readonly ('kill' | 'chat')[]) =>
  given(logFeed, mainServer, {
    lines: Object.fromEntries(
      kinds.map((kind, at) => [
        String(at).padStart(3, '0'),
        kind === 'chat'
          ? { kind, at: 1, channel: 'global' as const, group: null, player: rex, text: 'hi' }
          : {
              kind,
              at: 1,
              by: 'player' as const,
              killer: rex,
              killerAnimal: animal('Carnotaurus'),
              victim: mia,
              victimAnimal: animal('Dryosaurus'),
              location: null,
            },
      ]),
    ),
  })

interface Shown {
  readonly role?: Role
  readonly path?: string
  readonly link?: object
  readonly kills?: () => ReturnType<typeof pageOf<ReturnType<typeof kill>>> | ReturnType<typeof refusal>
  readonly connection?: 'live' | 'stale'
}

async function openScreen({ role = 'admin', path = '/game-log', link = {}, kills, connection = 'live' }: Shown = {}) {
  const asked: unknown[] = []
  const note =
    <Input, Output>(answer: (input: Input) => Output) =>
    (input: Input) => {
      asked.push(input)
      return answer(input)
    }
  const page = renderScreen(
    <>
      <GameLogScreen />
      <PlayerDrawer />
    </>,
    {
      hello: signedIn(role),
      path,
      connection,
      documents: [linkIs(link), feedOf('kill')],
      queries: [
        answering(searchKills, note(kills ?? (() => pageOf([kill()])))),
        answering(
          searchChat,
          note(() => pageOf([message('an admin please')])),
        ),
        answering(
          searchVisits,
          note(({ afterFight }) =>
            pageOf([visit({ afterFightMs: 12_000 }), ...(afterFight ? [] : [visit({ isSafe: true })])]),
          ),
        ),
        answering(
          searchAdminActs,
          note(() =>
            pageOf([
              {
                server: mainServer,
                happenedAt: screenNow,
                by: 'panel' as const,
                act: 'Heal',
                admin: rex,
                target: mia,
                before: '50%',
                after: '100%',
              },
              {
                server: mainServer,
                happenedAt: screenNow,
                by: 'rcon' as const,
                act: 'KickPlayer',
                admin: null,
                target: null,
                before: null,
                after: null,
              },
            ]),
          ),
        ),
        answering(replaySpan, () => ({
          spans: [{ from: screenNow - 600_000, until: screenNow }],
          keptMs: 3_600_000,
          truncated: null,
        })),
      ],
    },
  )
  await page.settle()
  await page.settle()
  return { ...page, asked }
}
afterEach(() => void vi.useRealTimers())

const rows = () => screen.getAllByRole('row').slice(1)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[GV10] a kill has both players, their animals, and how long ago; the exact time is its title', async () => {
  await openScreen({ role: 'moderator' })
  const [row] = rows()
  expect(row?.textContent).toBe('5 min agoRexCarnotaurus, 80%MiaDryosaurus, 30%')
  expect(row?.querySelector('time')?.title).toMatch(/21 November 2026/)
  expect(row?.querySelectorAll('svg')).toHaveLength(2)
  expect(screen.queryByRole('columnheader', { name: 'Place' })).toBeNull()
})

test('[GV11] staff who see all positions read the place of a kill in words, and open its moment on the map where it is recorded', async () => {
  const location = { x: 0, y: 0, z: 0 }
  const late = kill({ location, happenedAt: screenNow - 3_600_000 })
  await openScreen({ kills: () => pageOf([kill({ location }), late]) })
  expect(rows()[0]?.textContent).toMatch(/[A-H][1-8], (?:near )?[A-Z]/)
  const links = screen.getAllByRole('link', { name: 'Show on map' })
  expect(links.map((one) => one.getAttribute('href'))).toEqual([`/replay?at=${screenNow - 310_000}`])
})

test('[GV12] deaths without a killer, unclear killers and erased players are put into words', async () => {
  const nobody = { killer: null, killerAnimal: null }
  await openScreen({
    kills: () =>
      pageOf([
        kill({ ...nobody, by: 'nature', cause: 'Died from Natural cause' }),
        kill({ ...nobody, by: 'animal', killerAnimal: animal('Omniraptor') }),
        kill({ ...nobody, by: 'unclear' }),
        kill({ killer: { id: '[erased]', name: '' } }),
      ]),
  })
  expect(rows().map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual([
    'Natural causes',
    'An animalUtahraptor, 80%',
    'Not clear who',
    'Erased playerCarnotaurus, 80%',
  ])
  expect(
    within(rows()[3] as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Mia'])
})

test('[GV13] new lines are announced and do not move what is read; lines of another tab ask nothing', async () => {
  vi.useFakeTimers()
  let found = pageOf([kill()])
  const { change, asked } = await openScreen({ kills: () => found })
  await pass(1_000)
  const before = asked.length
  change(feedOf('kill', 'chat'))
  await pass(5_000)
  expect(asked).toHaveLength(before)
  found = pageOf([kill({ killer: mia }), kill({ killer: mia }), kill()])
  change(feedOf('kill', 'chat', 'kill'))
  await pass(1_000)
  expect(rows()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 new' }))
  expect(rows()).toHaveLength(3)
})

test('[GV14] lines that never pause are still asked for once a second', async () => {
  vi.useFakeTimers()
  const { change, asked } = await openScreen()
  await pass(1_000)
  const before = asked.length
  for (let n = 1; n <= 12; n += 1) {
    change(feedOf(...Array.from({ length: n + 1 }, () => 'kill' as const)))
    await pass(250)
  }
  expect(asked.length - before).toBe(3)
})

test('[GV15] the first line after an empty page is shown at once', async () => {
  vi.useFakeTimers()
  let found = pageOf<ReturnType<typeof kill>>([])
  const { change } = await openScreen({ kills: () => found })
  expect(screen.getByText('No deaths yet.')).toBeDefined()
  found = pageOf([kill()])
  change(feedOf('kill', 'kill'))
  await pass(1_000)
  expect(rows()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
})

test('[GV16] leaving after a kill is a hint for staff, and the filter is in the address', async () => {
  vi.useFakeTimers()
  const { address, asked } = await openScreen({ path: '/game-log?tab=visits' })
  expect(rows().map((row) => row.textContent)).toEqual([
    'Just nowRexLeftCarnotaurus, 80%Left 12 s after a kill, without resting',
    'Just nowRexLeftCarnotaurus, 80%Rested first',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Left within a minute of a kill' }))
  expect(address()).toBe('/game-log?tab=visits&afterFight=true')
  await pass(400)
  expect(asked.at(-1)).toMatchObject({ afterFight: true })
  expect(rows()).toHaveLength(1)
})

test('[GV17] channel, player and words are filters of the address; the tab stays when they are cleared', async () => {
  vi.useFakeTimers()
  const path = `/game-log?tab=chat&channel=admin&of=${rex.id}&text=please`
  const { address, asked } = await openScreen({ path })
  expect(asked).toMatchObject([{ text: 'please', player: rex.id, channel: 'admin' }])
  expect(rows()[0]?.textContent).toBe('Just nowAdminsRexan admin please')
  expect(screen.getByRole('button', { name: 'Player and time: player set' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/game-log?tab=chat')
  fireEvent.click(screen.getByRole('tab', { name: 'Admin commands' }))
  await pass(400)
  expect(rows().map((row) => row.textContent)).toEqual(['Just nowRexHealMia50% → 100%', 'Just nowRCONKickPlayer'])
})

test('[GV18] a name opens the player drawer', async () => {
  const { address } = await openScreen()
  fireEvent.click(screen.getByRole('button', { name: 'Mia' }))
  expect(address()).toContain(`player=${mia.id}`)
})

test('[GV19] without a log the page says what it would show and how an owner connects it', async () => {
  const { change, settle } = await openScreen({
    link: { state: 'off' },
    kills: () => pageOf<ReturnType<typeof kill>>([]),
  })
  expect(screen.getByText("The game's log isn't connected.")).toBeDefined()
  expect(screen.getByRole('tabpanel').textContent).toContain('An owner sets GAME_LOG to the folder of TheIsle.log')
  expect(screen.queryByText('No deaths yet.')).toBeNull()
  change(linkIs({ state: 'opening', place: '/srv/isle/Logs' }))
  await settle()
  expect(screen.getByText(/Opening the game's log in \/srv\/isle\/Logs…/)).toBeDefined()
})

test('[GV20] lines of a log that is connected no more stay, with the note', async () => {
  await openScreen({ link: { state: 'off' } })
  expect(rows()).toHaveLength(1)
  expect(screen.getByText("The game's log isn't connected.")).toBeDefined()
})

test('[GV21] a log that fails says why and since when; its lines stay', async () => {
  const why = 'There is no TheIsle.log in /srv/isle/Logs.'
  await openScreen({ link: { state: 'failing', why, since: screenNow - 300_000 } })
  expect(screen.getByRole('main').textContent).toContain(`${why} Nothing new has come since 5 min ago`)
  expect(rows()).toHaveLength(1)
})

test('[GV95] lines that were lost or could not be read are shown above lines that look whole', async () => {
  await openScreen({ link: { lostAt: screenNow - 300_000, unreadable: 1_200 } })
  const said = screen.getByRole('main').textContent
  expect(said).toContain(
    'The log was emptied or removed before the hub had read all of it. This was noticed 5 min ago.',
  )
  expect(said).toContain("1,200 lines couldn't be read in full since the hub started")
  expect(rows()).toHaveLength(1)
})

test('[GV22] chat that is switched off says so, on its tab alone', async () => {
  await openScreen({ link: { chat: false }, path: '/game-log?tab=chat' })
  expect(screen.getByText("Chat isn't recorded.")).toBeDefined()
  fireEvent.click(screen.getByRole('tab', { name: 'Kills' }))
  expect(screen.queryByText("Chat isn't recorded.")).toBeNull()
})

test('[GV23] refused, stale and away are different states', async () => {
  const refusedScreen = await openScreen({ kills: () => refusal('forbidden', 'Not any more.') })
  expect(screen.getByText('Not any more.')).toBeDefined()
  expect(screen.queryByText('No deaths yet.')).toBeNull()
  refusedScreen.unmount()
  const away = await openScreen({ connection: 'stale' })
  expect(screen.getByText(/^This page opens as soon as the hub answers/)).toBeDefined()
  away.unmount()
  const { connect } = await openScreen()
  connect('stale')
  expect(screen.getByTestId('stale')).toBeDefined()
  expect(rows()).toHaveLength(1)
})

test('[GV24] users without the permission read what is missing, and nothing is asked', async () => {
  const { asked } = await openScreen({ role: 'player' })
  expect(screen.getByText(/^You need “/)).toBeDefined()
  expect(asked).toEqual([])
})
