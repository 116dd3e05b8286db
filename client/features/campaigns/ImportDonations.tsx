import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { recordDonations } from '../../../shared/features/donations/commands.ts'
import { donationColumns, parseDonationsCsv } from '../../../shared/features/donations/csv.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { CsvFileButton } from '../../ui/CsvFileButton.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Campaigns.module.css'

/** Bytes: far more than the lines that one file may have. */
const largestFile = 1_000_000

/** Records the donations of a CSV file: all of them or none. */
export function ImportDonations({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState<string | null>(null)
  return (
    <>
      <CsvFileButton label="File of donations" largest={largestFile} onText={(read) => setText(read ?? '')} />
      {text === null ? null : <ImportDialog text={text} onDone={onDone} onClose={() => setText(null)} />}
    </>
  )
}

interface ImportProps {
  readonly text: string
  readonly onDone: () => void
  readonly onClose: () => void
}

function ImportDialog({ text, onDone, onClose }: ImportProps) {
  const { run, busy, refusal } = useCommand(recordDonations)
  const showToast = useSetAtom(showToastAtom)
  const parsed = parseDonationsCsv(text)
  const problems = text === '' ? ['The file is empty, or larger than 1 MB.'] : parsed.problems
  if (problems.length > 0)
    return (
      <Dialog title="Nothing was recorded" onClose={onClose}>
        <DialogBody>
          <p>
            Correct these lines and choose the file again. The columns are {donationColumns}; account and donor may be
            left out.
          </p>
          <ul className={styles.lines}>
            {problems.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  const apply = async () => {
    const answer = await run({ lines: [...parsed.lines] })
    if (!answer.ok) return
    const { recorded, repeated } = answer.output
    showToast(outcomeLabel(recorded, repeated))
    onDone()
    onClose()
  }
  const count = parsed.lines.length
  return (
    <Confirm
      title={`Record ${countLabel(count)}?`}
      action="Record"
      tone="main"
      busyLabel={busy ? 'Recording…' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void apply()}
      onCancel={onClose}
    >
      <ul className={styles.lines}>
        {parsed.lines.map(({ line, amount, currency, account, donor, transaction }) => (
          <li key={line}>
            {moneyText(amount, currency)}, {account || donor || 'without a donor'}, {transaction}
          </li>
        ))}
      </ul>
    </Confirm>
  )
}

const countLabel = (count: number) => (count === 1 ? '1 donation' : `${count} donations`)

function outcomeLabel(recorded: number, repeated: number): string {
  const before = repeated === 1 ? '1 was recorded before' : `${repeated} were recorded before`
  if (repeated === 0) return `${countLabel(recorded)} recorded.`
  return recorded === 0 ? `Nothing new: ${before}.` : `${countLabel(recorded)} recorded, ${before}.`
}
