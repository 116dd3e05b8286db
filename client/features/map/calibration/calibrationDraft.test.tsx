// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signedIn } from '../../../testing/renderScreen.tsx'
import { useLandmarks } from './landmarkForm.ts'

function Landmark() {
  const { inputs, change, clear } = useLandmarks(null)
  return (
    <>
      <input aria-label="X" value={inputs[1].gameX} onChange={({ target }) => change(1, { gameX: target.value })} />
      <button type="button" onClick={clear}>
        Saved
      </button>
    </>
  )
}

test('[WK9] half-typed coordinates are there again after a reload, until they are saved', () => {
  const open = () => renderScreen(<Landmark />, { hello: signedIn('owner') })
  const field = () => screen.getByLabelText<HTMLInputElement>('X')
  const first = open()
  fireEvent.change(field(), { target: { value: '-123,4' } })
  first.unmount()
  const second = open()
  expect(field().value).toBe('-123,4')
  fireEvent.click(screen.getByText('Saved'))
  expect(field().value).toBe('')
  second.unmount()
  open()
  expect(field().value).toBe('')
})
