// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const tabs = ['first', 'second', 'third'].map((key) => ({ key, name: key }))
/** A row of 150 px with tabs of 100 px each. */
function lay(this: HTMLElement) {
  const nth = tabs.findIndex(({ key }) => key === this.dataset.tab)
  const row = this.parentElement
  return (nth < 0 ? new DOMRect(0, 0, 150, 40) : new DOMRect(nth * 100 - (row?.scrollLeft ?? 0), 0, 100, 40)) as DOMRect
}

test('[TBV1] the chosen tab is scrolled into view in a row wider than the page, even where the address chose it', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(lay)
  const shown = (chosen: string) => (
    <Tabs label="Parts" tabs={tabs} chosen={chosen} onChoose={() => {}}>
      {chosen}
    </Tabs>
  )
  const { rerender } = render(shown('third'))
  const row = screen.getByRole('tablist')
  expect(row.scrollLeft).toBe(150)
  rerender(shown('first'))
  expect(row.scrollLeft).toBe(0)
  // It is clear of the side where the row goes on and fades.
  rerender(shown('second'))
  expect(row.scrollLeft).toBe(98)
})

test('[TBV2051] the chosen tab is still in view once fonts and counts have made the tabs wider, unless the user has scrolled the row', () => {
  let resized = () => {}
  vi.stubGlobal('ResizeObserver', function ResizeObserver(callback: () => void) {
    resized = callback
    return { observe() {}, disconnect: () => (resized = () => {}) }
  })
  let width = 40
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function lay(this: HTMLElement) {
    const nth = tabs.findIndex(({ key }) => key === this.dataset.tab)
    const scrolled = this.parentElement?.scrollLeft ?? 0
    return nth < 0 ? new DOMRect(0, 0, 150, 40) : new DOMRect(nth * width - scrolled, 0, width, 40)
  })
  render(
    <Tabs label="Parts" tabs={tabs} chosen="third" onChoose={() => {}}>
      third
    </Tabs>,
  )
  const row = screen.getByRole('tablist')
  expect(row.scrollLeft).toBe(0)
  width = 100
  resized()
  expect(row.scrollLeft).toBe(150)
  row.dispatchEvent(new Event('wheel'))
  row.scrollLeft = 0
  resized()
  expect(row.scrollLeft).toBe(0)
  vi.unstubAllGlobals()
})

test('[TBV2] a row wider than the page is marked at the sides where it goes on, and only there', () => {
  const widths = { scrollWidth: 300, clientWidth: 150 }
  for (const [name, px] of Object.entries(widths))
    vi.spyOn(HTMLElement.prototype, name as keyof typeof widths, 'get').mockImplementation(() => px)
  render(
    <Tabs label="Parts" tabs={tabs} chosen="first" onChoose={() => {}}>
      first
    </Tabs>,
  )
  const row = screen.getByRole('tablist')
  const marks = () => [row.hasAttribute('data-more-start'), row.hasAttribute('data-more-end')]
  const scrolled = [0, 80, 150].map((px) => {
    row.scrollLeft = px
    row.dispatchEvent(new Event('scroll'))
    return marks()
  })
  expect(scrolled).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ])
})
