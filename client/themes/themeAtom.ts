import { atom } from 'jotai'
import { phaseAt } from '../../shared/features/world/timeOfDay.ts'
import { isDark, type Mood, moodNames, moods, tokenNames } from './themes.ts'

/** A mood that the reader chose, or the island's own time of day. */
export type MoodChoice = Mood | 'island'

const storageKey = 'waterhole.mood'

/** A browser may forbid storage: the choice then lasts as long as the page. */
const stored = (): MoodChoice => {
  try {
    return moodNames.find((mood) => mood === localStorage.getItem(storageKey)) ?? 'island'
  } catch {
    return 'island'
  }
}

const store = (choice: MoodChoice) => {
  try {
    if (choice === 'island') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Nothing to mend: the choice holds until the page is closed.
  }
}

const choiceAtom = atom<MoodChoice>(stored())

export const moodChoiceAtom = atom(
  (get) => get(choiceAtom),
  (_get, set, choice: MoodChoice) => {
    store(choice)
    set(choiceAtom, choice)
  },
)

/** The phase of the reader's own day, for when the game tells no time. @param at the reader's epoch ms */
export const localPhase = (at: number): Mood => {
  const clock = new Date(at)
  return phaseAt(clock.getHours() * 60 + clock.getMinutes())
}

/** The mood that the page is drawn in. Written by `MoodKeeper` alone. */
export const moodAtom = atom<Mood>(localPhase(Date.now()))

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Puts the colours of a mood where every style finds them: `--ink-soft` and its like, on the root of the page. */
export function applyMood(mood: Mood, root: HTMLElement = document.documentElement) {
  for (const name of tokenNames) root.style.setProperty(`--${kebab(name)}`, moods[mood][name])
  root.style.colorScheme = isDark(mood) ? 'dark' : 'light'
  root.dataset.mood = mood
}
