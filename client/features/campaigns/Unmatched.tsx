import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { assignDonation, setAsideDonation } from '../../../shared/features/donations/commands.ts'
import {
  sourceNames,
  type UnmatchedDonation,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { readUser } from '../../../shared/features/users/users.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { AssignDialog, assignedText } from './AssignDialog.tsx'
import styles from './Campaigns.module.css'

type Opened = { readonly what: 'assign' | 'setAside'; readonly id: string }

/** Donations whose donor is not known here: an owner says whose each is. Nothing is shown while there are none. */
export function Unmatched({ book }: { readonly book: string }) {
  const entries = useDocument(unmatchedDonations, book).value?.entries ?? {}
  const [opened, open] = useState<Opened | null>(null)
  const all = Object.values(entries).toReversed()
  const one = opened === null ? undefined : entries[opened.id]
  if (all.length === 0) return null
  return (
    <Part
      title="Without an account"
      description="Assign each to the account of its donor, who then gets the tier for the full time. Names and messages are forgotten after 90 days."
    >
      <ul className={styles.list} aria-label="Donations without an account">
        {all.map((donation) => (
          <UnmatchedRow key={donation.id} donation={donation} onOpen={(what) => open({ what, id: donation.id })} />
        ))}
      </ul>
      {one && opened?.what === 'assign' ? <Assign donation={one} onClose={() => open(null)} /> : null}
      {one && opened?.what === 'setAside' ? (
        <ConfirmCommand
          command={setAsideDonation}
          input={{ id: one.id }}
          title={`Leave ${moneyText(one.amount, one.currency)} without an account?`}
          action="Leave without account"
          busyLabel="Saving…"
          done={`${moneyText(one.amount, one.currency)} stays in the totals, without an account.`}
          onClose={() => open(null)}
        >
          <p>It still counts as revenue. No one gets a tier for it until you assign it in the list of donations.</p>
        </ConfirmCommand>
      ) : null}
    </Part>
  )
}

interface RowProps {
  readonly donation: UnmatchedDonation
  readonly onOpen: (what: Opened['what']) => void
}

function UnmatchedRow({ donation, onOpen }: RowProps) {
  const { source, amount, currency, at, donor, message, steamIds, suggested } = donation
  const sum = moneyText(amount, currency)
  const whose = donor === '' ? sum : `${sum} from ${donor}`
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.name}>{sum}</h3>
        <span className={styles.soft}>
          {sourceNames[source]}, <On at={at} />
        </span>
      </div>
      <p>{donor === '' ? <span className={styles.soft}>No name</span> : donor}</p>
      {message === '' ? null : <p className={styles.soft}>“{message}”</p>}
      {steamIds.length === 0 ? null : (
        <p className={styles.soft}>{steamIds.join(', ')}: assigned automatically once this player signs in.</p>
      )}
      {suggested === null ? null : <Suggestion donation={donation} account={suggested} />}
      <Actions>
        {suggested === null ? (
          <Button aria-label={`Assign ${whose}`} onClick={() => onOpen('assign')}>
            Assign
          </Button>
        ) : (
          <Button tone="quiet" aria-label={`Assign to another account: ${whose}`} onClick={() => onOpen('assign')}>
            Assign to another account
          </Button>
        )}
        <Button tone="quiet" aria-label={`Leave without account: ${whose}`} onClick={() => onOpen('setAside')}>
          Leave without account
        </Button>
      </Actions>
    </li>
  )
}

/** The account whose name the message is. Anyone can take a name, so an owner decides. */
function Suggestion({ donation, account }: { readonly donation: UnmatchedDonation; readonly account: string }) {
  const user = useQuery(readUser, { id: account }).value?.user ?? null
  const { run, busy, refusal, dismiss } = useCommand(assignDonation)
  const showToast = useSetAtom(showToastAtom)
  if (user === null) return null
  const { username, steamId } = user
  const assign = async () => {
    const answer = await run({ id: donation.id, account })
    if (answer.ok) showToast(assignedText(donation, answer.output))
  }
  return (
    <>
      <p className={styles.soft}>
        The message is the name of {username} ({steamId === null ? 'no SteamID' : `SteamID ${steamId}`}). Anyone can
        take a name, so check that the donor means this account.
      </p>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      <Actions>
        <Button busyLabel={busy ? 'Assigning…' : null} onClick={() => void assign()}>
          Assign to {username}
        </Button>
      </Actions>
    </>
  )
}

function Assign({ donation, onClose }: { readonly donation: UnmatchedDonation; readonly onClose: () => void }) {
  const use = useCommand(assignDonation)
  return (
    <AssignDialog
      title={`Assign ${moneyText(donation.amount, donation.currency)}`}
      donation={donation}
      use={use}
      send={(account) => use.run({ id: donation.id, account })}
      onClose={onClose}
    />
  )
}
