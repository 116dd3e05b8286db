import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { Choices } from '../ui/Choices.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import { applyMood, type MoodChoice, moodAtom, moodChoiceAtom } from './themeAtom.ts'
import { type Mood, moodNames } from './themes.ts'

const moodWords = { dawn: 'Dawn', day: 'Day', dusk: 'Dusk', night: 'Night' } as const

const island = (
  <Stroke>
    <path d="M2 14c3-6 5-9 8-9s4 3 5 5 2 3 3 4zM2 17.5h16" />
  </Stroke>
)

const options = [
  { key: 'island', name: 'Island time', words: 'Follows the light on the server', face: island },
  ...moodNames.map((mood) => ({ key: mood, name: moodWords[mood], face: <MoodGlyph mood={mood} /> })),
] as const

/** Chooses the light that the page is drawn in. */
export function MoodMenu() {
  const mood = useAtomValue(moodAtom)
  const [choice, setChoice] = useAtom(moodChoiceAtom)
  const label = `Light: ${choice === 'island' ? `island time, ${moodWords[mood].toLowerCase()}` : moodWords[choice]}`
  return (
    <Disclosure label={label} title="Light" face={<MoodGlyph mood={mood} />}>
      {(close) => (
        <Choices<MoodChoice>
          options={options}
          chosen={choice}
          onChoose={(wanted) => {
            setChoice(wanted)
            close()
          }}
        />
      )}
    </Disclosure>
  )
}

const drawings: Readonly<Record<Mood, string>> = {
  dawn: 'M2 15h16M5 15a5 5 0 0 1 10 0M10 3v3M3.5 7.5l2 1.5M16.5 7.5l-2 1.5M5 18h10',
  day: 'M6.5 10a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M15.6 4.4l-1.4 1.4M5.8 14.2l-1.4 1.4',
  dusk: 'M2 13h16M5 13a5 5 0 0 1 10 0M4 16h12M7 19h6M10 2v4M8 4.5 10 6.5l2-2',
  night: 'M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8zM14.5 3v3M13 4.5h3',
}

export function MoodGlyph({ mood, size = 20 }: { readonly mood: Mood; readonly size?: number }) {
  return (
    <Stroke size={size}>
      <path d={drawings[mood]} />
    </Stroke>
  )
}

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
