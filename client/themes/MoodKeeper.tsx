import { useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { applyMood } from './applyMood.ts'
import { moodAtom, moodChoiceAtom } from './moodAtom.ts'
import type { Mood } from './moods.ts'

/** Draws the page in the chosen mood, or in the island's. @param island the phase that the island is in */
export function MoodKeeper({ island }: { readonly island: Mood }) {
  const choice = useAtomValue(moodChoiceAtom)
  const setMood = useSetAtom(moodAtom)
  const mood = choice === 'island' ? island : choice
  useLayoutEffect(() => {
    applyMood(mood)
    setMood(mood)
  }, [mood, setMood])
  return null
}
