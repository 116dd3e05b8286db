import { useSearchParams } from 'wouter'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Part } from '../../ui/Part.tsx'
import { AccountSearch } from './AccountSearch.tsx'
import { GatedPage } from './Gated.tsx'
import styles from './ManageAdminsScreen.module.css'
import { PersonRights } from './PersonRights.tsx'
import { RoleHistory } from './RoleHistory.tsx'
import { StaffList } from './StaffList.tsx'
import { ViewAs } from './ViewAs.tsx'

/** For owners: the rights of all staff, and who granted them. */
export function ManageAdminsScreen() {
  return (
    <GatedPage
      wide
      title="Manage admins"
      lead="Who may do what. A change reaches every open page of theirs within a second."
      needs="manageAdmins"
    >
      {(principal) => <ManageAdmins principal={principal} />}
    </GatedPage>
  )
}

function ManageAdmins({ principal }: { readonly principal: Principal }) {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('account')
  const { state, value, at } = useDocument(staff, staffKey)
  const choose = (account: string) => setQuery({ account })
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.identity}>
          <Part title="Find an account">
            <AccountSearch grants={value?.grants ?? {}} chosen={chosen} onChoose={choose} />
          </Part>
          <Part title="Who has rights">
            {state === 'here' ? (
              <StaffList grants={value.grants} chosen={chosen} onChoose={choose} />
            ) : (
              <p role="status">
                {state === 'loading' ? 'Fetching the list.' : 'The hub does not show it to you any more.'}
              </p>
            )}
          </Part>
        </div>
        <div className={styles.rights}>
          {chosen && value ? (
            <PersonRights key={chosen} principal={principal} account={chosen} grants={value.grants} />
          ) : (
            <div className={styles.unchosen}>
              <EmptyState picture="compass" title="Nobody is chosen">
                <p>Find an account, or take one from the list, to see its rights and change them.</p>
              </EmptyState>
            </div>
          )}
        </div>
        <div className={styles.view}>
          <Part title="View the site as" description="You see what that role sees, and change nothing until you stop.">
            <ViewAs />
          </Part>
        </div>
      </div>
      <Part title="History" description="Every change of rights, the newest first.">
        <RoleHistory changedAt={at} />
      </Part>
    </>
  )
}
