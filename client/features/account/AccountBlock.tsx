import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type Account, account, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { switchActive } from '../../../shared/features/account/commands.ts'
import { providerNames, providers } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ThemeMenu } from '../../themes/ThemeMenu.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { OwnBalances } from '../wallet/Balances.tsx'
import styles from './AccountBlock.module.css'
import { Avatar } from './Avatar.tsx'
import { LogOutEverywhere } from './LogOutEverywhere.tsx'
import { type MenuPlace, MenuPlaces } from './MenuPlaces.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { connectionStatusLabels } from './profileOf.ts'
import { SignInMenu } from './SignInMenu.tsx'
import { useSessionChange } from './signIn.ts'

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

/** The principal of this page and the actions on the own account: in the head of every page. */
function AccountMenu({ principal, places }: AccountMenuProps) {
  const own = useDocument(account, principal.id).value
  const connection = useConnection()
  const { busyLabel, problem, start } = useSessionChange()
  const [isConfirming, setConfirming] = useState(false)
  const picture = own?.[own.active]?.avatar ?? ''
  return (
    <div className={styles.account}>
      <Disclosure title="Account" face={<Face principal={principal} picture={picture} busyLabel={busyLabel} />}>
        {(close) => (
          <>
            <MenuHead principal={principal} own={own} />
            <div className={styles.balances}>
              <OwnBalances account={principal.id} onGo={close} />
            </div>
            <MenuPlaces places={[{ path: '/profile', name: 'Profile' }, ...places]} onGo={close} />
            {own ? <SwitchAccount own={own} /> : null}
            <div className={styles.theme}>
              <ThemeMenu />
            </div>
            <ul className={styles.actions}>
              <MenuButton
                disabled={busyLabel !== null}
                onClick={() => void start('Logging out', () => signOut(connection))}
              >
                {busyLabel ?? 'Log out'}
              </MenuButton>
              <MenuButton
                onClick={() => {
                  close()
                  setConfirming(true)
                }}
              >
                Log out everywhere
              </MenuButton>
            </ul>
          </>
        )}
      </Disclosure>
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
      {isConfirming ? (
        <LogOutEverywhere title="Log out everywhere?" action="Log out everywhere" onDone={() => setConfirming(false)} />
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
        <span className={styles.name}>{busyLabel ?? principal.name}</span>
        <RoleBadge role={principal.role} />
      </span>
      <Stroke size={16}>
        <path d="M5 8l5 5 5-5" />
      </Stroke>
    </span>
  )
}

function MenuHead({ principal, own }: { readonly principal: Principal; readonly own: Account | null }) {
  return (
    <div className={styles.menuHead}>
      <p className={styles.leadName}>{principal.name}</p>
      <RoleBadge role={principal.role} />
      <p className={styles.status}>{own ? connectionStatusLabels[connectionStatusOf(own)] : 'Loading your account…'}</p>
    </div>
  )
}

interface MenuButtonProps {
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: string
}

function MenuButton({ disabled = false, onClick, children }: MenuButtonProps) {
  return (
    <li>
      <button type="button" className={styles.act} disabled={disabled} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}

/** Chooses the linked account whose name and picture are shown, where two are linked. */
function SwitchAccount({ own }: { readonly own: Account }) {
  const { run, busy, refusal, dismiss } = useCommand(switchActive)
  if (!own.steam || !own.discord) return null
  const options = providers.map((provider) => ({
    key: provider,
    name: own[provider]?.displayName ?? '',
    description: providerNames[provider],
    face: <ProviderMark provider={provider} />,
  }))
  return (
    <section className={styles.switch} aria-label="Shown as">
      <p className={styles.small}>{busy ? 'Switching …' : 'Shown as'}</p>
      <Choices
        options={options}
        chosen={own.active}
        disabled={busy}
        onChoose={(provider) => provider !== own.active && void run({ provider })}
      />
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </section>
  )
}
