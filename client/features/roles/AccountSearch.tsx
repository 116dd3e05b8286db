import type { ReactNode } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import type { Staff } from '../../../shared/features/rights/staff.ts'
import { findAccounts } from '../../../shared/features/roles/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { textProblem } from '../../ui/textRules.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './AccountSearch.module.css'
import { grantOf, roleOf } from './grants.ts'
import { RoleBadge } from './RoleBadge.tsx'
import { useDemoRoles } from './useDemoRoles.ts'

interface AccountSearchProps {
  readonly grants: Staff['grants']
  readonly chosen: string | null
  readonly onChoose: (account: string) => void
}

const pauseMs = 250
const longest = 100

/** Finds accounts by a part of the name or by an id. Asks after a pause in typing. */
export function AccountSearch({ grants, chosen, onChoose }: AccountSearchProps) {
  const { value: text, change } = useTextDraft('account search')
  const problem = textProblem(text, { longest })
  const wanted = useDebounced(problem ? '' : text.trim(), pauseMs)
  return (
    <search className={styles.search}>
      <Field
        label="Name or ID"
        type="search"
        autoComplete="off"
        spellCheck={false}
        longest={longest}
        problem={problem}
        hint="Part of the name, or a full account ID, SteamID64 or Discord ID."
        value={text}
        onValue={change}
      />
      {wanted === '' ? null : <Found text={wanted} grants={grants} chosen={chosen} onChoose={onChoose} />}
    </search>
  )
}

function Found({ text, grants, chosen, onChoose }: AccountSearchProps & { readonly text: string }) {
  const { state, value, refusal, reload } = useQuery(findAccounts, { text })
  const { higherRoleOf } = useDemoRoles()
  if (refusal && state === 'refused')
    return (
      <div className={styles.refused}>
        <Problem>{refusal.message}</Problem>
        <Button onClick={reload}>Refresh</Button>
      </div>
    )
  const people = value?.people ?? []
  return (
    <>
      <p className={styles.note} role="status">
        {state === 'loading' ? 'Searching…' : foundLabel(people.length)}
      </p>
      {people.length === 0 ? null : (
        <ul className={styles.list} aria-label="Found accounts">
          {people.map(({ account, name, byConfiguration, hasSteam, hasDiscord }) => (
            <li key={account}>
              <AccountRow
                name={name || account}
                role={higherRoleOf(account, roleOf({ byConfiguration }, grantOf(grants, account)))}
                detail={[account, hasSteam ? 'Steam' : '', hasDiscord ? 'Discord' : ''].filter(Boolean).join(' · ')}
                isChosen={account === chosen}
                onChoose={() => onChoose(account)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const foundLabel = (found: number) =>
  found === 0
    ? 'No account matches. Players who never signed in have none.'
    : found === 1
      ? '1 account.'
      : `${found} accounts, best match first.`

interface AccountRowProps {
  readonly name: string
  readonly role: Role
  readonly detail: ReactNode
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** An account to choose: name, role, and a detail that identifies it. */
export const AccountRow = ({ name, role, detail, isChosen, onChoose }: AccountRowProps) => (
  <button type="button" className={styles.row} aria-pressed={isChosen} onClick={onChoose}>
    <span className={styles.name}>{name}</span>
    <RoleBadge role={role} />
    <span className={styles.description}>{detail}</span>
  </button>
)
