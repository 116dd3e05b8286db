import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mayActOn, type Role } from '../../../shared/engine/permissions.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { tellAtom } from '../../ui/Toasts.tsx'
import styles from './PersonRights.module.css'
import { inRole, roleWords } from './permissionLabels.ts'

interface RoleChoiceProps {
  readonly person: Person
  readonly role: Role
  readonly isLocked: boolean
}

const inOrder: readonly Role[] = ['player', 'moderator', 'admin', 'owner']

/** What somebody is. Making staff of them can be undone; making an owner cannot, and taking it away is asked first. */
export function RoleChoice({ person, role, isLocked }: RoleChoiceProps) {
  const { run, busy, refusal, dismiss } = useCommand(setRole)
  const [wanted, setWanted] = useState<Role | null>(null)
  const [asked, setAsked] = useState<Role | null>(null)
  const tell = useSetAtom(tellAtom)
  const set = async (next: Role) => {
    setWanted(next)
    const { ok } = await run({ account: person.account, role: next })
    if (ok) tell(`${person.name} is ${inRole(next)} now.`, () => void run({ account: person.account, role }))
  }
  const choose = (next: Role) => {
    if (next === role) return
    if (next === 'owner' || mayActOn(role, next)) setAsked(next)
    else void set(next)
  }
  return (
    <div className={styles.roles}>
      <fieldset className={styles.choices}>
        <legend>Role</legend>
        {inOrder.map((one) => (
          <Button
            key={one}
            aria-pressed={one === role}
            disabled={isLocked || (busy && one !== wanted)}
            flight={busy && one === wanted ? 'Setting' : null}
            onClick={() => choose(one)}
          >
            {roleWords[one]}
          </Button>
        ))}
      </fieldset>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {asked ? <RoleQuestion person={person} role={role} next={asked} onClose={() => setAsked(null)} /> : null}
    </div>
  )
}

interface RoleQuestionProps {
  readonly person: Person
  readonly role: Role
  readonly next: Role
  readonly onClose: () => void
}

function RoleQuestion({ person: { name, account }, role, next, onClose }: RoleQuestionProps) {
  const isOwner = next === 'owner'
  return (
    <Question
      command={setRole}
      input={{ account, role: next }}
      title={isOwner ? `Make ${name} an owner?` : `Take “${roleWords[role]}” from ${name}?`}
      act={isOwner ? `Make ${name} an owner` : `Make ${name} ${inRole(next)}`}
      flight="Setting the role"
      done={`${name} is ${inRole(next)} now.`}
      onClose={onClose}
    >
      {isOwner ? (
        <p>
          {name} may then do everything here, and make others staff. Only an owner by the hub’s configuration or its
          owner key can take it back.
        </p>
      ) : (
        <p>
          {name} is {inRole(next)} at once, in every browser where they are signed in, and loses sight of what only{' '}
          {role}s see.
        </p>
      )}
    </Question>
  )
}
