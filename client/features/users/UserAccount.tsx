import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import {
  longestTierReason,
  type Patron,
  type PatronTier,
  patron,
  patronTiers,
  setTier,
} from '../../../shared/features/patrons/patrons.ts'
import { readUser, type User } from '../../../shared/features/users/users.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Fact } from '../../ui/Facts.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Ago, On, useNow } from '../../ui/Time.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import styles from './Users.module.css'

/** In the drawer of a player, for owners: what the table of users has no room for, and the tier as a patron. */
export function UserAccount({ account }: { readonly account: string }) {
  const user = useQuery(readUser, { id: account }).value?.user ?? null
  if (user === null) return null
  return (
    <section className={styles.account} aria-label="Account">
      <h3>Account</h3>
      <AccountFacts user={user} />
      <Tier account={account} />
    </section>
  )
}

const AccountFacts = ({ user: { id, discordId, email, joinDate, lastActive, banInfo } }: { readonly user: User }) => (
  <dl className={styles.facts}>
    <Fact name="Account ID">
      <span className={styles.id}>{id}</span> <CopyButton text={id} what="the account ID" />
    </Fact>
    <Fact name="Discord ID">{discordId === null ? 'Not linked' : <span className={styles.id}>{discordId}</span>}</Fact>
    <Fact name="Email">{email ?? '–'}</Fact>
    <Fact name="Joined">
      <On at={joinDate} />
    </Fact>
    <Fact name="Last active">{lastActive === null ? '–' : <Ago at={lastActive} />}</Fact>
    {banInfo === null ? null : (
      <Fact name="Banned on">
        <On at={banInfo.bannedDate} />
      </Fact>
    )}
  </dl>
)

function Tier({ account }: { readonly account: string }) {
  const { value } = useDocument(patron, account)
  const [isOpen, setOpen] = useState(false)
  const { principal } = useAtomValue(accessAtom)
  if (value === null) return null
  const isOwnOfStaff = principal?.role !== 'owner' && principal?.id === account
  const { tier, until, source, beside } = value
  return (
    <>
      <p>
        Patron tier: <strong>{tier}</strong>
        {tier !== 'None' && source === 'donation' ? ', from a donation' : ''}
        {until === null ? null : (
          <>
            , until <On at={until} />
          </>
        )}{' '}
        {isOpen || isOwnOfStaff ? null : (
          <Button tone="quiet" onClick={() => setOpen(true)}>
            Change tier
          </Button>
        )}
      </p>
      {isOwnOfStaff ? <p>You can't change your own tier. Ask an owner.</p> : null}
      {beside === null ? null : (
        <Afterwards given={beside} from={source === 'donation' ? 'set by an owner' : 'from a donation'} />
      )}
      {isOpen ? <TierForm account={account} tier={tier} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** What is shown once the shown tier has ended or is taken back. */
function Afterwards({
  given: { tier, until },
  from,
}: {
  readonly given: NonNullable<Patron['beside']>
  readonly from: string
}) {
  const now = useNow(60_000)
  if (until !== null && until <= now) return null
  return (
    <p>
      Afterwards: {tier}, {from}
      {until === null ? (
        ', with no end date'
      ) : (
        <>
          , until <On at={until} />
        </>
      )}
    </p>
  )
}

const options = patronTiers.map((key) => ({ key, name: key }))
const dayMs = 86_400_000
const mostDays = 3_660

/** As typed. */
const Draft = z.object({ tier: z.enum(patronTiers), days: z.string(), reason: z.string() })

interface TierFormProps {
  readonly account: string
  readonly tier: PatronTier
  readonly onClose: () => void
}

function TierForm({ account, tier, onClose }: TierFormProps) {
  const { value: draft, change, clear } = useDraft(`tier of ${account}`, Draft, { tier, days: '', reason: '' })
  const { tier: chosen, days, reason } = draft
  const now = useNow(60_000)
  const { run, busy, refusal, dismiss } = useCommand(setTier)
  const save = async () => {
    const length = numberIn(days)
    const until = chosen === 'None' || length === null ? null : now + length * dayMs
    if (!(await run({ account, tier: chosen, until, reason })).ok) return
    clear()
    onClose()
  }
  return (
    <Form
      label="Patron tier"
      action="Save tier"
      busyLabel={busy ? 'Saving…' : null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <Select label="Tier" options={options} value={chosen} onValue={(next) => change({ ...draft, tier: next })} />
      {chosen === 'None' ? null : (
        <NumberField
          label="Days (optional)"
          hint="Leave it empty for no end date."
          step={1}
          least={1}
          most={mostDays}
          value={days}
          onValue={(next) => change({ ...draft, days: next })}
        />
      )}
      <Field
        label="Reason (optional)"
        autoComplete="off"
        longest={longestTierReason}
        value={reason}
        onValue={(next) => change({ ...draft, reason: next })}
      />
    </Form>
  )
}
