import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { Choices } from '../ui/Choices.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import { applyTheme, type ThemeChoice, themeAtom, themeChoiceAtom } from './themeAtom.ts'
import { type Theme, themeNames } from './themes.ts'

const labels = { dawn: 'Dawn', day: 'Day', dusk: 'Dusk', night: 'Night' } as const

const island = (
  <Stroke>
    <path d="M2 14c3-6 5-9 8-9s4 3 5 5 2 3 3 4zM2 17.5h16" />
  </Stroke>
)

const options = [
  { key: 'island', name: 'Island time', description: 'Follows the light on the server', face: island },
  ...themeNames.map((theme) => ({ key: theme, name: labels[theme], face: <ThemeGlyph theme={theme} /> })),
] as const

/** Chooses the theme of the page. */
export function ThemeMenu() {
  const theme = useAtomValue(themeAtom)
  const [choice, setChoice] = useAtom(themeChoiceAtom)
  const label = `Light: ${choice === 'island' ? `island time, ${labels[theme].toLowerCase()}` : labels[choice]}`
  return (
    <Disclosure label={label} title="Light" face={<ThemeGlyph theme={theme} />}>
      {(close) => (
        <Choices<ThemeChoice>
          options={options}
          chosen={choice}
          onChoose={(chosen) => {
            setChoice(chosen)
            close()
          }}
        />
      )}
    </Disclosure>
  )
}

/** Draws the page in the chosen theme, or in the island's. @param island the theme of the island's phase of day */
export function ThemeKeeper({ island }: { readonly island: Theme }) {
  const choice = useAtomValue(themeChoiceAtom)
  const setTheme = useSetAtom(themeAtom)
  const theme = choice === 'island' ? island : choice
  useLayoutEffect(() => {
    applyTheme(theme)
    setTheme(theme)
  }, [theme, setTheme])
  return null
}

export function ThemeGlyph({ theme, size = 20 }: { readonly theme: Theme; readonly size?: number }) {
  return (
    <Stroke size={size}>
      <path d={drawings[theme]} />
    </Stroke>
  )
}

const drawings: Readonly<Record<Theme, string>> = {
  dawn: 'M2 15h16M5 15a5 5 0 0 1 10 0M10 3v3M3.5 7.5l2 1.5M16.5 7.5l-2 1.5M5 18h10',
  day: 'M6.5 10a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M15.6 4.4l-1.4 1.4M5.8 14.2l-1.4 1.4',
  dusk: 'M2 13h16M5 13a5 5 0 0 1 10 0M4 16h12M7 19h6M10 2v4M8 4.5 10 6.5l2-2',
  night: 'M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8zM14.5 3v3M13 4.5h3',
}
