import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { type Gate, gateNames, longestSecret } from '../../../shared/features/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useElevate } from './elevation.ts'

interface GateButtonProps {
  readonly gate: Gate
  /** Of the button, and of the dialog that it opens: `Event admin`. */
  readonly name: string
  /** Of the field: `Admin password`. */
  readonly label: string
  readonly hint?: string
  /** The message for an empty field: `Enter the password.` */
  readonly needed: string
}

/** Opens a gate for this session by its code. Nothing where this hub has no such code, or for a guest, for whom the hub names none. */
export function GateButton({ gate, name, label, hint, needed }: GateButtonProps) {
  const [isOffered, setOffered] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isShown = true
    void fetchGates().then((gates) => isShown && setOffered(gates.includes(gate)))
    return () => {
      isShown = false
    }
  }, [gate])
  if (!isOffered) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen ? (
        <Dialog title={name} onClose={() => setOpen(false)}>
          <DialogBody>
            <GateForm
              gate={gate}
              name={name}
              label={label}
              hint={hint}
              needed={needed}
              onClose={() => setOpen(false)}
            />
          </DialogBody>
        </Dialog>
      ) : null}
    </>
  )
}

interface GateFormProps extends Omit<GateButtonProps, 'hint'> {
  readonly hint: string | undefined
  readonly onClose: () => void
}

function GateForm({ gate, name, label, hint, needed, onClose }: GateFormProps) {
  const [code, setCode] = useState('')
  const showToast = useSetAtom(showToastAtom)
  const { busy, problem, elevate, clearProblem } = useElevate((message) => {
    showToast(message)
    onClose()
  })
  return (
    <Form
      label={name}
      action="Open"
      busyLabel={busy ? 'Checking…' : null}
      onSubmit={() => void elevate({ gate, code })}
      onCancel={onClose}
    >
      <Field
        label={label}
        hint={hint}
        type="password"
        autoComplete="off"
        autoFocus
        needed={needed}
        longest={longestSecret}
        value={code}
        problem={problem}
        onValue={(value) => {
          clearProblem()
          setCode(value)
        }}
      />
    </Form>
  )
}

const Gates = z.object({ gates: z.array(z.enum(gateNames)).default([]) })

/** The gates for which this hub has a code; none if it did not answer. */
async function fetchGates(): Promise<readonly Gate[]> {
  try {
    const response = await fetch('/auth/raisable', { credentials: 'same-origin' })
    return response.ok ? Gates.parse(await response.json()).gates : []
  } catch {
    return []
  }
}
