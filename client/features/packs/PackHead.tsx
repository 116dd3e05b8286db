import { renewCode } from '../../../shared/features/packs/commands.ts'
import type { Pack } from '../../../shared/features/packs/pack.ts'
import type { PackLife } from '../../../shared/features/packs/packLife.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './PackPanel.module.css'
import { limitWords } from './packWords.ts'

interface PackHeadProps {
  readonly pack: Pack
  readonly life: PackLife
  readonly iLead: boolean
}

/** What the pack is called, how full it is, and how one gets in. */
export function PackHead({ pack, life, iLead }: PackHeadProps) {
  const { run, busy, refusal, dismiss } = useCommand(renewCode)
  return (
    <section className={styles.part} aria-label="Your pack">
      <div className={styles.lead}>
        <h2 className={styles.name}>{pack.name}</h2>
        <p className={styles.soft}>{limitWords(pack, life.seen)}</p>
      </div>
      <div className={styles.codeRow}>
        <output className={styles.code} aria-label="Pack code">
          {pack.code}
        </output>
        <CopyButton text={pack.code} what="pack code" />
        {iLead ? (
          <Button aria-label="Renew pack code" flight={busy ? 'Renewing' : null} onClick={() => void run({})}>
            Renew
          </Button>
        ) : null}
      </div>
      <p className={styles.soft}>
        Whoever has the code can join.{iLead ? ' Renewed, the old one stops working; members stay.' : ''}
      </p>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </section>
  )
}
