// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen, signedIn } from '../testing/renderScreen.tsx'
import { Confirm } from './Confirm.tsx'
import { Field } from './Field.tsx'
import { FilterBar } from './FilterBar.tsx'

function Players({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [text, setText] = useState('rex')
  const search = (next: string) => {
    onSearch(next)
    setText(next)
  }
  return (
    <>
      <FilterBar
        label="Players"
        search={{ value: text, onChange: search, hint: 'Name', longest: 5 }}
        isFiltered={text !== ''}
        onClear={() => setText('')}
      />
      <button type="button" onClick={() => setText('ann')}>
        Elsewhere
      </button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search players' })
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const alert = () => screen.queryByRole('alert')?.textContent ?? null

test('[WK3] a search that is too long stays in its field, is named as too long, and leaves the list as it was', () => {
  const onSearch = vi.fn()
  const hello = signedIn('owner')
  const first = renderScreen(<Players onSearch={onSearch} />, { hello })
  type('tyranno 🦖')
  expect([box().value, alert()]).toEqual(['tyranno 🦖', 'At most 5 characters. Remove 4.'])
  expect(box().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(onSearch).not.toHaveBeenCalled()
  first.unmount()
  const second = renderScreen(<Players onSearch={onSearch} />, { hello })
  expect(box().value).toBe('tyranno 🦖')
  type('tyran')
  expect(onSearch.mock.calls).toEqual([['tyran']])
  expect([box().value, alert(), box().getAttribute('aria-invalid')]).toEqual(['tyran', null, null])
  type('tyranno')
  fireEvent.click(screen.getByText('Elsewhere'))
  expect([box().value, alert()]).toEqual(['ann', null])
  second.unmount()
})

function KickReason({ onConfirm }: { readonly onConfirm: () => void }) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      title="Kick Rex?"
      action="Kick Rex"
      busyLabel={null}
      refusal={null}
      onConfirm={onConfirm}
      onCancel={vi.fn()}
    >
      <Field label="Reason" longest={5} value={reason} onValue={setReason} />
    </Confirm>
  )
}

test('[WK4] a question is confirmed only when its fields are right; the first wrong one gets the focus', () => {
  const onConfirm = vi.fn()
  renderScreen(<KickReason onConfirm={onConfirm} />)
  const reason = screen.getByLabelText('Reason')
  fireEvent.change(reason, { target: { value: 'Griefing' } })
  fireEvent.click(screen.getByRole('button', { name: 'Kick Rex' }))
  expect([document.activeElement, alert()]).toEqual([reason, 'At most 5 characters. Remove 3.'])
  expect(onConfirm).not.toHaveBeenCalled()
  fireEvent.change(reason, { target: { value: 'Grief' } })
  fireEvent.click(screen.getByRole('button', { name: 'Kick Rex' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
