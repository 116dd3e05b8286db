import { type Provider, providers, providerWords } from '../../../shared/features/account/identity.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ActionLink } from '../session/ActionLink.tsx'
import { ProviderMark } from '../session/ProviderMark.tsx'
import { signInAddress } from '../session/signInAddress.ts'
import { useDemoSignIn } from '../session/useDemoSignIn.ts'
import styles from './SignInBlocks.module.css'

const words: Readonly<Record<Provider, string>> = {
  steam: 'Knows which dinosaur is yours: the map, your level and your play time come with it.',
  discord: 'Knows you in the community. Link both, and you join the game from here.',
}

/** The two ways in, side by side. */
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
  const { busy, problem, signIn } = useDemoSignIn()
  const name = providerWords[provider]
  return (
    <section className={styles.block} aria-label={`${name} sign-in`}>
      <h2 className={styles.name}>
        <ProviderMark provider={provider} size={24} />
        {name}
      </h2>
      <p className={styles.words}>{words[provider]}</p>
      <div className={styles.acts}>
        <ActionLink away tone="main" href={signInAddress(provider, '/')}>
          Sign in with {name}
        </ActionLink>
        {demo ? (
          <Button flight={busy} onClick={() => void signIn({ role: 'player', provider })}>
            Demo {name} login
          </Button>
        ) : null}
      </div>
      {problem ? <Problem>{problem}</Problem> : null}
    </section>
  )
}
