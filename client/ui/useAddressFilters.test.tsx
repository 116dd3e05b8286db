// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderScreen } from '../testing/renderScreen.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filtersOf, useAddressFilters, withFilters } from './useAddressFilters.ts'

const Filter = z.object({
  text: z.string().max(20).default(''),
  page: z.int().min(1).default(1),
  group: z.enum(['online', 'known']).default('online'),
  diets: z.array(z.enum(['carnivore', 'herbivore'])).default([]),
  low: z.boolean().default(false),
})
const read = (address: string) => filtersOf(Filter, new URLSearchParams(address))

test('[UI30] filters are read from the address; what the schema refuses counts as its default', () => {
  expect(read('')).toEqual({ text: '', page: 1, group: 'online', diets: [], low: false })
  expect(read('text=42&page=3&group=known&diets=carnivore,herbivore&low=true')).toEqual({
    text: '42',
    page: 3,
    group: 'known',
    diets: ['carnivore', 'herbivore'],
    low: true,
  })
  expect(read('text=ten+thousand+letters+too+many&page=0&group=dead&diets=stone&low=perhaps')).toEqual(read(''))
})

test('[UI31] the address holds what differs from the defaults, and parameters of others stay', () => {
  const address = new URLSearchParams('tab=log&group=known')
  const next = withFilters(Filter, address, { text: 'Rex & "Ann" ☃', diets: ['herbivore'], page: 1 })
  expect(next.get('tab')).toBe('log')
  expect(next.has('page')).toBe(false)
  expect(next.has('group')).toBe(false)
  expect(filtersOf(Filter, new URLSearchParams(next.toString()))).toEqual({
    ...read(''),
    text: 'Rex & "Ann" ☃',
    diets: ['herbivore'],
  })
})

function Filters() {
  const { filters, isFiltered, setFilters, clearFilters } = useAddressFilters(Filter)
  return (
    <FilterBar
      label="Players"
      search={{ value: filters.text, onChange: (text) => setFilters({ text, page: 1 }), hint: 'Name' }}
      found={`${filters.group}, page ${filters.page}`}
      isFiltered={isFiltered}
      onClear={clearFilters}
    >
      <button type="button" onClick={() => setFilters({ group: 'known' })}>
        Known
      </button>
    </FilterBar>
  )
}

test('[UI32] typing and choosing change the address, and clearing empties it', () => {
  const { address } = renderScreen(<Filters />, { path: '/players?page=4' })
  expect(screen.getByRole('status').textContent).toBe('online, page 4')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search players' }), { target: { value: 'Rex' } })
  fireEvent.click(screen.getByRole('button', { name: 'Known' }))
  expect(screen.getByRole('status').textContent).toBe('known, page 1')
  expect(address()).toBe('/players?text=Rex&group=known')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toMatch(/^\/players\??$/)
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})
