import { useAtomValue } from 'jotai'
import { type SubmitEvent, useState } from 'react'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom, meAtom } from '../../connection/meAtom.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { You } from '../roles/GatedPage.tsx'
import { EndChoice } from './EndChoice.tsx'
import { makeToken } from './makeToken.ts'
import { PermissionChoice } from './PermissionChoice.tsx'
import styles from './TokenForm.module.css'
import { type TokenLength, tokenEnd } from './tokenEnd.ts'

interface TokenFormProps {
  readonly you: You
  readonly onMade: (token: string, label: string) => void
  readonly onClose: () => void
}

/** What the token is for, what it may, and until when. */
export function TokenForm({ you, onMade, onClose }: TokenFormProps) {
  const { serverNow } = useConnection()
  const { may } = useAtomValue(meAtom)
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const [label, setLabel] = useState('')
  const [wanted, setWanted] = useState<readonly Permission[]>(['look'])
  const [length, setLength] = useState<TokenLength>('month')
  const [date, setDate] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  // What was taken away meanwhile is not asked for.
  const permissions = wanted.filter((permission) => may.includes(permission))
  const end = tokenEnd(length, date, serverNow())
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { ok, ...ending } = tokenEnd(length, date, serverNow())
    if (busy || !ok || !('endsAt' in ending)) return
    setRefusal(null)
    setBusy(true)
    const told = await makeToken({ label: label.trim(), permissions, endsAt: ending.endsAt })
    setBusy(false)
    if (told.ok) onMade(told.value.token, label.trim())
    else setRefusal(told.message)
  }
  return (
    <form className={styles.form} aria-label="New token" onSubmit={(event) => void onSubmit(event)}>
      <div className={styles.fields}>
        <Field
          label="What it is for"
          placeholder="Discord bot"
          autoComplete="off"
          autoFocus
          maxLength={60}
          value={label}
          onValue={setLabel}
        />
        <EndChoice
          length={length}
          date={date}
          problem={end.ok ? null : end.problem}
          onLength={setLength}
          onDate={setDate}
        />
      </div>
      <PermissionChoice
        isLent={you.session?.raisedUntil != null || (isDemo && you.role !== 'player')}
        chosen={permissions}
        onChoose={setWanted}
      />
      {refusal ? <Problem onDismiss={() => setRefusal(null)}>{refusal}</Problem> : null}
      <div className={styles.acts}>
        <Button
          type="submit"
          tone="main"
          disabled={label.trim() === '' || permissions.length === 0 || !end.ok}
          flight={busy ? 'Making the token' : null}
        >
          Make token
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
