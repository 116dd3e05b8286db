// @vitest-environment happy-dom
// One file because dialogs, questions and toasts lie above the same page.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lateAtom } from '../connection/connectionState.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { Confirm } from './Confirm.tsx'
import { Drawer } from './Drawer.tsx'
import { ContextMenu, Menu, type MenuItem, menuStep } from './Menu.tsx'
import { placeOf } from './placement.ts'
import { showToastAtom, Toasts } from './Toast.tsx'
import { IconButton } from './Tooltip.tsx'

const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const focused = () => document.activeElement?.textContent

function openMenu() {
  const onShow = vi.fn()
  const onHeal = vi.fn()
  const items: readonly MenuItem[] = [
    { key: 'show', name: 'Show on map', onChoose: onShow },
    { key: 'heal', name: 'Heal', onChoose: onHeal, disabled: 'Rex is offline.' },
    { key: 'kick', name: 'Kick', onChoose: () => {}, danger: true },
  ]
  renderScreen(
    <>
      <Menu label="Actions on Rex" face="…" items={items} />
      <button type="button">Elsewhere</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Actions on Rex' })
  button.focus()
  fireEvent.click(button)
  return { button, onShow, onHeal }
}

test('[UI20] a menu opens with the focus on its first, harmless item; arrows go around, letters find', () => {
  const { button } = openMenu()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('menu', { name: 'Actions on Rex' })).toBeDefined()
  expect(focused()).toBe('Show on map')
  key('ArrowUp')
  expect(focused()).toBe('Kick')
  key('ArrowDown')
  expect(focused()).toBe('Show on map')
  key('h')
  expect(focused()).toContain('Heal')
  key('End')
  expect(focused()).toBe('Kick')
  expect(menuStep('x', 0, ['Heal', 'Kick'])).toBeNull()
})

test('[UI21] an item that cannot be chosen says why and does nothing; a chosen one acts once and closes the menu', () => {
  const { button, onShow, onHeal } = openMenu()
  const heal = screen.getByRole('menuitem', { name: /Heal/ })
  expect(heal.textContent).toContain('Rex is offline.')
  fireEvent.click(heal)
  expect(onHeal).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeDefined()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show on map' }))
  expect(onShow).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('[UI22] Escape closes a menu and gives the focus back; so does a press elsewhere', () => {
  const { button } = openMenu()
  key('Escape')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('[UI23] a context menu opens at a point with the same items', () => {
  const onClose = vi.fn()
  renderScreen(
    <ContextMenu
      label="Here"
      at={{ x: 40, y: 60 }}
      items={[{ key: 'ping', name: 'Look here', onChoose: () => {} }]}
      onClose={onClose}
    />,
  )
  expect(focused()).toBe('Look here')
  key('Escape')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('[UI24] what floats stays inside the window: above its anchor where there is no room below', () => {
  const window = { width: 360, height: 740 }
  const size = { width: 200, height: 300 }
  const below = placeOf({ top: 100, bottom: 140, left: 20, right: 60 }, size, window, 'start')
  expect(below).toEqual({ top: 144, left: 20 })
  const atEdge = placeOf({ top: 600, bottom: 640, left: 320, right: 360 }, size, window, 'start')
  expect(atEdge).toEqual({ top: 296, left: 152 })
  const atEnd = placeOf({ top: 100, bottom: 140, left: 10, right: 50 }, size, window, 'end')
  expect(atEnd.left).toBe(8)
})

function DrawerPage() {
  const [isOpen, setOpen] = useState(false)
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Open Rex
      </button>
      {isOpen ? (
        <Drawer title="Rex" onClose={() => setOpen(false)}>
          <button type="button">Kick</button>
        </Drawer>
      ) : null}
    </main>
  )
}

test.each([
  ['beside the page', true],
  ['as a sheet', false],
])('[UI25] a drawer %s takes the focus on its title; closing gives the focus back', (_, isWide) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  renderScreen(<DrawerPage />)
  const opener = screen.getByRole('button', { name: 'Open Rex' })
  opener.focus()
  fireEvent.click(opener)
  const drawer = screen.getByRole('dialog', { name: 'Rex' })
  expect(focused()).toBe('Rex')
  within(drawer).getByRole('button', { name: 'Kick' }).focus()
  if (isWide) key('Escape')
  else fireEvent(drawer, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('[UI26] a button with a drawing has its name for screen readers and shows it with the keyboard focus', () => {
  const onPress = vi.fn()
  renderScreen(
    <IconButton label="Whole island" keys="0" onPress={onPress}>
      <svg aria-hidden="true" />
    </IconButton>,
  )
  const button = screen.getByRole('button', { name: 'Whole island' })
  vi.spyOn(button, 'matches').mockReturnValue(true)
  expect(screen.queryByText('Whole island')).toBeNull()
  fireEvent.focus(button)
  expect(screen.getByText('Whole island').getAttribute('aria-hidden')).toBe('true')
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(screen.queryByText('Whole island')).toBeNull()
  fireEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('[RM5] one tooltip is shown at a time: that of the pointer hides that of the focus', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  renderScreen(
    <>
      <IconButton label="Layers" onPress={() => {}}>
        <svg aria-hidden="true" />
      </IconButton>
      <IconButton label="Whole island" onPress={() => {}}>
        <svg aria-hidden="true" />
      </IconButton>
    </>,
  )
  const [focused, pointed] = screen.getAllByRole('button')
  if (!focused || !pointed) throw new Error('two buttons')
  vi.spyOn(focused, 'matches').mockReturnValue(true)
  fireEvent.focus(focused)
  expect(screen.getByText('Layers')).toBeDefined()
  fireEvent.pointerEnter(pointed.parentElement as HTMLElement)
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.getByText('Whole island')).toBeDefined()
  expect(screen.queryByText('Layers')).toBeNull()
})

test('[RWB1] Ctrl+Z undoes the newest toast that can be undone from anywhere on the page, but in a field it undoes typing', () => {
  const undone: string[] = []
  const Told = () => {
    const show = useSetAtom(showToastAtom)
    const tell = () => {
      show('Ann is now a moderator.', () => undone.push('Ann'))
      show('Bob is now an admin.', () => undone.push('Bob'))
      show('Copied.')
    }
    return (
      <button type="button" onClick={tell}>
        Elsewhere
      </button>
    )
  }
  renderScreen(
    <>
      <input aria-label="Name" />
      <Told />
      <Toasts />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  const pressUndo = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'z', ctrlKey: true })
  screen.getByRole('textbox', { name: 'Name' }).focus()
  pressUndo()
  expect(undone).toEqual([])
  screen.getByRole('button', { name: 'Elsewhere' }).focus()
  pressUndo()
  expect(undone).toEqual(['Bob'])
  expect(screen.queryByText('Bob is now an admin.')).toBeNull()
  pressUndo()
  pressUndo()
  expect(undone).toEqual(['Bob', 'Ann'])
  expect(screen.getByText('Copied.')).toBeDefined()
})

test('[UI300] a toast that has the focus stays when the pointer crosses and leaves it, and goes some time after both have left', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  function Page() {
    const show = useSetAtom(showToastAtom)
    return (
      <>
        <button type="button" onClick={() => show('Sold.', () => {})}>
          Sell
        </button>
        <Toasts />
      </>
    )
  }
  renderScreen(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Sell' }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  const toast = undo.parentElement as HTMLElement
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  act(() => undo.focus())
  fireEvent.pointerEnter(toast)
  fireEvent.pointerLeave(toast)
  wait(60_000)
  expect(screen.queryByText('Sold.')).not.toBeNull()
  fireEvent.pointerEnter(toast)
  act(() => undo.blur())
  wait(60_000)
  expect(screen.queryByText('Sold.')).not.toBeNull()
  fireEvent.pointerLeave(toast)
  wait(11_000)
  expect(screen.queryByText('Sold.')).not.toBeNull()
  wait(2_000)
  expect(screen.queryByText('Sold.')).toBeNull()
})

function askInFlight(setup: Parameters<typeof renderScreen>[1] = {}) {
  const onCancel = vi.fn()
  const Question = () => {
    const [isBusy, setBusy] = useState(true)
    return (
      <>
        <Confirm
          title="Kick Rex?"
          action="Kick Rex"
          busyLabel={isBusy ? 'Kicking…' : null}
          refusal={isBusy ? null : 'The game did not take it.'}
          onConfirm={() => {}}
          onCancel={onCancel}
        >
          <p>They can come back.</p>
        </Confirm>
        <button type="button" onClick={() => setBusy(false)}>
          Refuse
        </button>
      </>
    )
  }
  const opened = renderScreen(<Question />, setup)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Kick Rex?' })
  const pressEscape = () => dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  return { ...opened, onCancel, dialog, pressEscape }
}

test('[UI500] a question whose command is in flight is not cancelled by a button or Escape, and says why; once refused it can be', () => {
  const { onCancel, dialog, pressEscape } = askInFlight({ connection: 'live' })
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  const says = () => within(dialog).getByRole('status').textContent
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  expect(says()).toBe('')
  fireEvent.click(cancel)
  expect(says()).toBe("Wait for the hub's answer: what was sent can't be cancelled.")
  act(() => void pressEscape())
  expect(onCancel).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Refuse', hidden: true }))
  expect(within(dialog).queryByRole('status')).toBeNull()
  act(() => void pressEscape())
  fireEvent.click(cancel)
  expect(onCancel).toHaveBeenCalledTimes(2)
})

test('[UI501] the key is stopped wherever the focus is, and a dialog that the browser closes in flight opens again', () => {
  const { onCancel, dialog } = askInFlight({ connection: 'live' })
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
  expect(within(dialog).getByRole('status').textContent).toMatch(/^Wait/)
  act(() => dialog.close())
  expect(dialog.open).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Refuse', hidden: true }))
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true)
  expect(onCancel).not.toHaveBeenCalled()
})

/** The hub has left a command without an answer. */
function LateHub({ children }: { readonly children: ReactNode }) {
  const setLate = useSetAtom(lateAtom)
  useEffect(() => setLate(true), [setLate])
  return children
}

test('[UI2177] while the hub takes longer than usual the page says that nothing is lost, and so does a dialog that waits', () => {
  const late = 'This is taking longer than usual. Keep this page open: nothing is lost, and nothing is done twice.'
  const question = (busyLabel: string | null) => (
    <Confirm
      title="Kick Rex?"
      action="Kick Rex"
      busyLabel={busyLabel}
      refusal={null}
      onConfirm={() => {}}
      onCancel={() => {}}
    >
      <p>They can come back.</p>
    </Confirm>
  )
  for (const busyLabel of ['Kicking…', null]) {
    const { unmount } = renderScreen(
      <LateHub>
        <Toasts />
        {question(busyLabel)}
      </LateHub>,
    )
    const says = screen.getAllByRole('status', { hidden: true }).map(({ textContent }) => textContent)
    expect(says).toEqual(busyLabel ? [late, late] : [late])
    unmount()
  }
})

test('[UI502] without the hub a question in flight says that its command waits, and how the user gets away', () => {
  const { dialog } = askInFlight({ connection: 'reconnecting' })
  expect(within(dialog).getByRole('status').textContent).toBe(
    "Can't reach the hub. Your command waits on this page. To leave, reload the page and check whether it was done.",
  )
})
