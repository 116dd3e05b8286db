import { useSearchParams } from 'wouter'
import { staff, staffKey } from '../../../shared/features/roles/staff.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Part } from '../../ui/Part.tsx'
import { AccountSearch } from './AccountSearch.tsx'
import type { You } from './elevation.ts'
import { GatedPage } from './GatedPage.tsx'
import styles from './ManageAdminsScreen.module.css'
import { PersonRights } from './PersonRights.tsx'
import { RoleHistory } from './RoleHistory.tsx'
import { StaffList } from './StaffList.tsx'
import { ViewAs } from './ViewAs.tsx'

/** Who may do what in this house, and who said so: for owners. */
export function ManageAdminsScreen() {
  return (
    <GatedPage
      wide
      title="Manage admins"
      lead="Who may do what. A change reaches every open page of theirs within a second."
      needs="manageAdmins"
    >
      {(you) => <Desk you={you} />}
    </GatedPage>
  )
}

function Desk({ you }: { readonly you: You }) {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('account')
  const { state, value, at } = useDocument(staff, staffKey)
  const choose = (account: string) => setQuery({ account })
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.who}>
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
        <div className={styles.whose}>
          {chosen && value ? (
            <PersonRights key={chosen} you={you} account={chosen} grants={value.grants} />
          ) : (
            <div className={styles.nobody}>
              <Blank picture="compass" title="Nobody is chosen">
                <p>Find an account, or take one from the list, to see its rights and change them.</p>
              </Blank>
            </div>
          )}
        </div>
        <div className={styles.view}>
          <Part title="View the site as" words="You see what that role sees, and change nothing until you stop.">
            <ViewAs />
          </Part>
        </div>
      </div>
      <Part title="History" words="Every change of rights, the newest first.">
        <RoleHistory changedAt={at} />
      </Part>
    </>
  )
}
