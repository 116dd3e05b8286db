import { useAtomValue } from 'jotai'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import { lowerSession } from '../../../shared/features/session/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On, Until } from '../../ui/Time.tsx'
import { fetchRaisable, isNothing, type Raisable, raisableAbove, shownYouAtom, useRaise } from './elevation.ts'
import { roleWords } from './permissionLabels.ts'
import styles from './Upgrade.module.css'

/** Folded away until somebody wants it: the rights of a role, lent to this session for its password. */
export function UpgradePanel() {
  const [isOpen, setOpen] = useState(false)
  const [told, setTold] = useState('')
  const row = useRef<HTMLDivElement>(null)
  const panel = useId()
  const onRaised = (words: string) => {
    setOpen(false)
    setTold(words)
    // The form that had the focus is gone.
    row.current?.querySelector('button')?.focus()
  }
  return (
    <div className={styles.upgrade}>
      <div ref={row} className={styles.row}>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => {
            setTold('')
            setOpen(!isOpen)
          }}
        >
          Upgrade Role
        </Button>
        <p className={styles.told} role="status">
          {told}
        </p>
      </div>
      {isOpen ? (
        <div id={panel} className={styles.panel}>
          <UpgradeWays onRaised={onRaised} />
        </div>
      ) : null}
    </div>
  )
}

/** The forms that can work on this hub for whoever looks, or why there are none. */
function UpgradeWays({ onRaised }: { readonly onRaised: (words: string) => void }) {
  const role = useAtomValue(shownYouAtom)?.role ?? 'player'
  const [told, setTold] = useState<Raisable | null | 'asking'>('asking')
  useEffect(() => {
    let isShown = true
    void fetchRaisable().then((raisable) => isShown && setTold(raisable))
    return () => {
      isShown = false
    }
  }, [])
  if (told === 'asking') return <p role="status">Asking the hub which passwords there are.</p>
  if (told === null) return <p role="alert">The hub did not say which passwords there are. Close this and try again.</p>
  if (isNothing(told)) return <p role="status">No role password is set up on this hub.</p>
  const above = raisableAbove(told, role)
  if (isNothing(above)) return <p role="status">No password of this hub gives more than you have.</p>
  return (
    <>
      {above.roles.length > 0 ? <RolePasswordForm choices={above.roles} onRaised={onRaised} /> : null}
      {above.ownerKey ? <OwnerKeyForm isOnly={above.roles.length === 0} onRaised={onRaised} /> : null}
    </>
  )
}

interface FormProps {
  readonly onRaised: (message: string) => void
}

/** A role, and its password. What was typed is gone with the form once it was right. */
function RolePasswordForm({ choices, onRaised }: FormProps & { readonly choices: readonly Role[] }) {
  const group = useId()
  const [chosen, setRole] = useState<Role>('moderator')
  // The lowest that there is, until one is chosen.
  const role = choices.includes(chosen) ? chosen : (choices.at(-1) ?? chosen)
  const [password, setPassword] = useState('')
  const { busy, problem, raise, forgive } = useRaise(onRaised)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && password !== '') void raise({ role, password })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <fieldset className={styles.roles}>
        <legend>Role</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles.role}>
            <input type="radio" name={group} checked={role === choice} onChange={() => setRole(choice)} />
            {roleWords[choice]}
          </label>
        ))}
      </fieldset>
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={1_024}
        value={password}
        problem={problem}
        onValue={(value) => {
          forgive()
          setPassword(value)
        }}
      />
      <Button type="submit" tone="main" disabled={password === ''} flight={busy ? 'Upgrading' : null}>
        Upgrade
      </Button>
    </form>
  )
}

/** What whoever installed the hub keeps, for when no owner can come in otherwise. */
function OwnerKeyForm({ isOnly, onRaised }: FormProps & { readonly isOnly: boolean }) {
  const [ownerKey, setOwnerKey] = useState('')
  const { busy, problem, raise, forgive } = useRaise(onRaised)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && ownerKey !== '') void raise({ ownerKey })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label={isOnly ? 'The owner key' : 'Or the owner key'}
        type="password"
        autoComplete="off"
        maxLength={1_024}
        hint="Whoever installed the hub has it."
        value={ownerKey}
        problem={problem}
        onValue={(value) => {
          forgive()
          setOwnerKey(value)
        }}
      />
      <Button type="submit" disabled={ownerKey === ''} flight={busy ? 'Upgrading' : null}>
        Use owner key
      </Button>
    </form>
  )
}

/** What a password has lent to this session, until when, and the way to give it back. */
export function LentRights({ until }: { readonly until: number }) {
  const { run, busy, refusal, dismiss } = useCommand(lowerSession)
  return (
    <div className={styles.lent}>
      <p>
        <strong>Lent to this session.</strong> It ends by itself in <Until at={until} />, on <On at={until} />, or when
        you log out.
      </p>
      <Button flight={busy ? 'Giving back' : null} onClick={() => void run({})}>
        Give back
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}
