import { type SubmitEvent, useId, useState } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { roleWords } from '../session/roleWords.ts'
import styles from './UpgradePanel.module.css'
import { useRaise } from './useRaise.ts'

interface FormProps {
  readonly onRaised: (message: string) => void
}

/** A role, and its password. What was typed is gone with the form once it was right. */
export function RolePasswordForm({ choices, onRaised }: FormProps & { readonly choices: readonly Role[] }) {
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
export function OwnerKeyForm({ isOnly, onRaised }: FormProps & { readonly isOnly: boolean }) {
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
