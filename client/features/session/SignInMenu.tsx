import { useLocation } from 'wouter'
import { providers, providerWords } from '../../../shared/features/account/identity.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AccountBlock.module.css'
import { DemoSignIn } from './DemoSignIn.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { signInAddress } from './signInAddress.ts'
import { useDemoSignIn } from './useDemoSignIn.ts'

/** The ways in, from any page and back to it. */
export function SignInMenu({ demo }: { readonly demo: boolean }) {
  const [here] = useLocation()
  const { busy, problem, signIn } = useDemoSignIn()
  return (
    <div className={styles.account}>
      <Disclosure title="Sign-in" face={busy ? <span className={styles.flight}>{busy}</span> : 'Sign in'}>
        {() => (
          <>
            {demo ? <DemoSignIn busy={busy} signIn={signIn} /> : <p className={styles.lead}>Come in with</p>}
            <ul className={styles.ways} data-apart={demo || undefined}>
              {providers.map((provider) => (
                <li key={provider}>
                  <a className={styles.act} href={signInAddress(provider, here)}>
                    <ProviderMark provider={provider} />
                    {demo ? `With ${providerWords[provider]} itself` : providerWords[provider]}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Disclosure>
      <p className="unseen" role="status">
        {busy ? `${busy} …` : ''}
      </p>
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
    </div>
  )
}
