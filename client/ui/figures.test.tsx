// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen, screenNow } from '../testing/renderScreen.tsx'
import { Card, CardGrid } from './CardGrid.tsx'
import { Countdown, clockOf } from './Countdown.tsx'
import { Plot } from './Plot.tsx'
import { Price } from './Price.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { RarityBadge, rarityNames } from './RarityBadge.tsx'
import { Stat, StatRow } from './Stat.tsx'
import { Tabs } from './Tabs.tsx'

// There is no canvas here: what is drawn is looked at in a browser.
vi.mock('./PlotCanvas.tsx', () => ({ PlotCanvas: () => null }))

test('[UI50] a countdown counts days, hours, minutes and the last second, and says when it is over', () => {
  expect(clockOf(51 * 3_600_000)).toBe('2 d 3 h')
  expect(clockOf(3_849_000)).toBe('1:04:09')
  expect(clockOf(249_000)).toBe('04:09')
  expect(clockOf(1)).toBe('00:01')
  const { unmount } = renderScreen(<Countdown label="Trivia" to={screenNow + 65_000} over="Open now" />)
  expect(screen.getByRole('timer').textContent).toBe('01:05')
  unmount()
  renderScreen(<Countdown label="Trivia" to={screenNow} over="Open now" />)
  expect(screen.getByRole('status').textContent).toBe('Open now')
})

test('[UI51] a price names its currency for screen readers, and says if it is too much', () => {
  renderScreen(<Price currency="voidPearls" amount={10_000} tooPoor />)
  expect(document.body.textContent).toBe('10,000 Void Pearlsnot enough')
})

test('[UI52] a rarity is a word and a shape of its own', () => {
  const shapes = Object.keys(rarityNames).map((rarity) => {
    const { unmount } = renderScreen(<RarityBadge rarity={rarity as keyof typeof rarityNames} />)
    const shape = document.querySelector('path')?.getAttribute('d')
    expect(document.body.textContent).toBe(rarityNames[rarity as keyof typeof rarityNames])
    unmount()
    return shape
  })
  expect(new Set(shapes).size).toBe(6)
})

test('[UI53] a bar says its value, and in words when it is low or critical', () => {
  const show = (value: number | null) => {
    const { unmount } = renderScreen(<ProgressBar label="Thirst" value={value} warnBelow={40} dangerBelow={20} />)
    const bar = screen.getByRole('progressbar', { name: 'Thirst' })
    const shown = [document.body.textContent, bar.getAttribute('value')]
    unmount()
    return shown
  }
  expect(show(82)).toEqual(['Thirst82%', '82'])
  expect(show(40)).toEqual(['Thirst40%', '40'])
  expect(show(39)).toEqual(['Thirstlow39%', '39'])
  expect(show(19)).toEqual(['Thirstcritical19%', '19'])
  expect(show(null)).toEqual(['Thirst', null])
})

test('[UI54] a figure that is not known is a dash, and only the percent sign has no space before it', () => {
  renderScreen(
    <StatRow label="Server">
      <Stat name="Online" value={120} detail="of 300 slots" />
      <Stat name="Tick rate" value={null} unit="Hz" />
      <Stat name="CPU" value={148} unit="%" />
    </StatRow>,
  )
  expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    '120',
    'of 300 slots',
    '– Hz',
    '148%',
  ])
})

test('[UI55] a plot has its latest values above it and all of them, the newest first, in the table behind it', async () => {
  const times = [0, 60_000, 120_000].map((after) => screenNow + after)
  renderScreen(
    <Plot
      label="Players"
      times={times}
      unit="online"
      series={[{ name: 'All', token: 'info', values: [4, null, 7] }]}
    />,
  )
  const figure = screen.getByRole('figure', { name: 'Players' })
  expect(figure.querySelector('figcaption')?.textContent).toContain('All 7 online')
  expect(screen.queryByRole('table')).toBeNull()
  const details = figure.querySelector('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  expect(screen.getByRole('table', { name: 'Players' })).toBeDefined()
  const cells = [...figure.querySelectorAll('td[data-figures]')].map(({ textContent }) => textContent)
  expect(cells).toEqual(['7 online', '–', '4 online'])
})

function SampleTabs() {
  const [chosen, setChosen] = useState<'a' | 'b' | 'c'>('a')
  const tabs = [
    { key: 'a', name: 'Dinosaurs' },
    { key: 'b', name: 'Skins' },
    { key: 'c', name: 'Listings' },
  ] as const
  return (
    <Tabs label="Market" tabs={tabs} chosen={chosen} onChoose={setChosen}>
      <p>{chosen}</p>
    </Tabs>
  )
}

test('[UI56] arrows, Home and End go from tab to tab', () => {
  renderScreen(<SampleTabs />)
  const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
  screen.getByRole('tab', { name: 'Dinosaurs' }).focus()
  key('ArrowLeft')
  expect(document.activeElement?.textContent).toBe('Listings')
  key('Home')
  expect(document.activeElement?.textContent).toBe('Dinosaurs')
  key('End')
  expect(screen.getByRole('tabpanel', { name: 'Listings' }).textContent).toBe('c')
})

test('[UI57] a card opens by its title, and its action is a control of its own', () => {
  const opened: string[] = []
  const bought: string[] = []
  renderScreen(
    <CardGrid
      label="Shop"
      rows={['Troodon', 'Allosaurus']}
      keyOf={(name) => name}
      card={(name) => (
        <Card
          title={name}
          onOpen={() => opened.push(name)}
          foot={
            <button type="button" onClick={() => bought.push(name)}>
              Buy {name}
            </button>
          }
        />
      )}
    />,
  )
  expect(screen.getByRole('list', { name: 'Shop' }).children).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Allosaurus' }))
  fireEvent.click(screen.getByRole('button', { name: 'Buy Troodon' }))
  expect(opened).toEqual(['Allosaurus'])
  expect(bought).toEqual(['Troodon'])
})
