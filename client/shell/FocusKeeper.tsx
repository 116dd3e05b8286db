import { useEffect } from 'react'

/** Nobody loses their place to a control that has done its work. */
export function FocusKeeper() {
  useEffect(() => keepFocus(document), [])
  return null
}

/** Where the keyboard goes on when what it was on has gone: at a heading, or a control marked as a resting place. */
const resting = '[data-focus-rest] :is(button, a[href]), h1, h2, h3'

const canTake = (element: Element) => element.isConnected && !element.matches(':disabled')

/** Whether it waits for an answer, and will be there again after it. */
const isInFlight = (element: Element) => element.isConnected && element.getAttribute('aria-busy') === 'true'

/** Inside which elements it stands, the nearest first: noted early, since what is taken out forgets them. */
function placesOf(element: Element): readonly HTMLElement[] {
  const places: HTMLElement[] = []
  for (let place = element.parentElement; place; place = place.parentElement) places.push(place)
  return places
}

/** In a place: itself where it takes the focus, else the name of the page, else what it has of headings. */
function restIn(place: HTMLElement): HTMLElement | null {
  if (place.hasAttribute('tabindex')) return place
  const name = place.querySelector<HTMLElement>('main h1')
  // Around the page and its frame there is only the name: it may be on its way still.
  return name ?? (place.closest('main, header') ? place.querySelector<HTMLElement>(resting) : null)
}

function focusOn(target: HTMLElement) {
  if (target.tabIndex < 0) target.tabIndex = -1
  // The eye is where it is; only the keyboard is moved.
  target.focus({ preventScroll: true })
}

/**
 * Keeps the place of whoever goes by keyboard or by ear: when the control that had the focus is gone or shut, because it
 * has done its work, the focus goes to the nearest heading around where it was, and not to the top of everything. A
 * control in flight has it back when the answer has come. Returns the way to stop.
 */
function keepFocus(page: Document): () => void {
  let last: HTMLElement | null = null
  let places: readonly HTMLElement[] = []
  let due: ReturnType<typeof setTimeout> | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    places = placesOf(target)
  }
  // Whoever presses beside everything has let go by themselves.
  const letGo = () => {
    last = null
  }
  const mend = () => {
    due = undefined
    if (!last || isInFlight(last)) return
    const { activeElement } = page
    if (activeElement && activeElement !== page.body && canTake(activeElement)) return
    if (canTake(last)) return last.focus({ preventScroll: true })
    const rest = places.flatMap((place) => (place.isConnected ? (restIn(place) ?? []) : []))[0]
    if (rest) focusOn(rest)
  }
  // A browser takes the focus away only when it draws, and many changes come together.
  const onChange = () => {
    due ??= setTimeout(mend, 50)
  }
  const watcher = new MutationObserver(onChange)
  watcher.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'aria-busy'] })
  page.addEventListener('focusin', note)
  page.addEventListener('pointerdown', letGo, { capture: true })
  return () => {
    clearTimeout(due)
    watcher.disconnect()
    page.removeEventListener('focusin', note)
    page.removeEventListener('pointerdown', letGo, { capture: true })
  }
}
