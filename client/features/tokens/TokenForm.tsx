import { useAtomValue } from 'jotai'
import { type SubmitEvent, useId } from 'react'
import { helloAtom } from '../../connection/meAtom.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { You } from '../roles/shownYouAtom.ts'
import { useWhyShut } from '../roles/useWhyShut.ts'
import { EndChoice } from './EndChoice.tsx'
import { PermissionChoice } from './PermissionChoice.tsx'
import styles from './TokenForm.module.css'
import { useTokenWish } from './useTokenWish.ts'

interface TokenFormProps {
  readonly you: You
  readonly onMade: (token: string, label: string) => void
  readonly onClose: () => void
}

/** What the token is for, what it may, and until when. */
export function TokenForm({ you, onMade, onClose }: TokenFormProps) {
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const { wish, change, permissions, end, canBeMade, busy, refusal, dismiss, make } = useTokenWish(onMade)
  const whyShut = useWhyShut()
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (whyShut === null) void make()
  }
  return (
    <form className={styles.form} aria-label="New token" onSubmit={onSubmit}>
      <div className={styles.fields}>
        <Field
          label="What it is for"
          placeholder="Discord bot"
          autoComplete="off"
          autoFocus
          maxLength={60}
          value={wish.label}
          onValue={(label) => change({ label })}
        />
        <EndChoice
          length={wish.length}
          date={wish.date}
          problem={end.ok ? null : end.problem}
          onLength={(length) => change({ length })}
          onDate={(date) => change({ date })}
        />
      </div>
      <PermissionChoice
        isLent={you.session?.raisedUntil != null || (isDemo && you.role !== 'player')}
        chosen={permissions}
        onChoose={(chosen) => change({ permissions: chosen })}
      />
      {refusal ? <Problem onDismiss={dismiss}>{refusal}</Problem> : null}
      <Acts canBeMade={canBeMade} whyShut={whyShut} busy={busy} onClose={onClose} />
    </form>
  )
}

interface ActsProps extends Pick<TokenFormProps, 'onClose'> {
  readonly canBeMade: boolean
  /** Why nothing can be made now, whatever stands in the form; null where it can. */
  readonly whyShut: string | null
  readonly busy: boolean
}

function Acts({ canBeMade, whyShut, busy, onClose }: ActsProps) {
  const why = useId()
  return (
    <>
      {whyShut ? (
        <p id={why} className={styles.hint}>
          {whyShut}
        </p>
      ) : null}
      <div className={styles.acts}>
        <Button
          type="submit"
          tone="main"
          disabled={!canBeMade || whyShut !== null}
          aria-describedby={whyShut ? why : undefined}
          flight={busy ? 'Making the token' : null}
        >
          Make token
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
