import { useSetAtom } from 'jotai'
import type { z } from 'zod'
import {
  moveDonation,
  type readDonations,
  refundDonation,
  undoRefund,
  withdrawDonation,
} from '../../../shared/features/donations/commands.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Confirm, ConfirmCommand } from '../../ui/Confirm.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { AssignDialog } from './AssignDialog.tsx'

export type DonationRow = z.output<typeof readDonations.output>['donations'][number]

/** What is done with which donation. */
export interface OpenedDonation {
  readonly what: 'move' | 'refund' | 'undoRefund' | 'withdraw'
  readonly row: DonationRow
}

interface ChangeProps {
  readonly opened: OpenedDonation
  readonly onClose: () => void
  /** A refund was taken back after the dialog was closed. */
  readonly onUndone: () => void
}

/** The dialog of an action on one donation of the list. */
export function ChangeDonation({ opened: { what, row }, onClose, onUndone }: ChangeProps) {
  const { id, record } = row
  const sum = moneyText(row.amount, row.currency)
  const whose = row.account === null ? '' : ` of ${row.name || row.account}`
  if (what === 'refund') return <Refund row={row} onClose={onClose} onUndone={onUndone} />
  if (what === 'move') return <Move row={row} onClose={onClose} />
  if (what === 'undoRefund')
    return (
      <ConfirmCommand
        command={undoRefund}
        input={{ record, id }}
        title={`Take back the refund of ${sum}${whose}?`}
        action="Take back"
        busyLabel="Saving…"
        done={`${sum} counts again.`}
        onClose={onClose}
      >
        <p>The donation counts again, and gives what is left of its tier.</p>
      </ConfirmCommand>
    )
  return (
    <ConfirmCommand
      command={withdrawDonation}
      input={{ record, id }}
      title={`Withdraw ${sum}${whose}?`}
      action="Withdraw"
      busyLabel="Withdrawing…"
      done={`${sum} is withdrawn.`}
      onClose={onClose}
    >
      <p>
        For a donation recorded by mistake. It no longer counts as revenue, and any tier it gave ends. Its transaction
        can be recorded again.
      </p>
    </ConfirmCommand>
  )
}

function Refund({ row, onClose, onUndone }: { readonly row: DonationRow } & Pick<ChangeProps, 'onClose' | 'onUndone'>) {
  const { id, record, amount, currency } = row
  const { run, busy, refusal } = useCommand(refundDonation)
  const back = useCommand(undoRefund)
  const showToast = useSetAtom(showToastAtom)
  const sum = moneyText(amount, currency)
  const takeBack = async () => {
    const undone = await back.run({ record, id })
    showToast(undone.ok ? `${sum} counts again.` : undone.message)
    onUndone()
  }
  const confirm = async () => {
    if (!(await run({ record })).ok) return
    showToast(`The refund of ${sum} is noted.`, () => void takeBack())
    onClose()
  }
  return (
    <Confirm
      title={`Note a refund of ${sum}?`}
      action="Note refund"
      busyLabel={busy ? 'Saving…' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        This only records it: pay the money back at the service or your bank. It no longer counts, and any tier it gave
        ends.
      </p>
    </Confirm>
  )
}

function Move({ row, onClose }: { readonly row: DonationRow; readonly onClose: () => void }) {
  const use = useCommand(moveDonation)
  const sum = moneyText(row.amount, row.currency)
  return (
    <AssignDialog
      title={row.account === null ? `Assign ${sum}` : `Move ${sum} from ${row.name || row.account}`}
      donation={row}
      use={use}
      send={(account) => use.run({ record: row.record, id: row.id, account })}
      onClose={onClose}
    />
  )
}
