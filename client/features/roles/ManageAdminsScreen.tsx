import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { roleHistory } from '../../../shared/features/roles/queries.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { AccountSearch } from './AccountSearch.tsx'
import { PermissionGate } from './Gated.tsx'
import { changeLabel } from './grants.ts'
import { PersonRights } from './PersonRights.tsx'
import styles from './RoleHistory.module.css'
import { StaffList } from './StaffList.tsx'
import { ViewAs } from './ViewAs.tsx'

/** For owners: the rights of all staff, and who granted them. */
export const ManageAdminsScreen = () => (
  <PermissionGate title="Staff and roles" needs="manageAdmins">
    {(principal) => <ManageAdmins principal={principal} />}
  </PermissionGate>
)

function ManageAdmins({ principal }: { readonly principal: Principal }) {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('account')
  const { state, value, at } = useDocument(staff, staffKey)
  const heading = useRef<HTMLHeadingElement>(null)
  // Where the rights are below the list, a press on the chosen account leads to them again.
  const choose = (account: string) => (account === chosen ? heading.current?.focus() : setQuery({ account }))
  const rights =
    chosen && value ? (
      <PersonRights key={chosen} principal={principal} account={chosen} grants={value.grants} heading={heading} />
    ) : (
      <EmptyState picture="compass" title="No account chosen.">
        <p>Find an account, or choose one from the list.</p>
      </EmptyState>
    )
  return (
    <FormPage
      {...alwaysReady}
      title="Staff and roles"
      lead="Changes reach every open page within a second."
      density="table"
      aside={rights}
    >
      <Part title="Find an account">
        <AccountSearch grants={value?.grants ?? {}} chosen={chosen} onChoose={choose} />
      </Part>
      <Part title="Staff">
        {state === 'here' ? (
          <StaffList grants={value.grants} chosen={chosen} onChoose={choose} />
        ) : (
          <p role="status">{state === 'loading' ? 'Loading staff…' : 'You can no longer see this list.'}</p>
        )}
      </Part>
      <Part title="View the site as" description="You see what that role sees, and can't change anything.">
        <ViewAs />
      </Part>
      <Part title="History" description="Changes to roles and permissions, newest first.">
        <RoleHistory changedAt={at} />
      </Part>
    </FormPage>
  )
}

/** The changes of rights, page by page. @param changedAt the last change of rights: the query is repeated after another one */
export function RoleHistory({ changedAt }: { readonly changedAt: number | null }) {
  const paging = usePaging<number>()
  const { state, value, refusal, reload } = useQuery(roleHistory, { before: paging.before })
  const seen = useRef(changedAt)
  useEffect(() => {
    if (seen.current === changedAt) return
    seen.current = changedAt
    reload()
  }, [changedAt, reload])

  return (
    <div className={styles.history}>
      {refusal && state === 'refused' ? (
        <div className={styles.refused}>
          <Problem>{refusal.message}</Problem>
          <Button onClick={reload}>Refresh</Button>
        </div>
      ) : null}
      {value === null ? (
        state === 'loading' ? (
          <p role="status">Loading history…</p>
        ) : null
      ) : value.changes.length === 0 ? (
        <p>No changes yet.</p>
      ) : (
        <Changes {...value} />
      )}
      <Pager paging={paging} next={value?.next ?? null} isLoading={state === 'loading'} />
    </div>
  )
}

type HistoryPage = NonNullable<ReturnType<typeof useQuery<typeof roleHistory>>['value']>

const Changes = ({ changes, names }: HistoryPage) => (
  <ol className={styles.list} aria-label="History">
    {changes.map((change) => (
      <li key={change.seq} className={styles.change}>
        <span className={styles.when}>
          <On at={change.at} />
        </span>
        <span className={styles.target}>{names[change.account] || change.account}</span>
        <span>{changeLabel(change)}</span>
        <span className={styles.by}>by {names[change.by] || change.by}</span>
      </li>
    ))}
  </ol>
)
