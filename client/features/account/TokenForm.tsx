import { useAtomValue } from 'jotai'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { longestTokenMs } from '../../../shared/features/tokens/tokens.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom, helloAtom, type Principal } from '../../connection/connectionState.ts'
import { Field, Select } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { permissionGroups, permissionLabels } from '../roles/permissionLabels.ts'
import styles from './TokenForm.module.css'
import { dateOf, type TokenLength, tokenLengths, useTokenDraft } from './tokenDraft.ts'

interface TokenFormProps {
  readonly principal: Principal
  readonly onMade: (token: string, label: string) => void
  readonly onClose: () => void
}

/** Purpose, permissions and end of a new token. */
export function TokenForm({ principal, onMade, onClose }: TokenFormProps) {
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const { draft, change, permissions, end, canBeMade, busy, refusal, dismiss, make } = useTokenDraft(onMade)
  const blocked = useWhyBlocked()
  return (
    <div className={styles.form}>
      <Form
        label="New token"
        action="Make token"
        busyLabel={busy ? 'Making the token' : null}
        blocked={blocked}
        complete={canBeMade}
        problem={refusal}
        onDismiss={dismiss}
        onSubmit={() => void make()}
        onCancel={onClose}
      >
        <div className={styles.fields}>
          <Field
            label="What it is for"
            placeholder="Discord bot"
            autoComplete="off"
            autoFocus
            maxLength={60}
            value={draft.label}
            onValue={(label) => change({ label })}
          />
          <EndFields
            length={draft.length}
            date={draft.date}
            problem={end.ok ? null : end.problem}
            onLength={(length) => change({ length })}
            onDate={(date) => change({ date })}
          />
        </div>
        <PermissionFields
          isElevated={principal.session?.elevatedUntil != null || (isDemo && principal.role !== 'player')}
          chosen={permissions}
          onChoose={(chosen) => change({ permissions: chosen })}
        />
      </Form>
    </div>
  )
}

interface EndFieldsProps {
  readonly length: TokenLength
  readonly date: string
  readonly problem: string | null
  readonly onLength: (length: TokenLength) => void
  readonly onDate: (date: string) => void
}

const lengths = [...tokenLengths, { key: 'date', name: 'a day of my choice' } as const]

/** When the token ends: after a while, or on a chosen day. */
function EndFields({ length, date, problem, onLength, onDate }: EndFieldsProps) {
  const { serverNow } = useConnection()
  return (
    <>
      <Select<TokenLength> label="It ends after" options={lengths} value={length} onValue={onLength} />
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

interface PermissionFieldsProps {
  /** The session has elevated rights. */
  readonly isElevated: boolean
  readonly chosen: readonly Permission[]
  readonly onChoose: (chosen: readonly Permission[]) => void
}

/** The permissions that the token gets. Only the least is ticked at first. */
function PermissionFields({ isElevated, chosen, onChoose }: PermissionFieldsProps) {
  const { may } = useAtomValue(accessAtom)
  const own = permissionGroups.flatMap(({ permissions }) => permissions).filter((one) => may.includes(one))
  return (
    <fieldset className={styles.permissions}>
      <legend>It may</legend>
      {isElevated ? (
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
              <span className={styles.name}>{permissionLabels[permission].name}</span>
              <span className={styles.hint}>{permissionLabels[permission].description}</span>
            </span>
          </label>
        ))}
      </div>
      {chosen.length === 0 ? <p className={styles.wrong}>Tick at least one.</p> : null}
    </fieldset>
  )
}
