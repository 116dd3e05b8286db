import { useEffect } from 'react'

/** Keeps the focus when the focused control is removed. */
export function FocusKeeper() {
  useEffect(() => keepFocus(document), [])
  return null
}

/** Where the focus goes when its element is gone: a heading, or a control marked as a resting place. */
const resting = '[data-focus-rest] :is(button, a[href]), h1, h2, h3'

const canTake = (element: Element) => element.isConnected && !element.matches(':disabled')

/** Whether it waits for an answer and will be enabled again. */
const isInFlight = (element: Element) => element.isConnected && element.getAttribute('aria-busy') === 'true'

/** The ancestors, the nearest first. Noted early, since a removed element has none. */
function placesOf(element: Element): readonly HTMLElement[] {
  const places: HTMLElement[] = []
  for (let place = element.parentElement; place; place = place.parentElement) places.push(place)
  return places
}

/** The resting place within an ancestor: itself if it can take the focus, else the title of the page, else another heading. */
function restIn(place: HTMLElement): HTMLElement | null {
  if (place.hasAttribute('tabindex')) return place
  const name = place.querySelector<HTMLElement>('main h1')
  // Outside of the page there is only its title, which may still be loading.
  return name ?? (place.closest('main, header') ? place.querySelector<HTMLElement>(resting) : null)
}

function focusOn(target: HTMLElement) {
  if (target.tabIndex < 0) target.tabIndex = -1
  // Without scrolling: only the focus moves.
  target.focus({ preventScroll: true })
}

/**
 * Keeps the place of users of a keyboard or screen reader: when the focused control is removed or disabled after its action, the
 * focus goes to the nearest heading around it, not to the top of the document. A control in flight gets the focus back after the
 * answer. Returns the function that stops this.
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
  // A press beside all controls gives up the focus on purpose.
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
  // A browser removes the focus only when it draws, and many changes arrive together.
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
