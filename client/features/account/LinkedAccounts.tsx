import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { Account } from '../../../shared/features/account/account.ts'
import { switchActive, unlink } from '../../../shared/features/account/commands.ts'
import { idAtProvider, type Provider, providerNames, providers } from '../../../shared/features/account/identity.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './LinkedAccounts.module.css'
import { ProviderMark } from './ProviderMark.tsx'
import { demoSignInOf, signInAddress, useDemoSignIn, useSignInProviders } from './signIn.ts'

interface OwnProps {
  readonly own: Account
}

interface RowProps extends OwnProps {
  readonly provider: Provider
}

/** The linked accounts, which of them is shown, and the way to link the other. */
export function LinkedAccounts({ own }: OwnProps) {
  const configured = useSignInProviders()
  const shown = providers.filter((provider) => own[provider] || configured.includes(provider))
  return (
    <section className={styles.accounts} aria-labelledby="linked-accounts">
      <h2 id="linked-accounts" className={styles.title}>
        Accounts
      </h2>
      <ul>
        {shown.map((provider) => (
          <li key={provider} className={styles.row} aria-label={providerNames[provider]}>
            <ProviderMark provider={provider} size={24} />
            {own[provider] ? <Linked own={own} provider={provider} /> : <Unlinked own={own} provider={provider} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Linked({ own, provider }: RowProps) {
  const identity = own[provider]
  const [isConfirming, setConfirming] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(switchActive)
  const why = useId()
  const hasOther = useSignInProviders().some((other) => other !== provider)
  const isOnly = !own.steam || !own.discord
  const isShown = isOnly || own.active === provider
  return (
    <>
      <div>
        <p className={styles.name}>{identity?.displayName}</p>
        <p className={styles.soft}>
          {providerNames[provider]} · {identity ? idAtProvider(identity) : ''}
        </p>
      </div>
      <div className={styles.actions}>
        {isShown ? (
          <span className={styles.shown}>Shown here</span>
        ) : (
          <Button busyLabel={busy ? 'Switching…' : null} onClick={() => void run({ provider })}>
            Show as {providerNames[provider]}
          </Button>
        )}
        <Button
          tone="quiet"
          disabled={isOnly}
          aria-describedby={isOnly ? why : undefined}
          onClick={() => setConfirming(true)}
        >
          Unlink<span className="unseen"> {providerNames[provider]}</span>
        </Button>
      </div>
      {isOnly ? (
        <p id={why} className={styles.why}>
          You need one linked account to sign in.{hasOther ? ' Link the other one first.' : null}
        </p>
      ) : null}
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {isConfirming ? <ConfirmUnlink own={own} provider={provider} onDone={() => setConfirming(false)} /> : null}
    </>
  )
}

const lost: Readonly<Record<Provider, string>> = {
  steam: 'Your dinosaur, level and play time disappear here until you link that Steam account again.',
  discord: 'To join the game from here, you need to link a Discord account again.',
}

function ConfirmUnlink({ own, provider, onDone }: RowProps & { readonly onDone: () => void }) {
  const { run, busy, refusal } = useCommand(unlink)
  const showToast = useSetAtom(showToastAtom)
  const name = providerNames[provider]
  const onYes = async () => {
    const outcome = await run({ provider })
    if (!outcome.ok) return
    showToast(`${name} is unlinked.`)
    onDone()
  }
  return (
    <Confirm
      title={`Unlink ${name} from ${own.name}?`}
      action={`Unlink ${name}`}
      busyLabel={busy ? `Unlinking ${name}…` : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void onYes()}
      onCancel={onDone}
    >
      <p>You can't sign in with it any more. Other browsers signed in with it are logged out.</p>
      <p>{lost[provider]}</p>
    </Confirm>
  )
}

const gains: Readonly<Record<Provider, string>> = {
  steam: 'Shows your dinosaur, level and play time.',
  discord: 'You need both accounts to join the game from here.',
}

function Unlinked({ own, provider }: RowProps) {
  const hello = useAtomValue(helloAtom)
  const { busyLabel, problem, link } = useDemoSignIn()
  const name = providerNames[provider]
  const demoSignIn = own.demo && hello?.demo && hello.principal ? demoSignInOf(hello.principal.id) : null
  return (
    <>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.soft}>{gains[provider]}</p>
      </div>
      <div className={styles.actions}>
        <ActionLink external href={signInAddress(provider, '/profile')}>
          Link {name}
        </ActionLink>
        {provider === 'steam' ? (
          <ActionLink tone="quiet" href="/auth">
            Link in the game
          </ActionLink>
        ) : null}
        {demoSignIn ? (
          <Button tone="quiet" busyLabel={busyLabel} onClick={() => void link({ ...demoSignIn, provider })}>
            Demo {name}
          </Button>
        ) : null}
      </div>
      {problem ? <Problem>{problem}</Problem> : null}
    </>
  )
}
