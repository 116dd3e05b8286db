import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import type { Role } from '../../../shared/engine/permissions.ts'
import { demoPlayers } from '../../../shared/features/account/account.ts'
import { type Provider, providerNames, providers } from '../../../shared/features/account/identity.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { ThemeMenu } from '../../themes/ThemeMenu.tsx'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { demoRoleLabels, roleLabels } from '../roles/permissionLabels.ts'
import styles from './AccountBlock.module.css'
import { type MenuPlace, MenuPlaces } from './MenuPlaces.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { signInAddress, useDemoSignIn } from './signIn.ts'

interface SignInMenuProps {
  readonly demo: boolean
  /** The pages that the menu links to. */
  readonly places: readonly MenuPlace[]
}

/** The ways to sign in, from any page and back to it. */
export function SignInMenu({ demo, places }: SignInMenuProps) {
  const [here] = useLocation()
  const { busyLabel, problem, signIn } = useDemoSignIn()
  return (
    <div className={styles.account}>
      <Disclosure title="Sign-in" face={busyLabel ? <span className={styles.busy}>{busyLabel}</span> : 'Sign in'}>
        {(close) => (
          <>
            {demo ? <DemoRoles busyLabel={busyLabel} signIn={signIn} /> : <p className={styles.lead}>Sign in with</p>}
            <ul className={styles.ways} data-apart={demo || undefined}>
              {providers.map((provider) => (
                <li key={provider}>
                  <a className={styles.act} href={signInAddress(provider, here)}>
                    <ProviderMark provider={provider} />
                    {demo ? `With a real ${providerNames[provider]} account` : providerNames[provider]}
                  </a>
                </li>
              ))}
            </ul>
            <MenuPlaces places={places} onGo={close} />
            <div className={styles.theme}>
              <ThemeMenu />
            </div>
          </>
        )}
      </Disclosure>
      <p className="unseen" role="status">
        {busyLabel ? `${busyLabel} …` : ''}
      </p>
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
    </div>
  )
}

const inOrder: readonly Role[] = ['player', 'moderator', 'admin', 'owner']
const options = inOrder.map((role) => ({ key: role, name: roleLabels[role], description: demoRoleLabels[role] }))

/** The demo's sign-in, in any role. */
function DemoRoles({ busyLabel, signIn }: Pick<ReturnType<typeof useDemoSignIn>, 'busyLabel' | 'signIn'>) {
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

/** The ways to sign in, in the middle of a page that needs it: they lead back to it. */
export function SignInWays() {
  const [here] = useLocation()
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const { busyLabel, problem, signIn } = useDemoSignIn()
  return (
    <div className={styles.waysIn}>
      {providers.map((provider) => (
        <ActionLink key={provider} external tone="main" href={signInAddress(provider, here)}>
          <ProviderMark provider={provider} />
          Sign in with {providerNames[provider]}
        </ActionLink>
      ))}
      {isDemo
        ? inOrder.map((role) => (
            <Button key={role} disabled={busyLabel !== null} onClick={() => void signIn({ role })}>
              Demo {roleLabels[role].toLowerCase()}
            </Button>
          ))
        : null}
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  )
}

const descriptions: Readonly<Record<Provider, string>> = {
  steam: 'Shows your dinosaur on the map, your level and your play time.',
  discord: 'Connects your community account. Link both to join the game from here.',
}

/** The two providers, side by side. */
export function SignInBlocks({ demo }: { readonly demo: boolean }) {
  return (
    <div className={styles.blocks}>
      {providers.map((provider) => (
        <Block key={provider} provider={provider} demo={demo} />
      ))}
    </div>
  )
}

function Block({ provider, demo }: { readonly provider: Provider; readonly demo: boolean }) {
  const { busyLabel, problem, signIn } = useDemoSignIn()
  const name = providerNames[provider]
  return (
    <section className={styles.block} aria-label={`${name} sign-in`}>
      <h2 className={styles.providerName}>
        <ProviderMark provider={provider} size={24} />
        {name}
      </h2>
      <p className={styles.description}>{descriptions[provider]}</p>
      <div className={styles.providerActions}>
        <ActionLink external href={signInAddress(provider, '/')}>
          Sign in with {name}
        </ActionLink>
        {demo ? (
          <Button tone="quiet" busyLabel={busyLabel} onClick={() => void signIn({ role: 'player', provider })}>
            Demo {name} login
          </Button>
        ) : null}
      </div>
      {problem ? <Problem>{problem}</Problem> : null}
    </section>
  )
}
