import { useEffect } from 'react'
import type { SearchDefinition } from '../../shared/engine/search/fields.ts'
import { helpOf } from '../../shared/engine/search/matchSearch.ts'
import { Dialog, DialogBody } from './Dialog.tsx'
import styles from './SearchHelp.module.css'
import { Stroke } from './Stroke.tsx'
import { IconButton } from './Tooltip.tsx'
import { useIsNarrow } from './useIsNarrow.ts'

export interface SearchHelpProps<Row> {
  readonly definition: SearchDefinition<Row>
  /** Keys of the list, with what they do. */
  readonly keys?: readonly (readonly [key: string, does: string])[]
  /** Puts an example into the search. */
  readonly onPick: (text: string) => void
  readonly onClose: () => void
}

const wording: readonly (readonly [text: string, does: string])[] = [
  ['a b', 'Both have to be true: a space is enough, or "and"'],
  ['a or b', 'Either is enough'],
  ['not a, -a', 'Leaves out what matches a'],
  ['(a or b) c', 'Brackets group words'],
  ['"two words"', 'Quotation marks keep a text with spaces together'],
  ['field=word', 'The whole text; with ":" a part of it is enough'],
  ['field:5..9', 'From 5 to 9; "5.." and "..9" have one end'],
  ['field:none', 'Has no value'],
]

/** All filters of a search, made from its definition, and how they are put together. A phone has no keys. */
export function SearchHelp<Row>({ definition, keys = [], onPick, onClose }: SearchHelpProps<Row>) {
  const isNarrow = useIsNarrow()
  return (
    <Dialog title="How to search" size="wide" onClose={onClose}>
      <DialogBody>
        <div className={styles.help}>
          <section aria-label="Filters">
            <h3 className={styles.heading}>Filters</h3>
            <dl className={styles.rows}>
              {helpOf(definition).map(({ name, what, example, values }) => (
                <div key={name} className={styles.row}>
                  <dt>
                    <button type="button" className={styles.example} onClick={() => onPick(example)}>
                      {example}
                    </button>
                  </dt>
                  <dd>
                    {what}
                    {values.length > 0 ? <span className={styles.values}>{values.join(' · ')}</span> : null}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <div className={styles.side}>
            <Sheet title="Together" rows={wording} />
            {keys.length > 0 && !isNarrow ? <Sheet title={`Keys on a ${definition.noun}`} rows={keys} /> : null}
          </div>
        </div>
      </DialogBody>
    </Dialog>
  )
}

const Sheet = ({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }) => (
  <section aria-label={title}>
    <h3 className={styles.heading}>{title}</h3>
    <dl className={styles.rows}>
      {rows.map(([text, does]) => (
        <div key={text} className={styles.row}>
          <dt>
            <code>{text}</code>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Opens the help; so does a question mark, except where text is typed. */
export function HelpButton({ onPress }: { readonly onPress: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isText = target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]')
      if (event.key !== '?' || isText || event.defaultPrevented) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <IconButton label="How to search" keys="?" onPress={onPress}>
      <Stroke>
        <path d="M7 7.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M10 15.500h.01" />
      </Stroke>
    </IconButton>
  )
}
