import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import { endElevation } from '../../../shared/features/session/commands.ts'
import { longestSecret } from '../../../shared/features/session/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On, Until } from '../../ui/Time.tsx'
import {
  type Elevations,
  elevationsAbove,
  fetchElevations,
  isNothing,
  shownPrincipalAtom,
  useElevate,
} from './elevation.ts'
import { roleLabels } from './roleLabels.ts'
import styles from './Upgrade.module.css'

/** Elevates this session to a role by its password. Closed at first. */
export function UpgradePanel() {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const row = useRef<HTMLDivElement>(null)
  const panel = useId()
  const onElevated = (answer: string) => {
    setOpen(false)
    setMessage(answer)
    // The focused form is gone.
    row.current?.querySelector('button')?.focus()
  }
  return (
    <div className={styles.upgrade}>
      <div ref={row} className={styles.row}>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => {
            setMessage('')
            setOpen(!isOpen)
          }}
        >
          Upgrade Role
        </Button>
        <p className={styles.note} role="status">
          {message}
        </p>
      </div>
      {isOpen ? (
        <div id={panel} className={styles.panel}>
          <UpgradeForms onElevated={onElevated} />
        </div>
      ) : null}
    </div>
  )
}

/** The forms that work on this hub for the present role, or why there are none. */
function UpgradeForms({ onElevated }: { readonly onElevated: (message: string) => void }) {
  const role = useAtomValue(shownPrincipalAtom)?.role ?? 'player'
  const [elevations, setElevations] = useState<Elevations | null | 'asking'>('asking')
  useEffect(() => {
    let isShown = true
    void fetchElevations().then((answer) => isShown && setElevations(answer))
    return () => {
      isShown = false
    }
  }, [])
  if (elevations === 'asking') return <p role="status">Loading…</p>
  if (elevations === null) return <p role="alert">Can't reach the hub. Close this and try again.</p>
  if (isNothing(elevations)) return <p role="status">This hub has no role passwords.</p>
  const above = elevationsAbove(elevations, role)
  if (isNothing(above)) return <p role="status">You already have the highest role that a password gives.</p>
  return (
    <>
      {above.roles.length > 0 ? <RolePasswordForm choices={above.roles} onElevated={onElevated} /> : null}
      {above.ownerKey ? <OwnerKeyForm isOnly={above.roles.length === 0} onElevated={onElevated} /> : null}
    </>
  )
}

interface FormProps {
  readonly onElevated: (message: string) => void
}

/** A role and its password. The typed password disappears with the form. */
function RolePasswordForm({ choices, onElevated }: FormProps & { readonly choices: readonly Role[] }) {
  const group = useId()
  const [chosen, setRole] = useState<Role>('moderator')
  // The lowest available role, until one is chosen.
  const role = choices.includes(chosen) ? chosen : (choices.at(-1) ?? chosen)
  const [password, setPassword] = useState('')
  const { busy, problem, elevate, clearProblem } = useElevate(onElevated)
  return (
    <Form
      label="Upgrade to a role"
      action="Upgrade"
      busyLabel={busy ? 'Upgrading…' : null}
      onSubmit={() => void elevate({ role, password })}
    >
      <fieldset className={styles.roles}>
        <legend>Role</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles.role}>
            <input type="radio" name={group} checked={role === choice} onChange={() => setRole(choice)} />
            {roleLabels[choice]}
          </label>
        ))}
      </fieldset>
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        needed="Enter the password."
        longest={longestSecret}
        value={password}
        problem={problem}
        onValue={(value) => {
          clearProblem()
          setPassword(value)
        }}
      />
    </Form>
  )
}

/** The owner key, for when no owner can sign in otherwise. */
function OwnerKeyForm({ isOnly, onElevated }: FormProps & { readonly isOnly: boolean }) {
  const [ownerKey, setOwnerKey] = useState('')
  const { busy, problem, elevate, clearProblem } = useElevate(onElevated)
  return (
    <Form
      label="Upgrade to owner"
      action="Use owner key"
      tone="plain"
      busyLabel={busy ? 'Upgrading…' : null}
      onSubmit={() => void elevate({ ownerKey })}
    >
      <Field
        label={isOnly ? 'The owner key' : 'Or the owner key'}
        type="password"
        autoComplete="off"
        needed="Enter the owner key."
        longest={longestSecret}
        hint="The person who installed the hub has it."
        value={ownerKey}
        problem={problem}
        onValue={(value) => {
          clearProblem()
          setOwnerKey(value)
        }}
      />
    </Form>
  )
}

/** The elevated rights of this session, their end, and the button that drops them. */
export function ElevatedRights({ until }: { readonly until: number }) {
  const { run, busy, refusal, dismiss } = useCommand(endElevation)
  return (
    <div className={styles.elevated}>
      <p>
        <strong>Upgraded for this session.</strong> It ends in <Until at={until} />, on <On at={until} />, or when you
        log out.
      </p>
      <Button busyLabel={busy ? 'Ending…' : null} onClick={() => void run({})}>
        End upgrade
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}
