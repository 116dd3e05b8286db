// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Link, useLocation } from 'wouter'
import { renderScreen } from '../testing/renderScreen.tsx'
import { FaultBoundary } from './FaultBoundary.tsx'
import { ScreenView } from './ScreenView.tsx'
import { prefetchScreens, type ScreenCode, screenOf } from './screenCode.ts'

const Lantern = () => (
  <main>
    <h1>Lantern</h1>
  </main>
)

const atOnce = (act: () => void) => act()

test('[FQ8] a screen opened while the hub is away says so, is not fetched, and opens when the hub is back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  const fetchScreen = vi.fn(async () => Lantern)
  const { connect } = renderScreen(<ScreenView title="Lantern" screen={screenOf(fetchScreen)} />, {
    connection: 'stale',
  })
  expect(screen.getByText("Can't reach the hub. Retrying…")).toBeDefined()
  expect(fetchScreen).not.toHaveBeenCalled()
  connect('live')
  expect(await screen.findByRole('heading', { name: 'Lantern' })).toBeDefined()
  vi.unstubAllGlobals()
})

test('[FQ27] where only the live connection is blocked, pages are fetched all the same', async () => {
  vi.stubGlobal('fetch', async () => new Response('the page'))
  renderScreen(<ScreenView title="Lantern" screen={screenOf(async () => Lantern)} />, { connection: 'stale' })
  expect(await screen.findByRole('heading', { name: 'Lantern' })).toBeDefined()
  vi.unstubAllGlobals()
})

test('[FQ9] a screen that was fetched before opens at once while the hub is away', async () => {
  const code = screenOf(async () => Lantern)
  await code.load()
  renderScreen(<ScreenView title="Lantern" screen={code} />, { connection: 'stale' })
  expect(screen.getByRole('heading', { name: 'Lantern' })).toBeDefined()
})

test('[FQ10] a fetch that fails is shown as a hub that is away, not as a fault of the page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  const code = screenOf(() => Promise.reject(new Error('the chunk did not arrive')))
  renderScreen(
    <FaultBoundary>
      <ScreenView title="Lantern" screen={code} />
    </FaultBoundary>,
  )
  expect(await screen.findByText("Can't reach the hub. Retrying…")).toBeDefined()
  expect(screen.queryByText('Something went wrong.')).toBeNull()
  vi.unstubAllGlobals()
})

test('[FQ11] a screen that throws is replaced by a sentence and a button that reloads', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('broken')
  }
  const code = screenOf(async () => Broken)
  await code.load()
  renderScreen(
    <FaultBoundary>
      <ScreenView title="Lantern" screen={code} />
    </FaultBoundary>,
  )
  expect(screen.getByText('Something went wrong.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  complain.mockRestore()
})

test('[FQ12] screens are fetched one after another while the browser is idle; a failure or a lost hub ends it', async () => {
  const order: string[] = []
  const named = (name: string, works = true) =>
    screenOf(async () => {
      order.push(name)
      if (!works) throw new Error('gone')
      return Lantern
    })
  await prefetchScreens([named('one'), named('two'), named('three', false), named('four')], {
    isOpen: () => true,
    whenIdle: atOnce,
  })
  expect(order).toEqual(['one', 'two', 'three'])
  await prefetchScreens([named('five'), named('six')], { isOpen: () => order.length < 4, whenIdle: atOnce })
  expect(order).toEqual(['one', 'two', 'three', 'five'])
})

test('[FQ13] another page begins at its title: the focus goes there; the first page leaves it alone', async () => {
  const [first, second] = ['Lantern', 'Mast'].map((title) =>
    screenOf(async () => () => (
      <main>
        <h1>{title}</h1>
      </main>
    )),
  ) as [ScreenCode, ScreenCode]
  const Site = () => {
    const [here] = useLocation()
    return (
      <>
        <Link href="/mast">Mast</Link>
        <ScreenView key={here} title={here} screen={here === '/mast' ? second : first} />
      </>
    )
  }
  renderScreen(<Site />)
  await screen.findByRole('heading', { name: 'Lantern' })
  expect(document.activeElement).toBe(document.body)
  const link = screen.getByRole('link', { name: 'Mast' })
  link.focus()
  fireEvent.click(link)
  const title = await screen.findByRole('heading', { name: 'Mast' })
  expect(document.activeElement).toBe(title)
})
