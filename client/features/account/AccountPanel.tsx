import type { Account } from '../../../shared/features/account/account.ts'
import { switchActive } from '../../../shared/features/account/commands.ts'
import { providerNames, providers } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { Principal } from '../../connection/connectionState.ts'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ThemeMenu } from '../../themes/ThemeMenu.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { OwnBalances } from '../wallet/Balances.tsx'
import styles from './AccountBlock.module.css'
import { type MenuPlace, MenuPlaces } from './MenuPlaces.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { connectionLabel } from './profileOf.ts'
import type { useSessionChange } from './signIn.ts'
import { useSignInProviders } from './signIn.ts'

export interface AccountPanelProps {
  readonly principal: Principal
  readonly own: Account | null
  /** The pages that the menu links to. */
  readonly places: readonly MenuPlace[]
  /** The change of the session: it goes on while the panel is closed. */
  readonly change: Pick<ReturnType<typeof useSessionChange>, 'busyLabel' | 'start'>
  readonly onGo: () => void
  readonly onLogOutEverywhere: () => void
}

/** What the account menu opens to. */
export function AccountPanel({ principal, own, places, change, onGo, onLogOutEverywhere }: AccountPanelProps) {
  const connection = useConnection()
  const { busyLabel, start } = change
  return (
    <>
      <MenuHead principal={principal} own={own} />
      <div className={styles.balances}>
        <OwnBalances account={principal.id} onGo={onGo} />
      </div>
      <MenuPlaces places={[{ path: '/profile', name: 'Profile' }, ...places]} onGo={onGo} />
      {own ? <SwitchAccount own={own} /> : null}
      <div className={styles.theme}>
        <ThemeMenu />
      </div>
      <ul className={styles.actions}>
        <MenuButton disabled={busyLabel !== null} onClick={() => void start('Logging out', () => signOut(connection))}>
          {busyLabel ?? 'Log out'}
        </MenuButton>
        <MenuButton
          onClick={() => {
            onGo()
            onLogOutEverywhere()
          }}
        >
          Log out everywhere
        </MenuButton>
      </ul>
    </>
  )
}

function MenuHead({ principal, own }: { readonly principal: Principal; readonly own: Account | null }) {
  const configured = useSignInProviders()
  return (
    <div className={styles.menuHead}>
      <p className={styles.leadName}>{principal.name}</p>
      <RoleBadge role={principal.role} />
      <p className={styles.status}>{own ? connectionLabel(own, configured) : 'Loading your account…'}</p>
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
      <p className={styles.small}>{busy ? 'Switching…' : 'Shown as'}</p>
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
