// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { NumberField } from './NumberField.tsx'
import { Select } from './Select.tsx'
import { numberIn } from './textRules.ts'

const button = (name: string) => screen.getByRole('button', { name })

test('[UI1] a form submits once its fields are complete, and not while it is blocked or in flight', () => {
  const onSubmit = vi.fn()
  const state = { busyLabel: null as string | null, blocked: null as string | null, complete: false }
  const content = () => (
    <Form label="New note" action="Save note" onSubmit={onSubmit} {...state}>
      <Field label="Text" value="" onValue={() => {}} />
    </Form>
  )
  const submit = (next: Partial<typeof state>) => {
    Object.assign(state, next)
    const { unmount } = renderScreen(content())
    fireEvent.submit(screen.getByRole('form', { name: 'New note' }))
    unmount()
  }
  submit({})
  submit({ complete: true, blocked: 'This needs the hub.' })
  submit({ blocked: null, busyLabel: 'Saving' })
  expect(onSubmit).not.toHaveBeenCalled()
  submit({ busyLabel: null })
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('[UI2] a form says why it is blocked and why it was refused', () => {
  const onCancel = vi.fn()
  const onDismiss = vi.fn()
  renderScreen(
    <Form
      label="New note"
      action="Save note"
      busyLabel={null}
      blocked="This needs the hub."
      problem="Too long."
      onDismiss={onDismiss}
      onSubmit={() => {}}
      onCancel={onCancel}
    >
      {null}
    </Form>,
  )
  expect(button('Save note')).toHaveProperty('disabled', true)
  expect(document.getElementById(button('Save note').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This needs the hub.',
  )
  expect(screen.getByRole('alert').textContent).toBe('Too long.')
  fireEvent.click(button('Dismiss'))
  expect(onDismiss).toHaveBeenCalledOnce()
  fireEvent.click(button('Cancel'))
  expect(onCancel).toHaveBeenCalledOnce()
})

test('[UI3] a field is described by its hint and its problem', () => {
  renderScreen(<Field label="Name" hint="As in the game." problem="Not known." value="x" onValue={() => {}} />)
  const field = screen.getByLabelText('Name')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['As in the game.', 'Not known.'])
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

const lengths = [
  { key: 'day', name: '1 day' },
  { key: 'week', name: '1 week' },
] as const
function Length() {
  const [length, setLength] = useState<'day' | 'week'>('day')
  return <Select<'day' | 'week'> label="Length" options={lengths} value={length} onValue={setLength} />
}

test('[UI4] a select passes on the key of the chosen option', () => {
  renderScreen(<Length />)
  const select = screen.getByLabelText<HTMLSelectElement>('Length')
  expect([...select.options].map(({ text }) => text)).toEqual(['1 day', '1 week'])
  fireEvent.change(select, { target: { value: 'week' } })
  expect(select.value).toBe('week')
})

test('[UI5] a number field has its limits and keeps what is typed; text that is not a number is read as null', () => {
  const onValue = vi.fn()
  renderScreen(<NumberField label="Days" least={1} most={7} value="3" onValue={onValue} />)
  const field = screen.getByLabelText<HTMLInputElement>('Days')
  expect([field.type, field.min, field.max]).toEqual(['number', '1', '7'])
  fireEvent.change(field, { target: { value: '5' } })
  expect(onValue).toHaveBeenCalledWith('5')
  expect(['3', ' 4.5 ', '', '  ', 'many', 'Infinity'].map(numberIn)).toEqual([3, 4.5, null, null, null, null])
})
