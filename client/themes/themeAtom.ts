import { atom } from 'jotai'
import { phaseAt } from '../../shared/features/world/timeOfDay.ts'
import { isDark, type Theme, themeNames, themes, tokenNames } from './themes.ts'

/** The theme of the page: one that the user fixed, the island's, light or dark as the device is set, or in a demo all in turn. */
export type ThemeChoice = Theme | 'island' | 'device' | 'cycle'

/** The theme of the map: the page's, or the island's, so that the time of day tints the map alone. */
export type MapThemeChoice = 'page' | 'island'

const pageChoices: readonly [ThemeChoice, ...ThemeChoice[]] = ['island', 'device', ...themeNames, 'cycle']
/** What a night has beside its colours. */
export type NightSky = 'both' | 'stars' | 'scratches' | 'plain'

const nightSkies: readonly [NightSky, ...NightSky[]] = ['both', 'stars', 'scratches', 'plain']
const mapChoices: readonly [MapThemeChoice, MapThemeChoice] = ['page', 'island']

/** A choice that this browser keeps. If it forbids storage, the choice lasts as long as the page. @param choices the first is the default */
function keptChoiceAtom<Choice extends string>(key: string, choices: readonly [Choice, ...Choice[]]) {
  const [usual] = choices
  const stored = (): Choice => {
    try {
      return choices.find((choice) => choice === localStorage.getItem(key)) ?? usual
    } catch {
      return usual
    }
  }
  const store = (choice: Choice) => {
    try {
      if (choice === usual) localStorage.removeItem(key)
      else localStorage.setItem(key, choice)
    } catch {
      // The choice holds until the page is closed.
    }
  }
  const chosen = atom(stored())
  return atom(
    (get) => get(chosen),
    (_get, set, choice: Choice) => {
      store(choice)
      set(chosen, choice)
    },
  )
}

export const themeChoiceAtom = keptChoiceAtom('waterhole.mood', pageChoices)
export const mapThemeChoiceAtom = keptChoiceAtom('waterhole.mapMood', mapChoices)
export const nightSkyAtom = keptChoiceAtom('waterhole.nightSky', nightSkies)

/** How long each theme of the demo's cycle lasts. */
export const cycleStepMs = 30_000
const cycle: readonly Theme[] = ['dawn', 'day', 'dusk', 'night']

/** The theme of the demo's cycle, the same in all browsers. @param now server epoch ms */
export const cycleThemeAt = (now: number): Theme => cycle[Math.floor(now / cycleStepMs) % cycle.length] ?? 'day'

/** The present theme of the cycle; null where the hub is not a demo, which has none. Written by `ThemeKeeper` alone. */
export const cycleThemeAtom = atom<Theme | null>(null)

/** The phase of the user's local day, used when the game sends no time. @param at epoch ms, in the user's time zone */
export const localPhase = (at: number): Theme => {
  const clock = new Date(at)
  return phaseAt(clock.getHours() * 60 + clock.getMinutes())
}

/** The theme of the island's phase of day. Written by `ThemeKeeper` alone. */
export const islandThemeAtom = atom<Theme>(localPhase(Date.now()))

/** Whether the device asks for dark pages. Written by `ThemeKeeper` alone. */
export const isDeviceDarkAtom = atom(false)

/** The theme in which the page is drawn. */
export const themeAtom = atom((get): Theme => {
  const choice = get(themeChoiceAtom)
  // A cycle that was chosen in a demo is not one elsewhere.
  if (choice === 'cycle') return get(cycleThemeAtom) ?? get(islandThemeAtom)
  if (choice === 'island') return get(islandThemeAtom)
  return choice === 'device' ? (get(isDeviceDarkAtom) ? 'night' : 'day') : choice
})

/** The theme in which the map is drawn. */
export const mapThemeAtom = atom(
  (get): Theme => (get(mapThemeChoiceAtom) === 'island' ? get(islandThemeAtom) : get(themeAtom)),
)

/** Writes the colours of a theme as CSS variables (`--ink-soft`) on the root of the page. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement) {
  for (const name of tokenNames) root.style.setProperty(variableOf(name), themes[theme][name])
  for (const [name, colour] of Object.entries(drawingColours(theme))) root.style.setProperty(variableOf(name), colour)
  root.style.colorScheme = isDark(theme) ? 'dark' : 'light'
  root.dataset.theme = theme
}

/**
 * Of drawings of animals. On a dark page the outline is dark as well: a pale one would turn the drawing into its negative. (The
 * function `light-dark` of CSS is not a choice: the build replaces it by one that does not follow `color-scheme` set here.)
 */
export const drawingColours = (theme: Theme) => {
  const { ink, raised, table } = themes[theme]
  return isDark(theme)
    ? { drawnLight: ink, drawnGround: table, drawnOutline: table }
    : { drawnLight: raised, drawnGround: raised, drawnOutline: ink }
}

/** The colours under a map, for elements that lie on it: the map may have another theme than the page. */
export const mapVariables = (theme: Theme): Readonly<Record<string, string>> =>
  Object.fromEntries((['sea', 'mapInk', 'mapHalo'] as const).map((name) => [variableOf(name), themes[theme][name]]))

/** `inkSoft` is `--ink-soft` in styles. */
export const variableOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
