// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { Checkbox, CheckboxGroup } from './Checkbox.tsx'
import { DateTimeField, momentIn } from './DateTimeField.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { NumberField } from './NumberField.tsx'
import { Select } from './Select.tsx'

const button = (name: string) => screen.getByRole('button', { name })

interface FormState {
  readonly busyLabel?: string | null
  readonly blocked?: string | null
  readonly refused?: string | null
}

/** A form with two fields, of which both have to be filled in. */
function Note({ onSubmit, busyLabel = null, blocked = null, refused = null }: FormState & { onSubmit: () => void }) {
  const [text, setText] = useState('')
  const [days, setDays] = useState('')
  return (
    <Form label="New note" action="Save note" busyLabel={busyLabel} blocked={blocked} onSubmit={onSubmit}>
      <Field label="Text" needed="Enter a text." longest={10} problem={refused} value={text} onValue={setText} />
      <NumberField
        label="Days"
        needed="Enter the number of days."
        step={1}
        least={1}
        most={7}
        value={days}
        onValue={setDays}
      />
    </Form>
  )
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'New note' }))
const problems = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('[UI1] a form with wrong fields is not submitted: each says why, and the first gets the focus', () => {
  const onSubmit = vi.fn()
  renderScreen(<Note onSubmit={onSubmit} />)
  expect(problems()).toEqual([])
  submit()
  expect(problems()).toEqual(['Enter a text.', 'Enter the number of days.'])
  expect(document.activeElement).toBe(screen.getByLabelText('Text'))
  type('Text', '  \u200b')
  expect(problems()[0]).toBe('Enter a text.')
  type('Text', 'Short')
  submit()
  expect(document.activeElement).toBe(screen.getByLabelText('Days'))
  type('Days', '8')
  expect(problems()).toEqual(['Enter a whole number from 1 to 7.'])
  submit()
  expect(onSubmit).not.toHaveBeenCalled()
  type('Days', '7')
  submit()
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(problems()).toEqual([])
})

test('[FP14] a form is not submitted while it is blocked or in flight', () => {
  const onSubmit = vi.fn()
  for (const state of [{ blocked: 'This needs the hub.' }, { busyLabel: 'Saving' }]) {
    const { unmount } = renderScreen(<Note onSubmit={onSubmit} {...state} />)
    type('Text', 'Short')
    type('Days', '1,')
    type('Days', '1')
    submit()
    unmount()
  }
  expect(onSubmit).not.toHaveBeenCalled()
})

test('[FP15] a field complains when it is left, not while it is typed into, and an empty one only when the form is submitted', () => {
  renderScreen(<Note onSubmit={() => {}} />)
  fireEvent.blur(screen.getByLabelText('Text'))
  expect(problems()).toEqual([])
  type('Text', 'A text of 20 letters')
  expect(problems()).toEqual(['At most 10 characters. Remove 10.'])
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'A text of 20 letters')
  expect(screen.getByText('20/10')).toBeTruthy()
  type('Days', 'two')
  expect(problems()).toHaveLength(1)
  fireEvent.blur(screen.getByLabelText('Days'))
  expect(problems()[1]).toBe('Enter a whole number from 1 to 7 in digits.')
})

function Refusing() {
  const [state, setState] = useState<FormState>({})
  return (
    <>
      <Note {...state} onSubmit={() => setState({ busyLabel: 'Saving' })} />
      <button type="button" onClick={() => setState({ refused: 'This text is taken.' })}>
        Refuse
      </button>
    </>
  )
}

test('[FP16] when the hub refuses a field, it gets the focus and its message, keeps its text, and can be submitted again', () => {
  renderScreen(<Refusing />)
  type('Text', 'Rex')
  type('Days', '3')
  submit()
  fireEvent.click(button('Refuse'))
  const field = screen.getByLabelText<HTMLInputElement>('Text')
  expect([problems(), field.value, document.activeElement === field]).toEqual([['This text is taken.'], 'Rex', true])
  submit()
  expect(button('Saving')).toHaveProperty('disabled', true)
})

test('[FP17] pasted lines are joined by spaces where the caret is', () => {
  renderScreen(<Note onSubmit={() => {}} />)
  const field = screen.getByLabelText<HTMLInputElement>('Text')
  type('Text', 'ab')
  field.setSelectionRange(1, 1)
  fireEvent.paste(field, { clipboardData: { getData: () => 'one\r\ntwo\n' } })
  expect(field.value).toBe('aone twob')
})

test('[FP18] each text runs in the direction of its script', () => {
  renderScreen(<Note onSubmit={() => {}} />)
  expect(screen.getByLabelText('Text').getAttribute('dir')).toBe('auto')
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

function Days() {
  const [days, setDays] = useState('3')
  return <NumberField label="Days" step={1} least={1} most={4} value={days} onValue={setDays} />
}

test('[UI5] arrows count a number up and down within its limits, and what is typed is kept', () => {
  renderScreen(<Days />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Days' })
  const press = (key: string) => fireEvent.keyDown(field, { key })
  press('ArrowUp')
  press('ArrowUp')
  expect([field.value, field.getAttribute('aria-valuenow'), field.getAttribute('aria-valuemax')]).toEqual([
    '4',
    '4',
    '4',
  ])
  fireEvent.change(field, { target: { value: 'many' } })
  expect(field.value).toBe('many')
  press('ArrowDown')
  expect(field.value).toBe('1')
})

function Terms() {
  const [length, setLength] = useState<'day' | 'week' | null>(null)
  const [chosen, setChosen] = useState<readonly ('day' | 'week')[]>([])
  const [isRead, setRead] = useState(false)
  return (
    <Form label="Terms" action="Agree" busyLabel={null} onSubmit={() => {}}>
      <Select<'day' | 'week'>
        label="Length"
        placeholder="Choose a length"
        needed="Choose a length."
        options={lengths}
        value={length}
        onValue={setLength}
      />
      <CheckboxGroup<'day' | 'week'>
        legend="Days"
        needed="Choose at least one."
        options={lengths}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Checkbox label="I have read it" needed="Confirm that you have read it." checked={isRead} onCheck={setRead} />
    </Form>
  )
}

test('[FP19] what has to be chosen complains in its own place, and the first of them gets the focus', () => {
  renderScreen(<Terms />)
  const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Terms' }))
  send()
  expect(problems()).toEqual(['Choose a length.', 'Choose at least one.', 'Confirm that you have read it.'])
  expect(document.activeElement).toBe(screen.getByLabelText('Length'))
  fireEvent.change(screen.getByLabelText('Length'), { target: { value: 'week' } })
  send()
  expect(document.activeElement).toBe(screen.getByLabelText('1 day'))
  fireEvent.click(screen.getByLabelText('1 week'))
  send()
  expect(document.activeElement).toBe(screen.getByLabelText('I have read it'))
  fireEvent.click(screen.getByLabelText('I have read it'))
  expect(problems()).toEqual([])
})

function Start() {
  const [start, setStart] = useState('2026-10-25T02:30')
  return (
    <>
      <DateTimeField label="Start" zone="Europe/Berlin" value={start} onValue={setStart} needed="Enter a start." />
      <output>{momentIn(start, 'Europe/Berlin')}</output>
    </>
  )
}

test('[FP20] a time that comes twice is asked for again, and a skipped one is explained', () => {
  renderScreen(<Start />)
  const moment = () => Number(screen.getByRole('status').textContent)
  expect(moment()).toBe(Date.UTC(2026, 9, 25, 0, 30))
  fireEvent.click(button('Second, Central European Standard Time (UTC+1)'))
  expect(moment()).toBe(Date.UTC(2026, 9, 25, 1, 30))
  const field = screen.getByLabelText('Start')
  fireEvent.change(field, { target: { value: '2026-03-29T02:30' } })
  fireEvent.blur(field)
  expect(problems()).toEqual([
    'The clocks go from 02:00 to 03:00 that day, so 02:30 does not exist. Enter an earlier or a later time.',
  ])
})
