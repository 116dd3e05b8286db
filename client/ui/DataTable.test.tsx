// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { DataTable } from './DataTable.tsx'
import type { Column, Sort } from './DataTableHead.tsx'
import { NumberedPager, Pager, usePaging } from './Pager.tsx'
import { columnsBeside, leastWidth } from './tableRoom.ts'
import { rowStep } from './tableRows.ts'

interface Ban {
  readonly name: string
  readonly reason: string
}

test('[UI6] a table has its columns in order, and labels and empty marks for narrow screens', () => {
  renderScreen(
    <DataTable<Ban>
      caption="Bans"
      columns={[
        { name: 'Name', isPlain: true, cell: ({ name }) => name },
        { name: 'Reason', cell: ({ reason }) => reason || '–', isEmpty: ({ reason }) => reason === '' },
      ]}
      rows={[
        { name: 'Rex', reason: 'too loud' },
        { name: 'Ann', reason: '' },
      ]}
      keyOf={({ name }) => name}
    />,
  )
  const table = within(screen.getByRole('table', { name: 'Bans' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Reason'])
  const cells = table.getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Rex', 'too loud', 'Ann', '–'])
  expect(cells.map((cell) => cell.dataset.label)).toEqual(['Name', 'Reason', 'Name', 'Reason'])
  expect(cells.map((cell) => cell.dataset.empty)).toEqual([undefined, undefined, undefined, 'true'])
  expect(cells.map((cell) => cell.dataset.plain)).toEqual(['true', undefined, 'true', undefined])
})

/** Pages that begin at 20 and 10; the search is chosen by a button. */
function Pages({ isLoading = false }: { readonly isLoading?: boolean }) {
  const [search, setSearch] = useState('all')
  const paging = usePaging<number>(search)
  const next = paging.before === null ? 20 : paging.before === 20 ? 10 : null
  return (
    <>
      <p>{`${search}: page ${paging.page} before ${paging.before}`}</p>
      <Pager paging={paging} next={next} isLoading={isLoading} />
      <button type="button" onClick={() => setSearch('kicks')}>
        Search
      </button>
      <button type="button" onClick={paging.newest}>
        Newest
      </button>
    </>
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[UI7] a pager goes to older pages and back, and no further than the ends', () => {
  renderScreen(<Pages />)
  expect(screen.getByText('all: page 1 before null')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true)
  press('Older')
  press('Older')
  expect(screen.getByText('all: page 3 before 10')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
  press('Newer')
  expect(screen.getByText('all: page 2 before 20')).toBeDefined()
  press('Newest')
  expect(screen.getByText('all: page 1 before null')).toBeDefined()
})

test('[UI8] another search begins at its first page', () => {
  renderScreen(<Pages />)
  press('Older')
  press('Search')
  expect(screen.getByText('kicks: page 1 before null')).toBeDefined()
})

test('[UI9] a pager waits for the present page, and is hidden while there is only one', () => {
  renderScreen(<Pages isLoading />)
  expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
  const paging = { before: null, page: 1, newer: () => {}, newest: () => {}, older: () => {} }
  renderScreen(<Pager paging={paging} next={null} isLoading={false} />)
  expect(screen.getAllByRole('button', { name: 'Older' })).toHaveLength(1)
})

test('[SK1] a numbered pager says which page is shown, leads back from behind the last one, and is hidden for a single page', () => {
  const asked: number[] = []
  const pager = (page: number, pages: number) => (
    <NumberedPager page={page} pages={pages} onPage={(next) => asked.push(next)} />
  )
  const { unmount } = renderScreen(pager(1, 3))
  expect(screen.getByText('Page 1 of 3')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
  press('Next')
  unmount()
  const behind = renderScreen(pager(9, 3))
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  press('Previous')
  expect(asked).toEqual([2, 3])
  behind.unmount()
  renderScreen(pager(1, 1))
  expect(screen.queryByRole('navigation')).toBeNull()
})

interface Player {
  readonly id: string
  readonly name: string
  readonly growth: number
}
const players: readonly Player[] = ['Ann', 'Bea', 'Cid'].map((name, at) => ({ id: `p${at}`, name, growth: at * 10 }))
const columns: readonly Column<Player>[] = [
  { name: 'Name', sortKey: 'name', cell: ({ name }) => name },
  { name: 'Growth', sortKey: 'growth', figures: true, cell: ({ growth }) => `${growth}%` },
]

/** A table whose rows are sorted, chosen and opened. */
function Players({
  onOpen,
  onDraw = () => {},
}: {
  readonly onOpen: (player: Player) => void
  readonly onDraw?: () => void
}) {
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [counted] = useState<readonly Column<Player>[]>(() => {
    const counting = () => {
      onDraw()
      return ''
    }
    return [...columns, { name: 'Drawn', cell: counting }]
  })
  return (
    <>
      <p>{`${sort.key} ${sort.descending ? 'down' : 'up'}; ${[...chosen].join()}`}</p>
      <DataTable
        caption="Players"
        columns={counted}
        rows={players}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        sort={sort}
        onSort={setSort}
        chosen={chosen}
        onChosen={setChosen}
        onOpen={onOpen}
      />
    </>
  )
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

test('[UI33] rows are one stop of the Tab key; arrows move, Enter opens, Space chooses', () => {
  const onOpen = vi.fn()
  renderScreen(<Players onOpen={onOpen} />)
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.getAttribute('tabindex'))).toEqual([
    '0',
    '-1',
    '-1',
  ])
  rowOf('Ann').focus()
  fireEvent.keyDown(rowOf('Ann'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(rowOf('Bea'))
  fireEvent.keyDown(rowOf('Bea'), { key: 'Enter' })
  expect(onOpen).toHaveBeenCalledWith(players[1])
  fireEvent.keyDown(rowOf('Bea'), { key: ' ' })
  expect(screen.getByText('name up; p1')).toBeDefined()
  expect(rowOf('Bea').getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(rowOf('Bea'), { key: 'End' })
  expect(document.activeElement).toBe(rowOf('Cid'))
  expect(rowStep('ArrowDown', 2, 2)).toBe(2)
  expect(rowStep('PageUp', 5, 300)).toBe(0)
  expect(rowStep('a', 0, 2)).toBeNull()
})

test('[UI1200] a table of rows that take the focus says which keys they know', () => {
  renderScreen(<Players onOpen={() => {}} />)
  const described = (table: HTMLElement) =>
    document.getElementById(table.getAttribute('aria-describedby') ?? '')?.textContent
  expect(described(screen.getByRole('grid', { name: 'Players' }))).toBe(
    'Arrow keys: other rows. Enter: open. Space: select.',
  )
  renderScreen(<DataTable caption="Opened" columns={columns} rows={players} keyOf={({ id }) => id} onOpen={() => {}} />)
  expect(described(screen.getByRole('grid', { name: 'Opened' }))).toBe('Arrow keys: other rows. Enter: open.')
  renderScreen(<DataTable caption="Read" columns={columns} rows={players} keyOf={({ id }) => id} />)
  expect(described(screen.getByRole('table', { name: 'Read' }))).toBeUndefined()
})

test('[UI34] a press opens a row, but not one on a control within it', () => {
  const onOpen = vi.fn()
  renderScreen(<Players onOpen={onOpen} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bea' }))
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('20%'))
  expect(onOpen).toHaveBeenCalledWith(players[2])
})

test('[UI35] headings sort: names from the first, figures from the largest, and turn on a second press', () => {
  renderScreen(<Players onOpen={() => {}} />)
  const heading = (name: string) => screen.getByRole('columnheader', { name })
  expect(heading('Name').getAttribute('aria-sort')).toBe('ascending')
  press('Growth')
  expect(heading('Growth').getAttribute('aria-sort')).toBe('descending')
  expect(heading('Name').getAttribute('aria-sort')).toBeNull()
  press('Growth')
  expect(heading('Growth').getAttribute('aria-sort')).toBe('ascending')
})

test('[UI36] all are chosen and let go at once, and choosing one row draws no other again', () => {
  const onDraw = vi.fn()
  renderScreen(<Players onOpen={() => {}} onDraw={onDraw} />)
  const drawn = onDraw.mock.calls.length
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ann' }))
  expect(onDraw.mock.calls.length).toBe(drawn + 1)
  const all = screen.getAllByRole('checkbox', { name: 'Select all 3' })[0] as HTMLInputElement
  expect(all.indeterminate).toBe(true)
  fireEvent.click(all)
  expect(screen.getByText('name up; p0,p1,p2')).toBeDefined()
  fireEvent.click(all)
  expect(screen.getByText('name up;')).toBeDefined()
})

test('[UI37] a table needs the fixed and least widths of its columns', () => {
  expect(leastWidth([{ width: '88px' }, { width: 'minmax(140px, 1.4fr)' }, {}])).toBe(88 + 140 + 160)
})

test('[UI700] beside a drawer spare columns are left out, the last first and the sorted one at the end; all stay if that is not enough', () => {
  const four = [
    { name: 'Name', width: 'minmax(120px, 1fr)' },
    { name: 'Tier', width: '80px', isSpare: true },
    { name: 'Status', width: '100px' },
    { name: 'Joined', width: '100px', sortKey: 'joined', isSpare: true },
  ]
  const shown = (roomPx: number, sortKey?: string) => columnsBeside(four, roomPx, sortKey).map(({ name }) => name)
  expect(shown(400)).toEqual(['Name', 'Tier', 'Status', 'Joined'])
  expect(shown(399)).toEqual(['Name', 'Tier', 'Status'])
  expect(shown(399, 'joined')).toEqual(['Name', 'Status', 'Joined'])
  expect(shown(220)).toEqual(['Name', 'Status'])
  expect(shown(219)).toEqual(['Name', 'Tier', 'Status', 'Joined'])
})

test('[UI701] a drawer that takes the room of columns leaves a table, without the columns that the drawer has, and its row in view', async () => {
  let widthPx = 600
  let resized = () => {}
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => widthPx)
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    document.documentElement.removeAttribute('data-has-drawer')
  })
  const spare: readonly Column<Player>[] = [...columns, { name: 'Id', isSpare: true, cell: ({ id }) => id }]
  renderScreen(<DataTable caption="Players" columns={spare} rows={players} keyOf={({ id }) => id} opened="p2" />)
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const isNarrow = () => document.querySelector('[data-narrow]') !== null
  const resize = (px: number, hasDrawer: boolean) => {
    widthPx = px
    document.documentElement.toggleAttribute('data-has-drawer', hasDrawer)
    act(() => resized())
  }
  expect([headings(), isNarrow()]).toEqual([['Name', 'Growth', 'Id'], false])
  expect(scrolled).not.toHaveBeenCalled()
  resize(350, true)
  expect([headings(), isNarrow()]).toEqual([['Name', 'Growth'], false])
  expect(scrolled.mock.contexts).toEqual([rowOf('Cid')])
  resize(300, true)
  expect([headings(), isNarrow()]).toEqual([['Name', 'Growth', 'Id'], true])
  resize(350, false)
  expect([headings(), isNarrow()]).toEqual([['Name', 'Growth', 'Id'], true])
  resize(600, false)
  expect([headings(), isNarrow()]).toEqual([['Name', 'Growth', 'Id'], false])
})
