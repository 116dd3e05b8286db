// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FocusKeeper } from './FocusKeeper.tsx'

/** Waits for the focus; only a hang meets the limit. */
const focusReaches = (name: string) =>
  vi.waitFor(() => expect(document.activeElement?.textContent).toBe(name), { timeout: 60_000 })

const page = (rest: { readonly isViewing?: boolean; readonly isOnline?: boolean }) => (
  <>
    <FocusKeeper />
    <div tabIndex={-1}>
      {rest.isViewing ? <button type="button">Stop viewing</button> : null}
      <main>
        <h1>Players</h1>
      </main>
    </div>
    <dialog open>
      <h2 tabIndex={-1}>Rex</h2>
      <div>
        <h3>About</h3>
        <button type="button" disabled={!rest.isOnline}>
          Kick
        </button>
      </div>
    </dialog>
  </>
)

test("[RV6] when a drawer's button is disabled after its action, the focus goes to the title of the drawer", async () => {
  const { rerender } = render(page({ isOnline: true }))
  onTestFinished(cleanup)
  const kick = screen.getByRole('button', { name: 'Kick' })
  kick.focus()
  rerender(page({ isOnline: false }))
  kick.blur()
  await focusReaches('Rex')
})

test('[RV7] when a banner above the page goes away with its button, the focus goes to the title of the page', async () => {
  const { rerender } = render(page({ isViewing: true }))
  onTestFinished(cleanup)
  screen.getByRole('button', { name: 'Stop viewing' }).focus()
  rerender(page({ isViewing: false }))
  await focusReaches('Players')
})

test('[RV1000] a heading in a closed panel takes no focus: it goes to the title of the page', async () => {
  const list = (isOpen: boolean) => (
    <>
      <FocusKeeper />
      <main>
        <h1>Live Map</h1>
        <section>
          <h2>Layers</h2>
          {isOpen ? <button type="button">Done</button> : null}
        </section>
      </main>
    </>
  )
  const { rerender } = render(list(true))
  onTestFinished(cleanup)
  // A browser gives the focus to no hidden element.
  screen.getByRole('heading', { name: 'Layers' }).focus = () => {}
  screen.getByRole('button', { name: 'Done' }).focus()
  rerender(list(false))
  await focusReaches('Live Map')
})
