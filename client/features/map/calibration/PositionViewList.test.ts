import { expect, test } from 'vitest'
import { viewsByDay } from './PositionViewList.tsx'

const view = (from: Date) => ({
  account: 'a',
  name: 'Ann',
  at: 'map' as const,
  from: from.getTime(),
  to: from.getTime() + 1,
  cut: false,
})

test('[LK21] views are grouped by the day on which they began, newest first', () => {
  const days = viewsByDay([
    view(new Date(2026, 10, 21, 9)),
    view(new Date(2026, 10, 21, 0, 1)),
    view(new Date(2026, 10, 20, 23, 59)),
  ])
  expect(days.map(({ day, views }) => [day, views.length])).toEqual([
    ['Saturday, 21 November 2026', 2],
    ['Friday, 20 November 2026', 1],
  ])
  expect(viewsByDay([])).toEqual([])
})
