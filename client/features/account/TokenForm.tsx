import { useAtomValue } from 'jotai'
import { type SubmitEvent, useId } from 'react'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { longestTokenMs } from '../../../shared/features/tokens/tokens.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom, meAtom } from '../../connection/handshake.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { You } from '../roles/elevation.ts'
import { permissionGroups, permissionWords } from '../roles/permissionLabels.ts'
import { useWhyShut } from '../roles/useWhyShut.ts'
import styles from './TokenForm.module.css'
import { dateOf, type TokenLength, tokenLengths, useTokenWish } from './tokenDraft.ts'

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

interface EndChoiceProps {
  readonly length: TokenLength
  readonly date: string
  readonly problem: string | null
  readonly onLength: (length: TokenLength) => void
  readonly onDate: (date: string) => void
}

const isLength = (value: string): value is TokenLength =>
  value === 'date' || tokenLengths.some(({ key }) => key === value)

/** When the token ends: after a while, or on a day. */
function EndChoice({ length, date, problem, onLength, onDate }: EndChoiceProps) {
  const { serverNow } = useConnection()
  const id = useId()
  return (
    <>
      <div className={styles.choice}>
        <label htmlFor={id}>It ends after</label>
        <select id={id} value={length} onChange={({ target }) => isLength(target.value) && onLength(target.value)}>
          {tokenLengths.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value="date">a day of my choice</option>
        </select>
      </div>
      {length === 'date' ? (
        <Field
          label="The last day"
          type="date"
          min={dateOf(serverNow())}
          max={dateOf(serverNow() + longestTokenMs)}
          value={date}
          problem={problem}
          onValue={onDate}
        />
      ) : null}
    </>
  )
}

interface PermissionChoiceProps {
  /** Rights were lent to this session. */
  readonly isLent: boolean
  readonly chosen: readonly Permission[]
  readonly onChoose: (chosen: readonly Permission[]) => void
}

/** Which of one's own permissions are passed on. As few as will do are ticked from the start. */
function PermissionChoice({ isLent, chosen, onChoose }: PermissionChoiceProps) {
  const { may } = useAtomValue(meAtom)
  const own = permissionGroups.flatMap(({ permissions }) => permissions).filter((one) => may.includes(one))
  return (
    <fieldset className={styles.permissions}>
      <legend>It may</legend>
      {isLent ? (
        <p className={styles.hint}>
          Only what is your account’s for good can be passed on, not what a password or the demo has lent you.
        </p>
      ) : null}
      <div className={styles.checks}>
        {own.map((permission) => (
          <label key={permission} className={styles.check}>
            <input
              type="checkbox"
              checked={chosen.includes(permission)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
              }
            />
            <span>
              <span className={styles.name}>{permissionWords[permission].name}</span>
              <span className={styles.hint}>{permissionWords[permission].words}</span>
            </span>
          </label>
        ))}
      </div>
      {chosen.length === 0 ? <p className={styles.wrong}>Tick at least one.</p> : null}
    </fieldset>
  )
}
