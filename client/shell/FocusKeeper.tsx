import { useEffect } from 'react'

/** Keeps the focus when the focused control is removed. */
export function FocusKeeper() {
  useEffect(() => keepFocus(document), [])
  return null
}

/** Where the focus goes when its element is gone: a heading, or a control marked as a resting place. */
const restingPlaces = '[data-focus-rest] :is(button, a[href]), h1, h2, h3'

const canTake = (element: Element) => element.isConnected && !element.matches(':disabled')

/** Whether it waits for an answer and will be enabled again. */
const isInFlight = (element: Element) => element.isConnected && element.getAttribute('aria-busy') === 'true'

/** The ancestors, the nearest first. Noted early, since a removed element has none. */
function ancestorsOf(element: Element): readonly HTMLElement[] {
  const ancestors: HTMLElement[] = []
  for (let next = element.parentElement; next; next = next.parentElement) ancestors.push(next)
  return ancestors
}

/**
 * The resting place within an ancestor: the title of its drawer or dialog, so that Escape still closes it; the title of the page; itself if
 * it can take the focus; otherwise another heading.
 */
function restIn(ancestor: HTMLElement): HTMLElement | null {
  const title = ancestor.closest('dialog')?.querySelector('h2') ?? ancestor.querySelector<HTMLElement>('main h1')
  if (title) return title
  if (ancestor.hasAttribute('tabindex')) return ancestor
  // Outside of the page there is only its title, which may still be loading.
  return ancestor.closest('main, header') ? ancestor.querySelector<HTMLElement>(restingPlaces) : null
}

/** Gives the focus to an element that does not take it by itself, such as a title. */
export function focusOn(target: HTMLElement) {
  if (target.tabIndex < 0) target.tabIndex = -1
  // Without scrolling: only the focus moves.
  target.focus({ preventScroll: true })
}

/** Gives it the focus. False where it takes none: a heading in a closed panel, or of a page that is still loading, is hidden. */
export function takesFocus(rest: HTMLElement | null) {
  if (rest) focusOn(rest)
  return rest !== null && document.activeElement === rest
}

/**
 * Keeps the place of users of a keyboard or screen reader: when the focused control is removed or disabled after its action, the
 * focus goes to the nearest heading around it, not to the top of the document. A control in flight gets the focus back after the
 * answer. Returns the function that stops this.
 */
function keepFocus(page: Document): () => void {
  let last: HTMLElement | null = null
  let ancestors: readonly HTMLElement[] = []
  let due: ReturnType<typeof setTimeout> | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    ancestors = ancestorsOf(target)
  }
  // A press beside all controls gives up the focus on purpose.
  const release = () => {
    last = null
  }
  const restore = () => {
    due = undefined
    if (!last || isInFlight(last)) return
    const { activeElement } = page
    if (activeElement && activeElement !== page.body && canTake(activeElement)) return
    if (canTake(last)) return last.focus({ preventScroll: true })
    ancestors.some((ancestor) => ancestor.isConnected && takesFocus(restIn(ancestor)))
  }
  // A browser removes the focus only when it draws, and many changes arrive together.
  const onChange = () => {
    due ??= setTimeout(restore, 50)
  }
  const observer = new MutationObserver(onChange)
  observer.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'aria-busy'] })
  page.addEventListener('focusin', note)
  page.addEventListener('pointerdown', release, { capture: true })
  return () => {
    clearTimeout(due)
    observer.disconnect()
    page.removeEventListener('focusin', note)
    page.removeEventListener('pointerdown', release, { capture: true })
  }
}
