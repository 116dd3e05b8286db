import { useSearchParams } from 'wouter'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Part } from '../../ui/Part.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { AccountSearch } from './AccountSearch.tsx'
import { PermissionGate } from './Gated.tsx'
import { PersonRights } from './PersonRights.tsx'
import { RoleHistory } from './RoleHistory.tsx'
import { StaffList } from './StaffList.tsx'
import { ViewAs } from './ViewAs.tsx'

/** For owners: the rights of all staff, and who granted them. */
export const ManageAdminsScreen = () => (
  <PermissionGate title="Manage admins" needs="manageAdmins">
    {(principal) => <ManageAdmins principal={principal} />}
  </PermissionGate>
)

function ManageAdmins({ principal }: { readonly principal: Principal }) {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('account')
  const { state, value, at } = useDocument(staff, staffKey)
  const choose = (account: string) => setQuery({ account })
  const rights =
    chosen && value ? (
      <PersonRights key={chosen} principal={principal} account={chosen} grants={value.grants} />
    ) : (
      <EmptyState picture="compass" title="No account chosen">
        <p>Find an account, or choose one from the list.</p>
      </EmptyState>
    )
  return (
    <FormPage
      {...alwaysReady}
      title="Manage admins"
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
      <Part title="View the site as" description="You see what that role sees, and can’t change anything.">
        <ViewAs />
      </Part>
      <Part title="History" description="Changes of rights, newest first.">
        <RoleHistory changedAt={at} />
      </Part>
    </FormPage>
  )
}
