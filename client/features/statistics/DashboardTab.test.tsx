// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { dashboard } from '../../../shared/features/statistics/dashboard.ts'
import {
  dayCounts,
  readDays,
  readHeat,
  readHours,
  readLatency,
  readPlayersOnline,
  readRetention,
} from '../../../shared/features/statistics/queries.ts'
import { dayMs, hourMs } from '../../../shared/features/statistics/sums.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { DashboardTab } from './DashboardTab.tsx'

const known = (value: number) => ({ value, why: null })
const figures = {
  at: screenNow,
  playersOnline: known(112),
  mostPlayers: known(300),
  totalPlayers: known(5_230),
  newPlayersToday: known(17),
  commandsToday: known(42),
  outcomesToday: { confirmed: 40, manual: 2 },
  hubUptime: known(3 * dayMs),
  hubUpShare: known(100),
  sharesFrom: Date.UTC(2026, 10, 20, 12),
  linkLatency: known(0),
  gameUptime: known(5 * hourMs),
  databaseSize: known(412 * 1024 ** 2),
  backup: { at: known(screenNow - 2 * hourMs), isTried: true },
  cpu: known(83.4),
  networkIn: known(1_536),
  gameCpu: { value: null, why: 'No host is connected.' },
  revenue: { amounts: { EUR: 1_250, JPY: 400 }, why: null },
  activePatrons: { value: null, why: 'No account has a tier yet.' },
}

const firstAt = screenNow - 30 * dayMs
const times = [2, 1, 0].map((ago) => screenNow - ago * 300_000)
const series = (mean: (number | null)[]) => ({ mean, peak: mean })
const days = ['2026-11-20', '2026-11-21']
const none = { firstAt: null }
const zeros = Object.fromEntries(dayCounts.map((name) => [name, [null, null]])) as Record<
  (typeof dayCounts)[number],
  null[]
>
const percentiles = (...values: number[]) => ({ p50: values, p95: values, p99: values, count: values.map(() => 10) })

const queries = [
  answering(readPlayersOnline, () => ({
    times,
    stepMs: 300_000,
    now: series([90, 100, 110]),
    before: series([50, 50, 50]),
    most: 118,
    firstAt,
  })),
  answering(readHours, () => ({
    mean: Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (__, hour) => day * 24 + hour)),
    days: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 4)),
    firstAt,
  })),
  answering(readDays, () => ({
    days,
    counts: { ...zeros, players: [40, 60], newPlayers: [10, 15], returningPlayers: [30, 45] },
    outcomes: { confirmed: [8, 9], failed: [1, 2] },
    deliveries: [{ name: 'message', value: 20 }],
    species: [
      { name: 'Omniraptor', value: 30 },
      { name: '=Triceratops', value: 10 },
    ],
    gaps: [
      { name: 'under an hour', value: 6 },
      { name: '1 to 3 hours', value: 0 },
      { name: '3 to 12 hours', value: 0 },
      { name: '12 to 24 hours', value: 0 },
      { name: '1 to 2 days', value: 2 },
    ],
    fightsWhy: "The game's log is not connected.",
    firstAt,
  })),
  answering(readRetention, () => ({
    weeks: [
      { week: '2026-11-16', joined: 20, came: [7] },
      { week: '2026-11-09', joined: 50, came: [25, 10] },
    ],
    firstAt,
  })),
  answering(readHeat, () => ({ side: 32, squares: [{ x: 20, y: 16, hours: 4.5 }], until: screenNow, firstAt })),
  answering(readLatency, () => ({
    times,
    stepMs: 300_000,
    link: percentiles(20, 30, 40),
    delivery: percentiles(900, 1_000, 1_100),
    command: { ...percentiles(2, 4, 8), p50: [null, 2, 4], count: [null, 10, 10] },
    commandsUntimed: 1,
    firstAt,
  })),
]

// There is no canvas here: what is drawn is looked at in a browser.
vi.mock('../../ui/PlotCanvas.tsx', () => ({ PlotCanvas: () => null }))

/** Without it all panels are drawn at once. */
beforeEach(() => void vi.stubGlobal('IntersectionObserver', undefined))
afterEach(() => void vi.unstubAllGlobals())

const open = async (more: Parameters<typeof renderScreen>[1] = {}) => {
  const rendered = renderScreen(<DashboardTab />, {
    hello: signedIn('owner'),
    documents: [given(dashboard, mainServer, figures)],
    queries,
    ...more,
  })
  await rendered.settle()
  return rendered
}
const part = (name: string) => within(screen.getByRole('region', { name }))
const statOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent

test('[OP20] each figure has its label, and a dash with the reason where it is not known', async () => {
  await open()
  const labels = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)
  const wanted = 'Total revenue, Active patrons, Server uptime, Total players, New players today, RCON commands'
  const machine = 'Database size, Backup status, CPU, Memory, Disk, Network in, Network out, Active connections'
  for (const label of `${wanted}, ${machine}`.split(', ')) expect(labels).toContain(label)
  expect(part('Players online').getByText('112')).toBeDefined()
  expect(part('Players online').getByText('online now, of 300 slots')).toBeDefined()
  expect(statOf('Total revenue')).toBe('Total revenueEUR 12.50 · JPY 400from donations')
  expect(statOf('Active patrons')).toBe('Active patrons–No account has a tier yet.')
  expect(statOf('RCON commands')).toBe('RCON commands42since 00:00 UTC: 40 confirmed, 2 by hand')
  expect(statOf('Database size')).toBe('Database size432 MB')
  expect(statOf('Backup status')).toBe('Backup status2 h agoopened and checked')
  expect(statOf('Hub uptime')).toBe('Hub uptime3 dup 100% since 20 Nov')
  expect(statOf('Link latency')).toBe('Link latency< 1 ms')
  expect(statOf('Memory')).toBe('Memory–Not measured yet.')
  expect(statOf('Network in')).toBe('Network in1.54 kB/s')
  expect(statOf('Game machine')).toBe('Game machine–No host is connected.')
})

test('[OP21] the plot names its time and the time before, and a sentence compares them', async () => {
  await open()
  const panel = part('Players online')
  expect(panel.getByText(/These 24 hours/).textContent).toBe('These 24 hours 110')
  expect(panel.getByText(/The 24 hours before/, { selector: 'span' }).textContent).toBe('The 24 hours before 50')
  expect(
    panel.getByText(
      'On average, 100 players were online, and 118 at most. That is 100% more than the 24 hours before.',
    ),
  ).toBeDefined()
  fireEvent.change(panel.getByLabelText('Time'), { target: { value: 'week' } })
  expect(panel.getByText(/The week before/, { selector: 'span' })).toBeDefined()
})

test.each([
  ['panel', '100% is one core'],
  ['amp', '100% is the whole machine'],
] as const)('[OP2181] the CPU of the game is explained as its host counts it: %s, %s', async (adapter, whole) => {
  await open({
    documents: [
      given(dashboard, mainServer, { ...figures, gameCpu: known(148) }),
      given(gameHost, mainServer, { adapter }),
    ],
  })
  expect(statOf('Game CPU')).toBe(`Game CPU148%${whole}`)
})

test('[OP1905] one account is said in the singular', async () => {
  const { change } = await open({
    documents: [given(dashboard, mainServer, { ...figures, totalAccounts: known(1_204) })],
  })
  expect(statOf('Total players')).toContain('1,204 accounts')
  change(given(dashboard, mainServer, { ...figures, totalAccounts: known(1) }))
  expect(statOf('Total players')).toMatch(/1 account$/)
})

test('[OP22] each plot has a sentence, and its values as a table or in the page', async () => {
  await open()
  const said = (name: string, sentence: RegExp) => expect(part(name).getByText(sentence)).toBeDefined()
  said('Players by day and hour', /^Busiest on Sunday at 23:00 \(167 on average\), quietest on Monday at 00:00/)
  said('New and returning players', /^New players in this period: 25. On a usual day 25% of the players are new/)
  said('Commands to the game', /^Commands that ended in this period: 20. Successful: 85%/)
  said('Species played', /^Utahraptor is played most: 75% of all hours/)
  said('Time between visits', /^75% of the players who came back were away for less than a day/)
  said('Retention by week of joining', /^Of 50 new players, 50% came back in the week after they joined/)
  said('Where they are on the map', /^Hours of all animals together/)
  expect(part('Where they are on the map').getByText(/^F5, /)).toBeDefined()
  said('Link latency', /^30 measured\. Usually half took at most 30 ms; .* at most 40 ms/)
  said(
    'User command latency',
    /^20 measured\. Usually half took at most 4 ms; .* the leader measures.* and appear as –\.$/,
  )
  for (const name of ['Players online', 'New and returning players', 'Link latency', 'User command latency'])
    expect(part(name).getByText('Show as a table')).toBeDefined()
  expect(part('Species played').getAllByRole('row')).toHaveLength(3)
  expect(part('Retention by week of joining').getByText('20%')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^Download CSV: / }).length).toBeGreaterThanOrEqual(9)
})

test('[OP23] the file of a plot has all its values, and no text in it is a formula', async () => {
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => {
        saved.push(blob)
        return 'blob:file'
      }
      static override revokeObjectURL = () => {}
    },
  )
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV: Species played' }))
  const text = (await saved[0]?.text()) ?? ''
  // After the byte order mark.
  expect(text.slice(1)).toBe('"Name","Hours played"\r\n"Utahraptor",30\r\n"\'=Triceratops",10\r\n')
})

test('[OP24] deaths and kills that no log reports say what is missing', async () => {
  await open()
  const panel = part('Deaths and kills')
  expect(panel.getByText('Deaths and kills are not known.')).toBeDefined()
  expect(panel.getByText(/The game's log is not connected\./)).toBeDefined()
})

test('[OP25] a hub that has counted nothing says so in each panel, and from when there will be something', async () => {
  const nothing = [
    answering(readPlayersOnline, () => ({
      times,
      stepMs: 1,
      now: series([null]),
      before: series([null]),
      most: null,
      ...none,
    })),
    answering(readHours, () => ({ mean: [[null]], days: [[0]], ...none })),
    answering(readDays, () => ({
      days,
      counts: zeros,
      outcomes: {},
      deliveries: [],
      species: [],
      gaps: [],
      fightsWhy: null,
      ...none,
    })),
    answering(readRetention, () => ({ weeks: [], ...none })),
    answering(readHeat, () => ({ side: 32, squares: [], until: null, ...none })),
    answering(readLatency, () => ({
      times,
      stepMs: 1,
      link: percentiles(),
      delivery: percentiles(),
      command: percentiles(),
      commandsUntimed: 0,
      ...none,
    })),
  ]
  await open({ queries: nothing })
  for (const text of [
    'No players counted yet.',
    'No complete hour yet.',
    'No commands yet.',
    'No dinosaurs counted yet.',
    'No return visits counted yet.',
    'No deaths and kills yet.',
    'No new players counted yet.',
    'No crowds counted yet.',
    'No command to the game has ended yet.',
    'No command of a user has been timed yet.',
  ])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/The first hour is complete at/).length).toBe(2)
  expect(screen.getAllByText('Counting has begun.').length).toBeGreaterThan(0)
})

test('[OP26] a panel that is refused says why and can be asked again; the others stay', async () => {
  let isRefused = true
  const [online, ...others] = queries
  if (!online) return
  const broken = answering(readPlayersOnline, () =>
    isRefused
      ? refusal('tooFast', 'Wait a moment.')
      : { times, stepMs: 1, now: series([1]), before: series([]), most: 1, firstAt },
  )
  const { settle } = await open({ queries: [broken, ...others] })
  expect(part('Players online').getByText('Wait a moment.')).toBeDefined()
  expect(part('Link latency').getByText(/measured/)).toBeDefined()
  isRefused = false
  fireEvent.click(part('Players online').getByRole('button', { name: 'Retry' }))
  await settle()
  expect(part('Players online').queryByText('Wait a moment.')).toBeNull()
})
