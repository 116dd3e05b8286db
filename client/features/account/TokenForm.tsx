import { useAtomValue } from 'jotai'
import { nameProblem } from '../../../shared/engine/givenName.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { tokenLabelWords } from '../../../shared/features/tokens/commands.ts'
import { longestTokenLabel, longestTokenMs } from '../../../shared/features/tokens/tokens.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom, helloAtom, type Principal } from '../../connection/connectionState.ts'
import { CheckboxGroup } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { localZone, zoneInWords } from '../../ui/wallTime.ts'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { permissionGroups, permissionLabels } from '../roles/permissionLabels.ts'
import styles from './TokenForm.module.css'
import { dateOf, type TokenDraft, type TokenLength, tokenEnd, tokenLengths, useTokenMaker } from './tokenDraft.ts'

interface TokenFormProps {
  readonly principal: Principal
  readonly draft: TokenDraft
  readonly onDraft: (draft: TokenDraft) => void
  readonly onMade: (token: string, label: string) => void
  readonly onClose: () => void
}

/** Purpose, permissions and end of a new token. */
export function TokenForm({ principal, draft, onDraft, onMade, onClose }: TokenFormProps) {
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const { permissions, busy, refusal, dismiss, make } = useTokenMaker(draft, onMade)
  const change = (part: Partial<TokenDraft>) => onDraft({ ...draft, ...part })
  return (
    <div className={styles.form}>
      <Form
        label="New token"
        action="Create token"
        busyLabel={busy ? 'Creating the token…' : null}
        blocked={useWhyBlocked()}
        problem={refusal}
        onDismiss={dismiss}
        onSubmit={() => void make()}
        onCancel={onClose}
      >
        <div className={styles.fields}>
          <Field
            label="What it's for"
            placeholder="Discord bot"
            autoComplete="off"
            autoFocus
            needed="Enter what the token is for."
            longest={longestTokenLabel}
            check={nameProblem(tokenLabelWords)}
            value={draft.label}
            onValue={(label) => change({ label })}
          />
          <EndFields
            length={draft.length}
            date={draft.date}
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
  readonly onLength: (length: TokenLength) => void
  readonly onDate: (date: string) => void
}

const lengths = [...tokenLengths, { key: 'date', name: 'On a date' } as const]

/** When the token ends: after a while, or on a chosen day. */
function EndFields({ length, date, onLength, onDate }: EndFieldsProps) {
  const { serverNow } = useConnection()
  const end = tokenEnd('date', date, serverNow())
  return (
    <>
      <Select<TokenLength> label="Expires" options={lengths} value={length} onValue={onLength} />
      {length === 'date' ? (
        <Field
          label="Last day"
          type="date"
          min={dateOf(serverNow())}
          max={dateOf(serverNow() + longestTokenMs)}
          value={date}
          needed="Choose the last day."
          check={() => (end.ok ? null : end.problem)}
          hint={`Until midnight, ${zoneInWords(end.ok ? end.endsAt : serverNow(), localZone())}`}
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
    <CheckboxGroup<Permission>
      legend="What it can do"
      hint={
        isElevated ? "A token gets only your account's own permissions, not those from a password or the demo." : null
      }
      options={own.map((key) => ({ key, name: permissionLabels[key].name, hint: permissionLabels[key].description }))}
      chosen={chosen}
      needed="Choose at least one permission."
      onChoose={onChoose}
    />
  )
}
