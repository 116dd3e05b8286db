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
    const asked = JSON.stringify({ within, withRings: state === 'focus' })
    // As a text, since the page knows neither of the two functions.
    const found = await page.evaluate<string[]>(`(${measureContrast})((${createColourMeter})(), ${asked})`)
    faults.push(...found.map((fault) => `${state}: ${fault}`))
  }
  await debug.detach()
  return faults
}

type Colour = readonly [red: number, green: number, blue: number, opacity: number]

/** Runs in the page: reads colours as they are drawn. */
function createColourMeter() {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas.')
  const known = new Map<string, Colour>()
  const read = (css: string): Colour => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = css
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, opacity = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, opacity / 255]
  }
  const colourOf = (css: string): Colour => {
    const colour = known.get(css) ?? read(css)
    known.set(css, colour)
    return colour
  }
  const over = (top: Colour, ground: Colour, opacity = 1): Colour => {
    const part = top[3] * opacity
    const mix = (at: 0 | 1 | 2) => top[at] * part + ground[at] * (1 - part)
    return [mix(0), mix(1), mix(2), 1]
  }
  const linear = (channel: number) => (channel <= 10 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]: Colour) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const groundOf = (element: Element | null): Colour => {
    if (!element) return [255, 255, 255, 1]
    const own = colourOf(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : over(own, groundOf(element.parentElement))
  }
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1
  return {
    /** The contrast of a colour that an element draws, with the ground of another. */
    contrast(element: Element, css: string, behind: Element | null): number {
      const ground = groundOf(behind)
      const drawn = luminance(over(colourOf(css), ground, opacityOf(element)))
      const [dark, light] = [Math.min(drawn, luminance(ground)), Math.max(drawn, luminance(ground))]
      return (light + 0.05) / (dark + 0.05)
    },
  }
}

interface Asked {
  readonly within: string
  readonly withRings: boolean
}

/** Runs in the page. */
function measureContrast(meter: ReturnType<typeof createColourMeter>, { within, withRings }: Asked): string[] {
  const faults: string[] = []
  const judge = (element: Element, what: string, css: string, least: number, behind: Element | null = element) => {
    const measured = meter.contrast(element, css, behind)
    if (measured >= least) return
    const part = element.closest('[data-part]')?.getAttribute('data-part') ?? ''
    const theme = element.closest<HTMLElement>('[data-theme]')?.dataset.theme ?? ''
    faults.push(`${theme} ${part} ${element.tagName.toLowerCase()} ${what} ${measured.toFixed(2)}`)
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.unseen') === null &&
    element.getClientRects().length > 0
  const ownText = (element: Element) =>
    [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent?.trim() : '')).join('')
  const judgeText = (element: Element, style: CSSStyleDeclaration) => {
    const isField = element.matches('input:not([type=checkbox], [type=radio], [type=range]), select, textarea')
    const { value = '' } = element as HTMLInputElement
    const text = isField ? value || element.getAttribute('placeholder') || '' : ownText(element)
    if (text === '' || element.closest('svg')) return
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const { color } = isField && value === '' ? getComputedStyle(element, '::placeholder') : style
    judge(element, `"${text.slice(0, 24)}"`, color, isLarge ? 3 : 4.5)
  }
  for (const element of document.querySelectorAll(`:is(${within}) *`)) {
    if (!isShown(element)) continue
    const style = getComputedStyle(element)
    judgeText(element, style)
    if (element.matches(':is(button, a) svg:not([stroke=none])')) judge(element, 'drawing', style.color, 3)
    if (!withRings || style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) === 0) continue
    const isInside = Number.parseFloat(style.outlineOffset) < 0
    judge(element, 'focus ring', style.outlineColor, 3, isInside ? element : element.parentElement)
  }
  return faults
}
