import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { SearchDefinition } from '../../shared/engine/search/fields.ts'
import type { ParsedSearch, SearchProblem } from '../../shared/engine/search/parseSearch.ts'
import { longestSearch } from '../../shared/engine/search/parseSearch.ts'
import {
  type SavedSearch,
  type Suggestion,
  suggestionsFor,
  withSuggestion,
} from '../../shared/engine/search/suggestSearch.ts'
import { OptionList, optionId } from './OptionList.tsx'
import styles from './QueryField.module.css'
import { SearchInput } from './SearchInput.tsx'
import { useDebounced } from './useDebounced.ts'

interface QueryFieldProps<Row> {
  readonly label: string
  readonly definition: SearchDefinition<Row>
  /** The rows of the whole list: their texts are suggested. */
  readonly rows: readonly Row[]
  readonly text: string
  readonly onText: (text: string) => void
  /** What `parseSearch` says of the text. */
  readonly parsed: ParsedSearch
  readonly saved: readonly SavedSearch[]
  readonly recent: readonly string[]
  /** The user has finished a search that was understood. */
  readonly onUsed: (text: string) => void
  /** Server time, epoch ms. */
  readonly now: number
  /** What one may type: `species:tri growth>0.5`. */
  readonly hint: string
}

/**
 * A search field that suggests how to go on, and names what it cannot understand with its place. Arrows go through the suggestions, Enter
 * picks one, Escape closes them.
 */
export function QueryField<Row>(props: QueryFieldProps<Row>) {
  const { label, definition, rows, text, onText, parsed, saved, recent, onUsed, now, hint } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Where the cursor is put next. */
  const placed = useRef<number | null>(null)
  /** The suggestion that the arrows have reached, -1 before the first; null while they are closed. */
  const [at, setAt] = useState<number | null>(null)
  const [cursor, setCursor] = useState(text.length)
  const [isFocused, setFocused] = useState(false)
  const { problem, onEntered } = useShownProblem(text, parsed, isFocused)
  const options =
    at === null ? [] : suggestionsFor(definition, text, Math.min(cursor, text.length), { rows, saved, recent, now })
  const isOpen = options.length > 0

  // Once the text of a suggestion is in the field, before another key is pressed.
  useLayoutEffect(() => {
    if (placed.current !== null) input.current?.setSelectionRange(placed.current, placed.current)
    placed.current = null
  })
  const type = (next: string, place: number) => {
    onText(next)
    setCursor(place)
    setAt(-1)
  }
  const pick = (one: Suggestion) => {
    const next = withSuggestion(text, one)
    type(next.text, next.cursor)
    if (one.kind === 'saved' || one.kind === 'recent') setAt(null)
    placed.current = next.cursor
  }
  const finish = () => {
    setAt(null)
    if (parsed.ok && text.trim() !== '') onUsed(text.trim())
  }
  const onEnter = () => {
    onEntered()
    finish()
  }
  return (
    <div className={styles.query}>
      <SearchInput
        ref={input}
        label={label}
        role="combobox"
        value={text}
        placeholder={hint}
        maxLength={longestSearch}
        autoCapitalize="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && options[at ?? -1] ? optionId(id, at ?? -1) : undefined}
        problemId={problem === null ? null : `${id}-problem`}
        onChange={({ target }) => type(target.value, target.selectionStart ?? target.value.length)}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
        onClick={() => setAt(-1)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          finish()
        }}
        onKeyDown={keysOf({ options, at, setAt, pick, onEnter })}
      />
      {isOpen ? (
        <OptionList
          id={id}
          label="Suggestions"
          className={styles.list}
          options={options.map(toOption)}
          at={at}
          onPick={({ suggestion }) => pick(suggestion)}
        />
      ) : null}
      {problem ? <Problem id={`${id}-problem`} text={text} problem={problem} /> : null}
    </div>
  )
}

/** What is typed without a pause of this length goes on. */
const pauseMs = 800

/** What is wrong, as far as it is shown: the end of what is being typed is not wrong yet, until Enter or a pause. */
function useShownProblem(text: string, parsed: ParsedSearch, isFocused: boolean) {
  const [entered, setEntered] = useState<string | null>(null)
  const paused = useDebounced(text, pauseMs)
  const isEnd = !parsed.ok && parsed.problem.to >= text.trimEnd().length
  const isTyping = isFocused && isEnd && text !== paused && text !== entered
  return { problem: parsed.ok || isTyping ? null : parsed.problem, onEntered: () => setEntered(text) }
}

const kindNames: Readonly<Record<Suggestion['kind'], string>> = {
  filter: 'Filter',
  value: 'Filter',
  word: 'Word',
  saved: 'Saved',
  recent: 'Recent',
}

const toOption = (suggestion: Suggestion) => ({
  key: `${suggestion.kind} ${suggestion.insert}`,
  name: suggestion.insert.trim(),
  detail: (
    <>
      {suggestion.what}
      <span className="unseen">, {kindNames[suggestion.kind]}</span>
    </>
  ),
  suggestion,
})

/** The search with the wrong part marked, and what is wrong with it. */
const Problem = ({
  id,
  text,
  problem: { message, from, to },
}: {
  id: string
  text: string
  problem: SearchProblem
}) => (
  <p id={id} className={styles.problem} role="status">
    <code className={styles.source} dir="auto">
      {text.slice(0, from)}
      <mark className={styles.wrong}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </code>
    <span>{message} The list shows the last search that was understood.</span>
  </p>
)

interface Keys {
  readonly options: readonly Suggestion[]
  readonly at: number | null
  readonly setAt: (at: number | null) => void
  readonly pick: (one: Suggestion) => void
  readonly onEnter: () => void
}

const keysOf =
  ({ options, at, setAt, pick, onEnter }: Keys) =>
  (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const { length } = options
    if (step !== 0) {
      event.preventDefault()
      if (length === 0) setAt(-1)
      else setAt((Math.max(at ?? -1, step < 0 ? 0 : -1) + step + length) % length)
    }
    if (event.key === 'Escape' && length > 0) {
      event.preventDefault()
      event.stopPropagation()
      setAt(null)
    }
    if (event.key !== 'Enter') return
    const option = options[at ?? -1]
    if (!option) return onEnter()
    event.preventDefault()
    pick(option)
  }
