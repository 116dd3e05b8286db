import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import type { SavedSearch } from '../../../shared/engine/search/suggestSearch.ts'
import { removeSearch, saveSearch } from '../../../shared/features/searches/commands.ts'
import { longestSearchName, type SearchedList, savedSearches } from '../../../shared/features/searches/searches.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft, useTextDraft } from '../../ui/useDraft.ts'
import styles from './SavedSearches.module.css'

interface Saved extends SavedSearch {
  readonly id: string
}

/** The searches that the user has saved for a list, in alphabetical order. */
export function useSavedSearches(accountId: string, list: SearchedList): readonly Saved[] {
  const { value } = useDocument(savedSearches, accountId)
  return Object.entries(value?.searches ?? {})
    .filter(([, one]) => one.list === list)
    .map(([id, { name, text }]) => ({ id, name, text }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

const mostRecent = 8

/** The latest searches of this tab, the latest first. */
export function useRecentSearches(list: SearchedList) {
  const { value, change } = useDraft(`recent searches of ${list}`, z.array(z.string()), [])
  return {
    recent: value,
    remember: (text: string) =>
      change((before) => [text, ...before.filter((one) => one !== text)].slice(0, mostRecent)),
  }
}

interface SavedSearchesProps {
  readonly list: SearchedList
  readonly saved: readonly Saved[]
  /** The present search; '' for none, or for one that is not understood. */
  readonly text: string
  readonly onPick: (text: string) => void
}

/** A button that opens the saved searches: to use, save and delete. */
export function SavedSearches(props: SavedSearchesProps) {
  const [isOpen, setOpen] = useState(false)
  const { saved } = props
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Saved searches{saved.length > 0 ? ` (${saved.length})` : ''}
      </Button>
      {isOpen ? <SavedDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function SavedDialog({ list, saved, text, onPick, onClose }: SavedSearchesProps & { readonly onClose: () => void }) {
  const removal = useCommand(removeSearch)
  const isSaved = saved.some((one) => one.text === text)
  return (
    <Dialog title="Saved searches" onClose={onClose}>
      <DialogBody>
        <Stack>
          {text !== '' && !isSaved ? <SaveForm list={list} text={text} /> : null}
          {removal.refusal ? <Problem onDismiss={removal.dismiss}>{removal.refusal.message}</Problem> : null}
          {saved.length === 0 ? (
            <p className={styles.none}>
              No saved searches yet. {text === '' ? 'Type a search first, then save it here.' : ''}
            </p>
          ) : (
            <ul className={styles.saved} aria-label="Saved searches">
              {saved.map((one) => (
                <li key={one.id} className={styles.one}>
                  <button
                    type="button"
                    className={styles.pick}
                    onClick={() => {
                      onPick(one.text)
                      onClose()
                    }}
                  >
                    <span className={styles.name}>{one.name}</span>
                    <code className={styles.text}>{one.text}</code>
                  </button>
                  <Button
                    tone="quiet"
                    aria-label={`Delete ${one.name}`}
                    disabled={removal.busy}
                    onClick={() => void removal.run({ id: one.id })}
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Stack>
      </DialogBody>
    </Dialog>
  )
}

function SaveForm({ list, text }: Pick<SavedSearchesProps, 'list' | 'text'>) {
  const { run, busy, refusal, dismiss } = useCommand(saveSearch)
  const showToast = useSetAtom(showToastAtom)
  const { value: name, change: setName, clear } = useTextDraft(`name of a search of ${list}`)
  const save = async () => {
    if (!(await run({ list, name, text })).ok) return
    clear()
    showToast(`Saved “${name.trim()}”.`)
  }
  return (
    <Form
      label="Save this search"
      action="Save search"
      busyLabel={busy ? 'Saving…' : null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void save()}
    >
      <p>
        Save <code className={styles.text}>{text}</code>
      </p>
      <Field
        label="Name"
        value={name}
        onValue={setName}
        needed="Enter a name for the search."
        longest={longestSearchName}
      />
    </Form>
  )
}
