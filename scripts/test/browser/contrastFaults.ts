import type { Page } from 'playwright-core'

/** The states of a control beside rest, as the pseudo-classes that a browser can be made to apply. */
const states = {
  rest: [],
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  active: ['active', 'hover'],
} as const
export type ControlState = keyof typeof states
export const controlStates = Object.keys(states) as readonly ControlState[]

const controls = 'a, button, input, select, textarea, summary, label, tr, li, [role], [tabindex]'

/**
 * Puts every control of the page into each state at once, as the browser's own tools do, and measures what is then drawn.
 * @param within selector of the parts to measure
 * @returns a line for each text of less than 4.5 to its ground (3 where it is large) and each focus ring or drawing of less than 3
 */
export async function findContrastFaults(page: Page, within: string): Promise<string[]> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('DOM.enable')
  await debug.send('CSS.enable')
  const { root } = await debug.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await debug.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: controls })
  const faults: string[] = []
  for (const state of controlStates) {
    const forcedPseudoClasses = [...states[state]]
    await Promise.all(nodeIds.map((nodeId) => debug.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })))
    const found = await page.evaluate(measureContrast, { within, withRings: state === 'focus' })
    faults.push(...found.map((fault) => `${state}: ${fault}`))
  }
  await debug.detach()
  return faults
}

/** Runs in the page. */
function measureContrast({ within, withRings }: { readonly within: string; readonly withRings: boolean }): string[] {
  type Colour = readonly [red: number, green: number, blue: number, opacity: number]
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas.')
  const known = new Map<string, Colour>()
  const colourOf = (css: string): Colour => {
    const before = known.get(css)
    if (before) return before
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = css
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, opacity = 0] = context.getImageData(0, 0, 1, 1).data
    const colour = [red, green, blue, opacity / 255] as const
    known.set(css, colour)
    return colour
  }
  const over = (top: Colour, ground: Colour, opacity = 1): Colour => {
    const part = top[3] * opacity
    const mix = (at: 0 | 1 | 2) => top[at] * part + ground[at] * (1 - part)
    return [mix(0), mix(1), mix(2), 1]
  }
  const luminance = ([red, green, blue]: Colour) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one: Colour, other: Colour) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y)
    return (light + 0.05) / (dark + 0.05)
  }
  const groundOf = (element: Element | null): Colour => {
    if (!element) return [255, 255, 255, 1]
    const { backgroundColor } = getComputedStyle(element)
    const own = colourOf(backgroundColor)
    return own[3] === 1 ? own : over(own, groundOf(element.parentElement))
  }
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.unseen') === null &&
    element.getClientRects().length > 0

  const faults: string[] = []
  const judge = (element: Element, what: string, colour: string, ground: Colour, least: number) => {
    const drawn = over(colourOf(colour), ground, opacityOf(element))
    const measured = ratio(drawn, ground)
    if (measured >= least) return
    const part = element.closest('[data-part]')?.getAttribute('data-part') ?? ''
    const theme = element.closest<HTMLElement>('[data-theme]')?.dataset.theme ?? ''
    faults.push(`${theme} ${part} ${element.tagName.toLowerCase()} ${what} ${measured.toFixed(2)}`)
  }
  const ownText = (element: Element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent?.trim() ?? '')
      .join('')
  for (const element of document.querySelectorAll(`:is(${within}) *`)) {
    if (!isShown(element)) continue
    const style = getComputedStyle(element)
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    const text = isField ? element.value || element.getAttribute('placeholder') || '' : ownText(element)
    const isWritten = !isField || !['checkbox', 'radio', 'range'].includes(element.type)
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const inSvg = element.closest('svg') !== null
    if (text !== '' && isWritten && !inSvg) {
      const colour = isField && element.value === '' ? getComputedStyle(element, '::placeholder').color : style.color
      judge(element, `"${text.slice(0, 24)}"`, colour, groundOf(element), isLarge ? 3 : 4.5)
    }
    if (element.tagName === 'svg' && element.closest('button, a') && element.getAttribute('stroke') !== 'none')
      judge(element, 'drawing', style.color, groundOf(element), 3)
    if (withRings && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) {
      const inside = Number.parseFloat(style.outlineOffset) < 0
      judge(element, 'focus ring', style.outlineColor, groundOf(inside ? element : element.parentElement), 3)
    }
  }
  return faults
}
