// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { DataTable } from './DataTable.tsx'
import { Pager, usePaging } from './Pager.tsx'

interface Ban {
  readonly name: string
  readonly reason: string
}

test('[UI6] a table has its columns in order, and labels and empty marks for narrow screens', () => {
  renderScreen(
    <DataTable<Ban>
      caption="Bans"
      columns={[
        { name: 'Name', cell: ({ name }) => name },
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
