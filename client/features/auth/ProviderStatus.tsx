import { useAtomValue } from 'jotai'
import { type Identity, idAtProvider, type Provider, providerWords } from '../../../shared/features/account/identity.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ActionLink } from '../session/ActionLink.tsx'
import { demoWishOf } from '../session/demoWishOf.ts'
import { ProviderMark } from '../session/ProviderMark.tsx'
import { signInAddress } from '../session/signInAddress.ts'
import { useDemoSignIn } from '../session/useDemoSignIn.ts'
import styles from './AuthScreen.module.css'

interface ProviderStatusProps {
  readonly provider: Provider
  /** Null while it is not connected. */
  readonly identity: Identity | null
}

/** Whether one of the two is connected, as whom, and the way there if it is not. */
export function ProviderStatus({ provider, identity }: ProviderStatusProps) {
  const name = providerWords[provider]
  return (
    <section className={styles.provider} aria-label={`${name} status`} data-connected={identity !== null || undefined}>
      <ProviderMark provider={provider} size={32} />
      <h2 className={styles.providerName}>{name}</h2>
      {identity ? (
        <>
          <p className={styles.connected}>Connected</p>
          <p className={styles.as}>
            {identity.displayName}
            <span className={styles.id}>{idAtProvider(identity)}</span>
          </p>
        </>
      ) : (
        <>
          <p className={styles.unconnected}>Not connected</p>
          <Ways provider={provider} />
        </>
      )}
    </section>
  )
}

function Ways({ provider }: Pick<ProviderStatusProps, 'provider'>) {
  const hello = useAtomValue(helloAtom)
  const { busy, problem, signIn, link } = useDemoSignIn()
  const name = providerWords[provider]
  const own = hello?.you ? demoWishOf(hello.you.id) : null
  const begin = () => (own ? link({ ...own, provider }) : signIn({ role: 'player', provider }))
  return (
    <div className={styles.ways}>
      <ActionLink away href={signInAddress(provider, '/auth')}>
        Authenticate with {name}
      </ActionLink>
      {hello?.demo && (own || !hello.you) ? (
        <Button tone="quiet" flight={busy} onClick={() => void begin()}>
          Demo {name}
        </Button>
      ) : null}
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  )
}
