import { type RefObject, useEffect, useState } from 'react'
import { withArticle } from '../../../shared/engine/article.ts'
import { higherOf, type Role } from '../../../shared/engine/permissions.ts'
import type { Grant, Staff } from '../../../shared/features/rights/staff.ts'
import { endSessions } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { grantOf, roleOf, whyLocked } from './grants.ts'
import styles from './PersonRights.module.css'
import { RightsTable } from './RightsTable.tsx'
import { RoleBadge } from './RoleBadge.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import { useNames } from './StaffList.tsx'
import { useDemoRoles } from './useDemoRoles.ts'

interface PersonRightsProps {
  readonly principal: Principal
  readonly account: string
  readonly grants: Staff['grants']
  /** The name of the account, which takes the focus. */
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** One account: its role and permissions, who changed them, and the controls to change them. */
export function PersonRights({ principal, account, grants, heading }: PersonRightsProps) {
  const grant = grantOf(grants, account)
  const { state, refusal, personOf, nameOf } = useNames([account, grant.by, principal.id])
  const { demoRoleOf } = useDemoRoles()
  const person = personOf(account)
  if (!person)
    return state === 'here' ? (
      <EmptyState picture="tracks" title="Account not found.">
        <p>It was removed, or the address is wrong.</p>
      </EmptyState>
    ) : refusal ? (
      <EmptyState picture="mast" title="Can't load the account.">
        <p>{refusal.message}</p>
      </EmptyState>
    ) : (
      <EmptyState picture="lantern" title="Loading the account…" />
    )
  const isFirstOwner = isFirst(principal, grants, personOf(principal.id)?.byConfiguration ?? false)
  const locked = whyLocked({ ...principal, isFirstOwner }, person, grant)
  const role = roleOf(person, grant)
  const demoRole = demoRoleOf(account)
  return (
    <section className={styles.person} aria-label={`Permissions of ${person.name}`}>
      <PersonHead
        heading={heading}
        person={person}
        role={role}
        demoRole={demoRole}
        grant={grant}
        by={nameOf(grant.by)}
      />
      {locked ? <p className={styles.locked}>{locked}</p> : null}
      <RoleChoice
        legend={demoRole ? 'Role given by owners' : 'Role'}
        person={person}
        role={role}
        mayMakeOwners={principal.role === 'owner'}
        isLocked={locked !== null}
      />
      <RightsTable
        person={person}
        grant={grant}
        role={role}
        roleThatCounts={higherOf(role, demoRole ?? 'player')}
        isLocked={locked !== null}
      />
      <EndSessions person={person} isLocked={locked !== null} />
    </section>
  )
}

interface PersonHeadProps extends Pick<PersonRightsProps, 'heading'> {
  readonly person: Person
  readonly role: Role
  /** In the demo, the role of the sign-in. */
  readonly demoRole: Role | null
  readonly grant: Grant
  /** The name of the account that changed these rights last. */
  readonly by: string
}

/** The head of the account. It takes the focus when an account is chosen, even where it is below the list. */
function PersonHead({ heading, person, role, demoRole, grant, by }: PersonHeadProps) {
  const { account, name, createdAt } = person
  useEffect(() => heading.current?.focus(), [heading])
  return (
    <header className={styles.head}>
      <h2 ref={heading} tabIndex={-1} className={styles.name}>
        {name || account}
      </h2>
      <RoleBadge role={higherOf(role, demoRole ?? 'player')} />
      <p className={styles.description}>
        {account} · joined <On at={createdAt} />
      </p>
      <p className={styles.description}>
        {grant.at === 0 ? (
          'No owner has given this account a role or permissions.'
        ) : (
          <>
            Changed by {by || 'the hub'}, <Ago at={grant.at} isInSentence />.
          </>
        )}
      </p>
      {demoRole ? (
        <p className={styles.description}>
          Signed in to the demo as {withArticle(demoRole)}. That can't be changed here. Owners give the role below, and
          the higher of the two counts.
        </p>
      ) : null}
    </header>
  )
}

const isFirst = ({ id, role, session }: Principal, grants: Staff['grants'], byConfiguration: boolean) =>
  role === 'owner' && (grantOf(grants, id).role !== 'owner' || session?.elevatedUntil != null || byConfiguration)

interface EndSessionsProps {
  readonly person: Person
  readonly isLocked: boolean
}

/** For an account whose device was lost, or whose user must not be signed in. */
function EndSessions({ person: { account, name }, isLocked }: EndSessionsProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <p>
        <Button disabled={isLocked} onClick={() => setConfirming(true)}>
          Log {name} out everywhere
        </Button>
      </p>
      {isConfirming ? (
        <ConfirmCommand
          command={endSessions}
          input={{ account }}
          title={`Log ${name} out everywhere?`}
          action={`Log ${name} out`}
          busyLabel="Logging out…"
          done={`${name} is logged out everywhere.`}
          onClose={() => setConfirming(false)}
        >
          <p>
            {name} is logged out of every browser at once, and their tokens are revoked. They keep their role and can
            sign in again.
          </p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}
