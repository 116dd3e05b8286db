// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { useSetAtom } from 'jotai'
import { expect, test } from 'vitest'
import { setWaypoint } from '../../../shared/features/packs/commands.ts'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { toolAtom, useMapTools } from './useMapTools.ts'

/** The map takes Enter and Escape as the real one does. */
function MapWithPanel() {
  const { onMap } = useMapTools()
  const setTool = useSetAtom(toolAtom)
  return (
    <>
      <div
        role="application"
        aria-roledescription="map"
        aria-label="Island"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as on the real map
        tabIndex={0}
        onKeyDown={({ key }) => key === 'Enter' && onMap.onPlace({ x: 10, y: 20 })}
      />
      <button type="button" onClick={() => setTool('waypoint')}>
        Set a waypoint
      </button>
      {onMap.tool === 'none' ? null : (
        <button type="button" onClick={() => setTool('none')}>
          Done
        </button>
      )}
      <button type="button">Something else</button>
      <dialog open>
        <button type="button">In a dialog</button>
      </dialog>
      <p data-testid="tool">{onMap.tool}</p>
    </>
  )
}

const button = (name = 'Set a waypoint') => screen.getByRole('button', { name })
const map = () => screen.getByRole('application')
const tool = () => screen.getByTestId('tool').textContent
const focusOn = (element: HTMLElement) => act(() => element.focus())
const take = () => {
  focusOn(button())
  fireEvent.click(button())
}

test('[TFO1] a tool taken in the panel moves the focus to the map, where Enter places it, and back', () => {
  const { sent } = renderScreen(<MapWithPanel />, { hello: signedIn('player') })
  take()
  expect(document.activeElement).toBe(map())
  fireEvent.keyDown(map(), { key: 'Enter' })
  expect(sent).toMatchObject([{ name: setWaypoint.name, input: { place: { x: 10, y: 20 } } }])
  expect(tool()).toBe('none')
  expect(document.activeElement).toBe(button())
})

test('[TFO2] Escape cancels it from anywhere on the page but a dialog, and the focus stays where the user has moved it', () => {
  renderScreen(<MapWithPanel />, { hello: signedIn('player') })
  take()
  fireEvent.keyDown(map(), { key: 'Escape' })
  expect([tool(), document.activeElement]).toEqual(['none', button()])
  take()
  focusOn(button('In a dialog'))
  fireEvent.keyDown(button('In a dialog'), { key: 'Escape' })
  expect(tool()).toBe('waypoint')
  focusOn(button('Something else'))
  fireEvent.keyDown(button('Something else'), { key: 'Escape' })
  expect([tool(), document.activeElement]).toEqual(['none', button('Something else')])
  fireEvent.keyDown(button(), { key: 'Escape' })
  expect(tool()).toBe('none')
})

test('[TFO3] a user who points at the map goes on there', () => {
  renderScreen(<MapWithPanel />, { hello: signedIn('player') })
  take()
  fireEvent.pointerDown(map())
  fireEvent.keyDown(map(), { key: 'Enter' })
  expect([tool(), document.activeElement]).toEqual(['none', map()])
})

test('[TFO300] a tool lowers a raised sheet, which would cover what the tool says; the sheet can be raised again', () => {
  function MapWithSheet() {
    const tools = useMapTools()
    return (
      <>
        <button type="button" onClick={() => tools.take('measure')}>
          Measure
        </button>
        <BottomSheet label="Pack">{null}</BottomSheet>
      </>
    )
  }
  renderScreen(<MapWithSheet />, { hello: signedIn('player') })
  const height = () => screen.getByRole('region', { name: 'Pack' }).dataset.height
  fireEvent.click(button('Raise the sheet'))
  expect(height()).toBe('half')
  fireEvent.click(button('Measure'))
  expect(height()).toBe('low')
  fireEvent.click(button('Raise the sheet'))
  expect(height()).toBe('half')
})

test('[TFO1000] the button that ends a tool goes with it: the focus returns to the control that took the tool', () => {
  renderScreen(<MapWithPanel />, { hello: signedIn('player') })
  take()
  focusOn(button('Done'))
  fireEvent.click(button('Done'))
  expect([tool(), document.activeElement]).toEqual(['none', button()])
})
