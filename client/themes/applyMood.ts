import { isDark, type Mood, moods, tokenNames } from './moods.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Puts the colours of a mood where every style finds them: `--ink-soft` and its like, on the root of the page. */
export function applyMood(mood: Mood, root: HTMLElement = document.documentElement) {
  for (const name of tokenNames) root.style.setProperty(`--${kebab(name)}`, moods[mood][name])
  root.style.colorScheme = isDark(mood) ? 'dark' : 'light'
  root.dataset.mood = mood
}
