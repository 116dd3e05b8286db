// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { Combobox } from './Combobox.tsx'

const islands = ['Isla Norte', 'Isla Sur', 'Delta'].map((name) => ({ key: name, name, detail: 'island' }))

function Islands() {
  const [text, setText] = useState('')
  return (
    <Combobox
      label="Island"
      listLabel="Islands"
      text={text}
      onText={setText}
      options={islands.filter(({ name }) => name.includes(text))}
      onPick={({ name }) => setText(name)}
    />
  )
}

/** The field, and the options of the open list; null while it is closed. */
function open() {
  renderScreen(<Islands />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Island' })
  const key = (name: string) => fireEvent.keyDown(field, { key: name })
  const options = () =>
    screen.queryByRole('listbox', { name: 'Islands' }) &&
    screen.getAllByRole('option').map((option) => [option.textContent, option.getAttribute('aria-selected')])
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  return { field, key, options, type }
}

test('[UI10] the list opens with the matching options, and is closed by Escape and by leaving the field', () => {
  const { field, key, options, type } = open()
  expect(options()).toBeNull()
  fireEvent.click(field)
  type('Isla')
  expect(options()).toEqual([
    ['Isla Norteisland', 'false'],
    ['Isla Surisland', 'false'],
  ])
  key('Escape')
  expect(options()).toBeNull()
  fireEvent.click(field)
  fireEvent.blur(field)
  expect(options()).toBeNull()
})

test('[UI11] arrows go around the list, and Enter picks the reached option', () => {
  const { field, key, options } = open()
  key('ArrowUp')
  expect(options()?.map(([, selected]) => selected)).toEqual(['false', 'false', 'true'])
  key('ArrowDown')
  expect(options()?.map(([, selected]) => selected)).toEqual(['true', 'false', 'false'])
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Norte')
  key('Enter')
  expect(field.value).toBe('Isla Norte')
  expect(options()).toBeNull()
})

test('[UI12] a click picks an option without taking the focus from the field', () => {
  const { field, options } = open()
  fireEvent.click(field)
  const option = screen.getByRole('option', { name: /Delta/ })
  expect(fireEvent.pointerDown(option)).toBe(false)
  fireEvent.click(option)
  expect(field.value).toBe('Delta')
  expect(options()).toBeNull()
})

test('[UI503] the reached option stays the reached one when others arrive before it, and none is reached once it is gone', () => {
  let setNames = (_: readonly string[]) => {}
  const picked: string[] = []
  const Players = () => {
    const [names, set] = useState<readonly string[]>(['Rex'])
    setNames = set
    const options = names.map((name) => ({ key: name, name, detail: '' }))
    const onPick = ({ key }: { readonly key: string }) => void picked.push(key)
    const texts = { label: 'Player', listLabel: 'In the game', text: 'r', onText: () => {} }
    return <Combobox {...texts} options={options} onPick={onPick} />
  }
  renderScreen(<Players />)
  const field = screen.getByRole('combobox', { name: 'Player' })
  const key = (name: string) => fireEvent.keyDown(field, { key: name })
  fireEvent.click(field)
  key('ArrowDown')
  act(() => setNames(['Raptor', 'Rex']))
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Rex')
  key('Enter')
  expect(picked).toEqual(['Rex'])
  fireEvent.click(field)
  key('ArrowUp')
  act(() => setNames(['Raptor']))
  key('Enter')
  expect(picked).toEqual(['Rex'])
})
