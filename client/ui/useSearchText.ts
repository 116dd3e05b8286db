import { z } from 'zod'
import { textProblem } from './textRules.ts'
import { useDraft } from './useDraft.ts'

interface Searched {
  /** Names the search on its page. */
  readonly name: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly longest: number
}

/** A text that is too long to search for, and the search that goes on meanwhile. */
const Excess = z.object({ text: z.string(), besides: z.string() }).nullable()

/** The text of a search field. One that is too long stays in the field and is named as too long, and the list stays as it was. */
export function useSearchText({ name, value, onChange, longest }: Searched) {
  const { value: excess, change: setExcess } = useDraft(`excess ${name}`, Excess, null)
  // A search that changes elsewhere, as by Back, replaces a text that was too long.
  const text = excess?.besides === value ? excess.text : value
  const change = (typed: string) => {
    const isLong = textProblem(typed, { longest }) !== null
    setExcess(isLong ? { text: typed, besides: value } : null)
    if (!isLong) onChange(typed)
  }
  return { text, problem: textProblem(text, { longest }), change }
}
