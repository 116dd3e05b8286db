import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { z } from 'zod'
import type { Command } from '../../../shared/engine/command.ts'
import { longestPinName, longestPinNote } from '../../../shared/features/timeline/pins.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { CheckedForm } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'

interface Texts {
  readonly name: string
  readonly note: string
}

interface PinDialogProps<C extends Command> {
  readonly title: string
  readonly command: C
  readonly inputOf: (texts: Texts) => z.input<C['input']>
  readonly texts?: Texts
  /** What the pin keeps, and what it takes of the quota. */
  readonly hint?: string
  readonly action: string
  readonly done: string
  readonly onClose: () => void
}

/** The name and the note of a pin, new or changed. */
export function PinDialog<C extends Command>(props: PinDialogProps<C>) {
  const { title, command, inputOf, texts = { name: '', note: '' }, hint, action, done, onClose } = props
  const [name, setName] = useState(texts.name)
  const [note, setNote] = useState(texts.note)
  const { run, busy, refusal } = useCommand(command)
  const showToast = useSetAtom(showToastAtom)
  const submit = async () => {
    if (!(await run(inputOf({ name: name.trim(), note: note.trim() }))).ok) return
    showToast(done)
    onClose()
  }
  return (
    <Dialog title={title} hasClose={false} onClose={onClose}>
      <CheckedForm isBusy={busy} onSubmit={() => void submit()}>
        <DialogBody>
          <Stack>
            {hint ? <p>{hint}</p> : null}
            <Field
              label="Name"
              autoComplete="off"
              needed="Enter a name for the pin."
              longest={longestPinName}
              value={name}
              onValue={setName}
            />
            <TextArea label="Note" rows={4} longest={longestPinNote} value={note} onValue={setNote} />
            {refusal ? <Problem>{refusal.message}</Problem> : null}
          </Stack>
        </DialogBody>
        <DialogActions>
          <CancelButton isBusy={busy} onCancel={onClose} />
          <Button type="submit" tone="main" busyLabel={busy ? 'Saving…' : null}>
            {action}
          </Button>
        </DialogActions>
      </CheckedForm>
    </Dialog>
  )
}
