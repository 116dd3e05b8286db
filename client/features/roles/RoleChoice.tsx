import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { withArticle } from '../../../shared/engine/article.ts'
import { mayActOn, permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './PersonRights.module.css'
import { roleLabels } from './roleLabels.ts'

interface RoleChoiceProps {
  readonly legend: string
  readonly person: Person
  readonly role: Role
  /** Only an owner makes an owner. */
  readonly mayMakeOwners: boolean
  readonly isLocked: boolean
}

const inOrder: readonly Role[] = ['player', 'moderator', 'admin', 'owner']

/** Sets the role. A promotion to staff can be undone; a promotion to owner cannot, and a demotion asks first. */
export function RoleChoice({ legend, person, role, mayMakeOwners, isLocked }: RoleChoiceProps) {
  const { run, busy, refusal, dismiss } = useCommand(setRole)
  const undoing = useCommand(setRole)
  const [wanted, setWanted] = useState<Role | null>(null)
  const [unconfirmed, setUnconfirmed] = useState<Role | null>(null)
  const showToast = useSetAtom(showToastAtom)
  // Told in a toast: by then another account may be shown here.
  const undo = async () => {
    const undone = await undoing.run({ account: person.account, role })
    showToast(undone.ok ? `${person.name} is ${withArticle(role)} again.` : undone.message)
  }
  const set = async (next: Role) => {
    setWanted(next)
    const { ok } = await run({ account: person.account, role: next })
    if (ok) showToast(`${person.name} is now ${withArticle(next)}.`, () => void undo())
  }
  const choose = (next: Role) => {
    if (next === role) return
    if (next === 'owner' || mayActOn(role, next)) setUnconfirmed(next)
    else void set(next)
  }
  const { may } = useAtomValue(accessAtom)
  const mayGive = (one: Role) =>
    (one !== 'owner' || mayMakeOwners) && permissionsOf[one].every((permission) => may.includes(permission))
  const offered = inOrder.filter((one) => one === role || mayGive(one))
  return (
    <div className={styles.roles}>
      <fieldset className={styles.choices}>
        <legend>{legend}</legend>
        {offered.map((one) => (
          <Button
            key={one}
            aria-pressed={one === role}
            disabled={isLocked || (busy && one !== wanted)}
            busyLabel={busy && one === wanted ? 'Saving…' : null}
            onClick={() => choose(one)}
          >
            {roleLabels[one]}
          </Button>
        ))}
      </fieldset>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {unconfirmed ? (
        <ConfirmRole person={person} role={role} next={unconfirmed} onClose={() => setUnconfirmed(null)} />
      ) : null}
    </div>
  )
}

interface ConfirmRoleProps {
  readonly person: Person
  readonly role: Role
  readonly next: Role
  readonly onClose: () => void
}

function ConfirmRole({ person: { name, account }, role, next, onClose }: ConfirmRoleProps) {
  const isOwner = next === 'owner'
  return (
    <ConfirmCommand
      command={setRole}
      input={{ account, role: next }}
      title={isOwner ? `Make ${name} an owner?` : `Remove the role ${roleLabels[role]} from ${name}?`}
      action={isOwner ? `Make ${name} an owner` : `Make ${name} ${withArticle(next)}`}
      busyLabel="Saving…"
      done={`${name} is now ${withArticle(next)}.`}
      onClose={onClose}
    >
      {isOwner ? (
        <p>
          {name} can then do everything here, and give others roles. Only an owner set by the hub's configuration or its
          owner key can undo this.
        </p>
      ) : (
        <p>
          {name} becomes {withArticle(next)} at once, in every browser where they are signed in, and loses the
          permissions of {withArticle(role)}.
        </p>
      )}
    </ConfirmCommand>
  )
}
