/** The least distance from the edge of the window, in px. */
const marginPx = 8
const gapPx = 4

interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Which edge of the floating box is aligned with the anchor. */
export type Alignment = 'start' | 'end' | 'centre'

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/**
 * Where a floating box of a size is drawn: below its anchor, above it where there is no room below, and always inside the window.
 * @returns the top left corner, in px of the window
 */
export function placeOf(anchor: Box, size: Size, window: Size, align: Alignment) {
  const below = anchor.bottom + gapPx
  const above = anchor.top - gapPx - size.height
  const fitsBelow = below + size.height <= window.height - marginPx
  const left =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.right - size.width
        : (anchor.left + anchor.right - size.width) / 2
  return {
    top: clamp(
      fitsBelow || above < marginPx ? below : above,
      marginPx,
      Math.max(marginPx, window.height - size.height - marginPx),
    ),
    left: clamp(left, marginPx, Math.max(marginPx, window.width - size.width - marginPx)),
  }
}

/** Moves a box with `position: fixed` to its place beside the anchor. */
export function placeBeside(box: HTMLElement, anchor: Box, align: Alignment) {
  const { top, left } = placeOf(
    anchor,
    { width: box.offsetWidth, height: box.offsetHeight },
    { width: document.documentElement.clientWidth, height: innerHeight },
    align,
  )
  box.style.top = `${Math.round(top)}px`
  box.style.left = `${Math.round(left)}px`
}

/** Moves a box with `position: fixed` to the left (`start`) or right (`end`) of the anchor, at its middle. */
export function placeAtSide(box: HTMLElement, anchor: Box, side: 'start' | 'end') {
  const middle = (anchor.top + anchor.bottom - box.offsetHeight) / 2
  box.style.top = `${Math.round(clamp(middle, marginPx, innerHeight - box.offsetHeight - marginPx))}px`
  const left = side === 'end' ? anchor.right + gapPx : Math.max(marginPx, anchor.left - gapPx - box.offsetWidth)
  box.style.left = `${Math.round(left)}px`
}

/** Whether a control is in a row of controls: what belongs to it is then below, not over its neighbours. */
export function isInRow(control: HTMLElement): boolean {
  const group = control.closest('fieldset')
  return group !== null && group.offsetWidth > group.offsetHeight
}
