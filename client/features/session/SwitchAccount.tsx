import type { Account } from '../../../shared/features/account/account.ts'
import { switchActive } from '../../../shared/features/account/commands.ts'
import { providers, providerWords } from '../../../shared/features/account/identity.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Choices } from '../../ui/Choices.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AccountBlock.module.css'
import { ProviderMark } from './ProviderMark.tsx'

/** Whose name and picture are shown, where one is known by two. */
export function SwitchAccount({ own }: { readonly own: Account }) {
  const { run, busy, refusal, dismiss } = useCommand(switchActive)
  if (!own.steam || !own.discord) return null
  const options = providers.map((provider) => ({
    key: provider,
    name: own[provider]?.displayName ?? '',
    words: providerWords[provider],
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
