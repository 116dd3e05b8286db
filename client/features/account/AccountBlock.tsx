import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { later } from '../../shell/screenCode.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import styles from './AccountBlock.module.css'
import { Avatar } from './Avatar.tsx'
import { accountPanelCode, MenuPanel } from './MenuPanel.tsx'
import type { MenuPlace } from './MenuPlaces.tsx'
import { SignInMenu } from './SignInMenu.tsx'
import { useSessionChange } from './signIn.ts'

const LogOutEverywhere = later(() => import('./LogOutEverywhere.tsx').then((module) => module.LogOutEverywhere))

interface AccountBlockProps {
  /** The pages that the menu links to. */
  readonly places: readonly MenuPlace[]
}

/** The account menu, or the sign-in menu for a guest. */
export function AccountBlock({ places }: AccountBlockProps) {
  const hello = useAtomValue(helloAtom)
  if (!hello) return null
  return hello.principal ? (
    <AccountMenu principal={hello.principal} places={places} />
  ) : (
    <SignInMenu demo={hello.demo} places={places} />
  )
}

interface AccountMenuProps extends AccountBlockProps {
  readonly principal: Principal
}

/** The principal of this page and the actions on their account: in the head of every page. */
function AccountMenu({ principal, places }: AccountMenuProps) {
  const own = useDocument(account, principal.id).value
  const change = useSessionChange()
  const { busyLabel, problem } = change
  const [isConfirming, setConfirming] = useState(false)
  const picture = own?.[own.active]?.avatar ?? ''
  // It comes in one file with the balances beside it.
  useEffect(() => void accountPanelCode.load().catch(() => {}), [])
  return (
    <div className={styles.account}>
      <Disclosure title="Account" face={<Face principal={principal} picture={picture} busyLabel={busyLabel} />}>
        {(close) => (
          <MenuPanel
            code={accountPanelCode}
            given={{ principal, own, places, change, onGo: close, onLogOutEverywhere: () => setConfirming(true) }}
          />
        )}
      </Disclosure>
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
      {isConfirming ? (
        <Suspense>
          <LogOutEverywhere
            title="Log out everywhere?"
            action="Log out everywhere"
            onDone={() => setConfirming(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

interface FaceProps {
  readonly principal: Principal
  readonly picture: string
  readonly busyLabel: string | null
}

function Face({ principal, picture, busyLabel }: FaceProps) {
  return (
    <span className={styles.face}>
      <span className="unseen">Account menu: </span>
      <Avatar name={principal.name} picture={picture} />
      <span className={styles.identity}>
        <span className={styles.name} dir="auto">
          {busyLabel ?? principal.name}
        </span>
        <RoleBadge role={principal.role} />
      </span>
      <Stroke size={16}>
        <path d="M5 8l5 5 5-5" />
      </Stroke>
    </span>
  )
}
