import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { type Provider, providerNames } from '../../../shared/features/account/identity.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { roleLabels } from '../roles/roleLabels.ts'
import styles from './AccountBlock.module.css'
import { MenuPanel, signInPanelCode } from './MenuPanel.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import type { SignInPanelProps } from './SignInPanel.tsx'
import { demoRoles, signInAddress, useDemoSignIn, useSignInProviders } from './signIn.ts'

/** The ways to sign in, from any page and back to it. */
export function SignInMenu({ demo, places }: Pick<SignInPanelProps, 'demo' | 'places'>) {
  const sign = useDemoSignIn()
  const { busyLabel, problem } = sign
  return (
    <div className={styles.account}>
      <Disclosure title="Sign-in" face={busyLabel ? <span className={styles.busy}>{busyLabel}</span> : 'Sign in'}>
        {(close) => <MenuPanel code={signInPanelCode} given={{ demo, places, sign, onGo: close }} />}
      </Disclosure>
      <p className="unseen" role="status">
        {busyLabel ?? ''}
      </p>
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
    </div>
  )
}

/** The ways to sign in, in the middle of a page that needs it: they lead back to it. */
export function SignInWays() {
  const [here] = useLocation()
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const { busyLabel, problem, signIn } = useDemoSignIn()
  const configured = useSignInProviders()
  return (
    <div className={styles.waysIn}>
      {configured.map((provider) => (
        <ActionLink key={provider} external tone="main" href={signInAddress(provider, here)}>
          <ProviderMark provider={provider} />
          Sign in with {providerNames[provider]}
        </ActionLink>
      ))}
      {isDemo
        ? demoRoles.map((role) => (
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
  steam: 'Shows your dinosaur, level and play time.',
  discord: 'Connects your community account.',
}

/** The providers, side by side. */
export function SignInBlocks({ demo }: { readonly demo: boolean }) {
  const configured = useSignInProviders()
  return (
    <div className={styles.blocks}>
      {configured.map((provider) => (
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
