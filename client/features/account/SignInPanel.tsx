import { useLocation } from 'wouter'
import type { Role } from '../../../shared/engine/permissions.ts'
import { demoPlayers } from '../../../shared/features/account/account.ts'
import { providerNames } from '../../../shared/features/account/identity.ts'
import { ThemeMenu } from '../../themes/ThemeMenu.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { demoRoleLabels, roleLabels } from '../roles/roleLabels.ts'
import styles from './AccountBlock.module.css'
import { type MenuPlace, MenuPlaces } from './MenuPlaces.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { demoRoles, signInAddress, type useDemoSignIn, useSignInProviders } from './signIn.ts'

export interface SignInPanelProps {
  readonly demo: boolean
  /** The pages that the menu links to. */
  readonly places: readonly MenuPlace[]
  /** The sign-in of the demo: it goes on while the panel is closed. */
  readonly sign: Pick<ReturnType<typeof useDemoSignIn>, 'busyLabel' | 'signIn'>
  readonly onGo: () => void
}

/** The ways to sign in, the open pages and the themes: what the sign-in menu opens to. */
export function SignInPanel({ demo, places, sign, onGo }: SignInPanelProps) {
  const [here] = useLocation()
  const configured = useSignInProviders()
  return (
    <>
      {demo ? <DemoRoles {...sign} /> : <p className={styles.lead}>Sign in with</p>}
      <ul className={styles.ways} data-apart={demo || undefined}>
        {configured.map((provider) => (
          <li key={provider}>
            <a className={styles.act} href={signInAddress(provider, here)}>
              <ProviderMark provider={provider} />
              {demo ? `With a real ${providerNames[provider]} account` : providerNames[provider]}
            </a>
          </li>
        ))}
      </ul>
      <MenuPlaces places={places} onGo={onGo} />
      <div className={styles.theme}>
        <ThemeMenu />
      </div>
    </>
  )
}

const options = demoRoles.map((role) => ({ key: role, name: roleLabels[role], description: demoRoleLabels[role] }))

/** The demo's sign-in, in any role. */
function DemoRoles({ busyLabel, signIn }: SignInPanelProps['sign']) {
  return (
    <>
      <p className={styles.lead}>Demo: sign in as</p>
      <Choices<Role> options={options} disabled={busyLabel !== null} onChoose={(role) => void signIn({ role })} />
      <DemoPlayers disabled={busyLabel !== null} onChoose={(number) => void signIn({ role: 'player', number })} />
    </>
  )
}

interface DemoPlayersProps {
  readonly disabled: boolean
  readonly onChoose: (number: number) => void
}

const others = Array.from({ length: demoPlayers - 1 }, (_, index) => index + 2)

/** More than one demo player, so that several browsers can form a pack. */
function DemoPlayers({ disabled, onChoose }: DemoPlayersProps) {
  return (
    <fieldset className={styles.players} disabled={disabled}>
      <legend className={styles.demoPlayersLead}>Another player, to try packs with</legend>
      {others.map((number) => (
        <button
          key={number}
          type="button"
          className={styles.player}
          aria-label={`Demo player ${number}`}
          onClick={() => onChoose(number)}
        >
          {number}
        </button>
      ))}
    </fieldset>
  )
}
