import { useEffect, useRef, useState } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import { endSessions } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import type { Grant, Staff } from '../../../shared/features/roles/staff.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Confirm.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import type { You } from './elevation.ts'
import { grantOf, roleOf, whyLocked } from './grants.ts'
import styles from './PersonRights.module.css'
import { RightsTable } from './RightsTable.tsx'
import { RoleBadge } from './RoleBadge.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import { useNames } from './StaffList.tsx'

interface PersonRightsProps {
  readonly you: You
  readonly account: string
  readonly grants: Staff['grants']
}

/** One account: what it is and may, who said so, and the ways to change it. */
export function PersonRights({ you, account, grants }: PersonRightsProps) {
  const grant = grantOf(grants, account)
  const { state, refusal, personOf, nameOf } = useNames([account, grant.by, you.id])
  const person = personOf(account)
  if (!person)
    return state === 'here' ? (
      <Blank picture="tracks" title="There is no such account">
        <p>It was removed, or the address of this page is wrong.</p>
      </Blank>
    ) : refusal ? (
      <Blank picture="mast" title="The account did not come">
        <p>{refusal.message}</p>
      </Blank>
    ) : (
      <Blank picture="lantern" title="Fetching the account" />
    )
  const isFirstOwner = isFirst(you, grants, personOf(you.id)?.byConfiguration ?? false)
  const locked = whyLocked({ ...you, isFirstOwner }, person, grant)
  const role = roleOf(person, grant)
  return (
    <section className={styles.person} aria-label={`Rights of ${person.name}`}>
      <PersonHead person={person} role={role} grant={grant} by={nameOf(grant.by)} />
      {locked ? <p className={styles.locked}>{locked}</p> : null}
      <RoleChoice person={person} role={role} isLocked={locked !== null} />
      <RightsTable person={person} grant={grant} role={role} isLocked={locked !== null} />
      <EndSessions person={person} isLocked={locked !== null} />
    </section>
  )
}

interface PersonHeadProps {
  readonly person: Person
  readonly role: Role
  readonly grant: Grant
  /** The name of whoever changed these rights last. */
  readonly by: string
}

/** Who it is. Whoever chose somebody is led here, also where it stands below the list. */
function PersonHead({ person: { account, name, createdAt }, role, grant, by }: PersonHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className={styles.head}>
      <h2 ref={heading} tabIndex={-1} className={styles.name}>
        {name || account}
      </h2>
      <RoleBadge role={role} />
      <p className={styles.words}>
        {account} · here since <On at={createdAt} />
      </p>
      <p className={styles.words}>
        {grant.at === 0 ? (
          'Nobody has changed these rights.'
        ) : (
          <>
            Changed by {by || 'the hub'}, <Ago at={grant.at} />.
          </>
        )}
      </p>
    </header>
  )
}

const isFirst = ({ id, role, session }: You, grants: Staff['grants'], byConfiguration: boolean) =>
  role === 'owner' && (grantOf(grants, id).role !== 'owner' || session?.raisedUntil != null || byConfiguration)

interface EndSessionsProps {
  readonly person: Person
  readonly isLocked: boolean
}

/** For whoever has lost their device, or must not be in. */
function EndSessions({ person: { account, name }, isLocked }: EndSessionsProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <p>
        <Button disabled={isLocked} onClick={() => setAsked(true)}>
          Log {name} out everywhere
        </Button>
      </p>
      {isAsked ? (
        <Question
          command={endSessions}
          input={{ account }}
          title={`Log ${name} out everywhere?`}
          act={`Log ${name} out`}
          flight="Ending their sessions"
          done={`${name} is logged out everywhere.`}
          onClose={() => setAsked(false)}
        >
          <p>
            Every browser of {name} is out at once, and their tokens are revoked: programs that act for them stop. Their
            rights stay, and they can sign in again.
          </p>
        </Question>
      ) : null}
    </>
  )
}
