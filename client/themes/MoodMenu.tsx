import { useAtom, useAtomValue } from 'jotai'
import { Choices } from '../ui/Choices.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import { MoodGlyph } from './MoodGlyph.tsx'
import { type MoodChoice, moodAtom, moodChoiceAtom } from './moodAtom.ts'
import { moodNames } from './moods.ts'

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
