import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { profile } from '../../../shared/features/profile/profile.ts'
import {
  accountNotes,
  longestNote,
  readsNotes,
  removeNote,
  type StaffNote,
  staffNotes,
  writeNote,
} from '../../../shared/features/staffNotes/staffNotes.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { Ago } from '../../ui/Time.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './PlayerNotes.module.css'

interface PlayerNotesProps {
  /** The game's id; null for an account without a linked player. */
  readonly player: string | null
  readonly account: string | null
}

/** The notes of staff about a player, for staff who may kick or ban. Staff see none about themselves. */
export function PlayerNotes({ player, account }: PlayerNotesProps) {
  const { may, principal } = useAtomValue(accessAtom)
  const isReader = readsNotes({ can: (permission) => may.includes(permission) })
  const key = player ?? account
  if (!isReader || key === null || principal?.id === account) return null
  return <Notes player={key} account={account ?? key} />
}

/** Before an account is linked to a player its notes are with the account. */
function Notes({ player, account }: { readonly player: string; readonly account: string }) {
  const { value: ofPlayer, state } = useDocument(staffNotes, player)
  const ofAccount = useDocument(accountNotes, account).value
  const own = Object.entries(ofPlayer?.notes ?? {}).map(([id, note]) => ({ id, note, key: player }))
  const before = Object.entries(ofAccount?.notes ?? {}).map(([id, note]) => ({ id, note, key: account }))
  const all = [...own, ...before].sort((one, other) => other.note.at - one.note.at)
  // As those about the reader's own player.
  if (state === 'refused') return null
  return (
    <section className={styles.notes} aria-label="Notes">
      <h3>Notes</h3>
      {ofPlayer !== null && all.length === 0 ? <p className={styles.soft}>No notes yet.</p> : null}
      <ul>
        {all.map((one) => (
          <OneNote key={one.id} id={one.id} player={one.key} note={one.note} />
        ))}
      </ul>
      <WriteNote player={player} />
    </section>
  )
}

interface OneNoteProps {
  readonly id: string
  /** The key of the document that holds it. */
  readonly player: string
  readonly note: StaffNote
}

function OneNote({ id, player, note: { by, at, text } }: OneNoteProps) {
  const { may, principal } = useAtomValue(accessAtom)
  const author = useDocument(profile, by).value
  const { run, busy, refusal, dismiss } = useCommand(removeNote)
  const isMine = principal?.id === by
  const name = isMine ? 'You' : author?.name || 'Staff'
  return (
    <li>
      <p className={styles.text}>{text}</p>
      <p className={styles.soft}>
        {name} · <Ago at={at} />
        {isMine || may.includes('ownerPanel') ? (
          <Button
            tone="quiet"
            aria-label={`Delete the note by ${name}`}
            busyLabel={busy ? 'Deleting…' : null}
            onClick={() => void run({ player, id })}
          >
            Delete
          </Button>
        ) : null}
      </p>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </li>
  )
}

/** A form behind a button, so that the drawer stays short. */
function WriteNote({ player }: { readonly player: string }) {
  const { value: text, change, clear } = useTextDraft(`note about ${player}`)
  const [isOpen, setOpen] = useState(text !== '')
  const { run, busy, refusal, dismiss } = useCommand(writeNote)
  const write = async () => {
    if (!(await run({ player, text })).ok) return
    clear()
    setOpen(false)
  }
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Add note</Button>
      </div>
    )
  return (
    <Form
      label="Add a note"
      action="Save note"
      busyLabel={busy ? 'Saving…' : null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void write()}
      onCancel={() => {
        clear()
        setOpen(false)
      }}
    >
      <TextArea
        label="Note"
        hint="Staff who may kick or ban read it. The player gets it with their data, without your name."
        needed="Write something."
        longest={longestNote}
        rows={3}
        value={text}
        onValue={change}
      />
    </Form>
  )
}
