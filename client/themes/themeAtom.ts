import { atom } from 'jotai'
import { phaseAt } from '../../shared/features/world/timeOfDay.ts'
import { isDark, type Theme, themeNames, themes, tokenNames } from './themes.ts'

/** A theme that the user chose, or the one of the island's time of day. */
export type ThemeChoice = Theme | 'island'

const storageKey = 'waterhole.mood'

/** If the browser forbids storage, the choice lasts as long as the page. */
const stored = (): ThemeChoice => {
  try {
    return themeNames.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'island'
  } catch {
    return 'island'
  }
}

const store = (choice: ThemeChoice) => {
  try {
    if (choice === 'island') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // The choice holds until the page is closed.
  }
}

const choiceAtom = atom<ThemeChoice>(stored())

export const themeChoiceAtom = atom(
  (get) => get(choiceAtom),
  (_get, set, choice: ThemeChoice) => {
    store(choice)
    set(choiceAtom, choice)
  },
)

/** The phase of the user's local day, used when the game sends no time. @param at epoch ms, in the user's time zone */
export const localPhase = (at: number): Theme => {
  const clock = new Date(at)
  return phaseAt(clock.getHours() * 60 + clock.getMinutes())
}

/** The theme in which the page is drawn. Written by `ThemeKeeper` alone. */
export const themeAtom = atom<Theme>(localPhase(Date.now()))

/** Writes the colours of a theme as CSS variables (`--ink-soft`) on the root of the page. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement) {
  for (const name of tokenNames) root.style.setProperty(`--${kebab(name)}`, themes[theme][name])
  root.style.colorScheme = isDark(theme) ? 'dark' : 'light'
  root.dataset.theme = theme
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
