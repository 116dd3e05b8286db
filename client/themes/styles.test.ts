import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { drawingColours, variableOf } from './themeAtom.ts'
import { type TokenName, themeNames, themes, tokenNames } from './themes.ts'

const client = join(import.meta.dirname, '..')

const filesOf = (ending: RegExp) =>
  readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => ({ path: relative(client, join(client, path)), text: readFileSync(join(client, path), 'utf8') }))

const styles = filesOf(/\.css$/).map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\//g, '') }))
const scripts = filesOf(/\.tsx?$/).filter(({ path }) => !/\.test\.|testing\//.test(path))

/** The innermost blocks of a style sheet: their selectors and their declarations. */
const blocksOf = (css: string) =>
  [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replace(/\s+/g, ' '),
    declared: Object.fromEntries(
      body
        .split(';')
        .map((line) => /^\s*([\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(line))
        .flatMap((parts) => (parts ? [[parts[1], parts[2]] as [string, string]] : [])),
    ),
  }))

describe.each(styles)('$path', ({ text }) => {
  test('[TZ1] names its colours by token', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\((?!0 0 0 \/)/gi
    // In a mask only the opacity counts.
    expect(text.replace(/mask-image:[^;]*/g, '').match(literal) ?? []).toEqual([])
  })

  test('[TZ31] does not use light-dark(), which the build replaces by colours that do not follow the theme', () => {
    expect(text).not.toContain('light-dark(')
  })

  test('[TZ36] has no :has() at the root: each element that comes or goes anywhere would make the browser style the whole page again', () => {
    expect(text.match(/(?:\bhtml|\bbody|#root|:root|:global\([^)]*\))(?::not\()?:has\(/g) ?? []).toEqual([])
  })

  test('[TZ2] sets the condensed face at 15 px or more', () => {
    const small = blocksOf(text).filter(
      ({ declared: { font = '', 'font-family': family = '', 'font-size': size = '' } }) => {
        const isCondensed = `${font} ${family}`.includes('--face-head')
        return isCondensed && /--size-1|(?<![\d.])(\d|1[0-4])(\.\d+)?px/.test(`${font} ${size}`)
      },
    )
    expect(small.map(({ selector }) => selector)).toEqual([])
  })
})

test('[TZ2056] what keeps presses off a dialog that has just opened is defined once, and all dialogs that open over the page have it', () => {
  const holding = styles.filter(({ text }) => /@keyframes [\w-]+ \{[^@]*?pointer-events: none/.test(text))
  expect(holding.map(({ path }) => path)).toEqual(['global.css'])
  const users = styles.filter(({ text }) => text.includes('animation: var(--settle)')).map(({ path }) => path)
  expect(users.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'Dialog.module.css',
    'Drawer.module.css',
    'WarningDialog.module.css',
  ])
})

test('[TZ2062] the label of a button in flight ends with an ellipsis, so that it does not read as another button', () => {
  const labels = scripts.flatMap(({ path, text }) =>
    [...text.matchAll(/busyLabel=(?:"([^"]*)"|\{(?:[^{}`'?]+\? )['`]((?:[^'`{}]|\$\{\w+\})*)['`] : null\})/g)].map(
      ([, plain, chosen]) => ({
        path,
        label: plain ?? chosen ?? '',
      }),
    ),
  )
  expect(labels.length).toBeGreaterThan(100)
  expect(labels.filter(({ label }) => !/\S…$/.test(label))).toEqual([])
})

/** Variables of styles that are not tokens: set in a style sheet or in a script. */
const setVariables = new Set([
  ...styles.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  ...scripts.flatMap(({ text }) => [...text.matchAll(/['"`](--[\w-]+)['"`]/g)].map(([, name]) => name)),
  ...[...tokenNames, ...Object.keys(drawingColours('day'))].map(variableOf),
])

test('[TZ3] every variable that styles read is a token or is set', () => {
  const unset = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name = '']) =>
      setVariables.has(name) ? [] : [`${path} ${name}`],
    ),
  )
  expect(unset).toEqual([])
})

test('[TZ4] drawings on a canvas set the condensed face at 15 px or more', () => {
  const small = scripts.flatMap(({ path, text }) =>
    [...text.matchAll(/(\d+)px "Barlow/g)].flatMap(([font, size]) => (Number(size) < 15 ? [`${path} ${font}`] : [])),
  )
  expect(small).toEqual([])
})

// The states of a button, as its style sheet declares them: a tone sets variables, and each state reads some of them.

const states = {
  rest: '.button',
  hover: '.button:hover',
  active: '.button:active',
  disabled: '.button:disabled',
} as const
const tones = ['plain', 'main', 'danger', 'quiet'] as const

/** The value of a property in a state of a tone, with all variables replaced: the name of a token, or `none`. */
function resolved(css: string, tone: string, state: keyof typeof states, pressed: boolean, property: string): string {
  const applying = [
    states.rest,
    `.button[data-tone="${tone}"]`,
    ...(pressed ? ['.button[aria-pressed="true"]'] : []),
    ...(state === 'rest' ? [] : [states[state]]),
    ...(state === 'disabled' ? [`.button[data-tone="${tone}"]:disabled`] : []),
  ]
  const blocks = blocksOf(css)
  const declared: Record<string, string> = {}
  for (const selector of applying)
    for (const block of blocks) if (block.selector === selector) Object.assign(declared, block.declared)
  const follow = (value: string): string => {
    const variable = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
    if (variable === undefined) return value
    const next = declared[variable]
    return next === undefined ? variable : follow(next)
  }
  return follow(declared[property] ?? 'none')
}

/** @param under the token of the ground behind a control without a ground of its own */
const colourOf = (value: string, theme: (typeof themeNames)[number], under: TokenName): string => {
  const name = tokenNames.find((token) => variableOf(token) === value)
  return themes[theme][name ?? under]
}

function buttonFaults(css: string): string[] {
  const faults: string[] = []
  for (const theme of themeNames)
    for (const under of ['table', 'surface', 'raised'] as const)
      for (const tone of tones)
        for (const state of Object.keys(states) as (keyof typeof states)[])
          for (const pressed of [false, true]) {
            const read = (property: string) => colourOf(resolved(css, tone, state, pressed, property), theme, under)
            const ratio = contrast(read('color'), read('background'))
            if (ratio < 4.5) faults.push(`${theme} ${tone} ${state}${pressed ? ' pressed' : ''}: ${ratio.toFixed(2)}`)
          }
  return faults
}

const buttonCss = styles.find(({ path }) => path.endsWith('ui/Button.module.css'))?.text ?? ''

test('[TZ5] the label of a button of each tone is readable at rest, hovered, pressed and disabled in all themes', () => {
  expect(buttonFaults(buttonCss)).toEqual([])
})

test('[TZ6] a hovered main button with a pale ground would be noticed', () => {
  const planted = buttonCss.replace('--over: var(--accent-hover)', '--over: var(--raised)')
  expect(planted).not.toBe(buttonCss)
  expect(buttonFaults(planted)).toContainEqual(expect.stringMatching(/^day main hover: 1\.\d+$/))
})

test('[RWB2] the text of a toast, its undo and the ring of its focus stand out from its ground in all themes', () => {
  const blocks = blocksOf(styles.find(({ path }) => path.endsWith('ui/Toast.module.css'))?.text ?? '')
  const declared = (selector: string) =>
    blocks.find((block) => block.selector.split(/,\s*/).includes(selector))?.declared ?? {}
  const { background, color } = declared('.toast')
  // Controls inherit the colour of the text around them.
  const { background: under, color: undo = color } = declared('.undo')
  expect(under).toBe('none')
  const pairs = [
    [color, 4.5],
    [undo, 4.5],
    [declared('.undo:focus-visible')['outline-color'], 3],
  ] as const
  for (const theme of themeNames) {
    const colour = (value = '') => {
      const token = tokenNames.find((name) => `var(${variableOf(name)})` === value)
      return token === undefined ? expect.fail(`${value} is not a token`) : themes[theme][token]
    }
    for (const [value, least] of pairs)
      expect(contrast(colour(value), colour(background)), `${theme} ${value}`).toBeGreaterThanOrEqual(least)
  }
})
