import { useState } from 'react'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { type BackupTask, type HubBackup, lastGood } from '../../../shared/features/backups/backups.ts'
import {
  deleteBackup,
  lockBackup,
  restoreBackup,
  takeBackup,
  verifyBackup,
} from '../../../shared/features/backups/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { useMay } from '../roles/Gated.tsx'
import styles from './Backups.module.css'

/** What the hub knows of its backups. */
export interface KnownBackups {
  /** Newest first. */
  readonly list: readonly HubBackup[]
  /** Why the hub cannot restore by itself; null where it can. */
  readonly whyNot: string | null
}

const causes = { asked: 'By hand', schedule: 'Schedule', beforeRestore: 'Before a restore' } as const
const states = {
  tried: 'Tested: it can be restored',
  read: 'Read in full',
  unverified: 'Not tested yet',
  bad: 'Damaged',
} as const

/** The backups that there are, and what can be done with each. */
export function BackupTable({ known, tasks }: { readonly known: KnownBackups; readonly tasks: readonly BackupTask[] }) {
  const [question, setQuestion] = useState<{ readonly act: 'restore' | 'delete'; readonly backup: HubBackup } | null>(
    null,
  )
  const ask = (act: 'restore' | 'delete') => (backup: HubBackup) => setQuestion({ act, backup })
  const columns: readonly Column<HubBackup>[] = [
    { name: 'Made', width: 'minmax(190px, 1.4fr)', isPlain: true, cell: ({ madeAt }) => <Made at={madeAt} /> },
    { name: 'Size', width: '96px', figures: true, cell: ({ bytes }) => bytesInWords(bytes) },
    { name: 'Why', width: 'minmax(120px, 1fr)', cell: ({ cause }) => causes[cause] },
    { name: 'State', width: 'minmax(150px, 1.4fr)', cell: (one) => <State backup={one} /> },
    {
      name: 'Actions',
      width: '230px',
      isPlain: true,
      cell: (one) => (
        <RowActions
          backup={one}
          known={known}
          isBusy={tasks.some(({ backup }) => backup === one.id)}
          onRestore={ask('restore')}
          onDelete={ask('delete')}
        />
      ),
    },
  ]
  const close = () => setQuestion(null)
  return (
    <>
      <DataTable caption="Backups of the hub" columns={columns} rows={known.list} keyOf={({ id }) => id} />
      {question?.act === 'restore' ? <RestoreBackup backup={question.backup} onClose={close} /> : null}
      {question?.act === 'delete' ? (
        <DeleteBackup
          backup={question.backup}
          others={known.list.filter(({ id }) => id !== question.backup.id)}
          onClose={close}
        />
      ) : null}
    </>
  )
}

const Made = ({ at }: { readonly at: number }) => (
  <>
    <On at={at} />{' '}
    <span className={styles.soft}>
      <Ago at={at} />
    </span>
  </>
)

const State = ({ backup: { verified, isLocked } }: { readonly backup: HubBackup }) => (
  <>
    <span data-state={verified.state} className={styles.state}>
      {states[verified.state]}
      {isLocked ? ', locked' : ''}
    </span>
    {verified.state === 'bad' && verified.at !== null ? (
      <p className={styles.why}>
        Found on <On at={verified.at} /> (<Ago at={verified.at} isInSentence />
        ).
      </p>
    ) : null}
    {verified.why ? <p className={styles.why}>{verified.why}</p> : null}
  </>
)

interface RowActionsProps {
  readonly backup: HubBackup
  readonly known: KnownBackups
  readonly isBusy: boolean
  readonly onRestore: (backup: HubBackup) => void
  readonly onDelete: (backup: HubBackup) => void
}

function RowActions({ backup, known, isBusy, onRestore, onDelete }: RowActionsProps) {
  const lock = useCommand(lockBackup)
  const verify = useCommand(verifyBackup)
  const refusal = lock.refusal ?? verify.refusal
  const [mayTake, mayRestore] = [useMay(takeBackup), useMay(restoreBackup)]
  const { id, isLocked, verified } = backup
  const whyNot = known.whyNot === null ? undefined : 'Only on the command line'
  return (
    <Actions>
      {mayTake ? (
        <ActionLink href={`/api/owner/backups/${encodeURIComponent(id)}`} external download>
          Download
        </ActionLink>
      ) : null}
      <Menu
        label={`More actions for the backup of ${new Date(backup.madeAt).toISOString().slice(0, 16)}`}
        face={isBusy || lock.busy || verify.busy ? 'Working…' : 'More'}
        items={[
          { key: 'verify', name: 'Test it again', onChoose: () => void verify.run({ backup: id }) },
          {
            key: 'lock',
            name: isLocked ? 'Unlock' : 'Lock',
            detail: isLocked ? undefined : 'It is kept until you unlock it.',
            onChoose: () => void lock.run({ backup: id, isLocked: !isLocked }),
          },
          ...(mayRestore
            ? [
                {
                  key: 'restore',
                  name: 'Restore…',
                  danger: true,
                  startsGroup: true,
                  disabled: verified.state === 'bad' ? "It can't be used" : whyNot,
                  onChoose: () => onRestore(backup),
                },
              ]
            : []),
          {
            key: 'delete',
            name: 'Delete…',
            danger: true,
            startsGroup: !mayRestore,
            disabled: isLocked ? 'Unlock it first' : undefined,
            onChoose: () => onDelete(backup),
          },
        ]}
      />
      {refusal ? (
        <Problem
          onDismiss={() => {
            lock.dismiss()
            verify.dismiss()
          }}
        >
          {refusal.message}
        </Problem>
      ) : null}
    </Actions>
  )
}

interface QuestionProps {
  readonly backup: HubBackup
  readonly onClose: () => void
}

/** Asks before everything that came after a backup is lost. */
const RestoreBackup = ({ backup, onClose }: QuestionProps) => (
  <ConfirmCommand
    command={restoreBackup}
    input={{ backup: backup.id, madeAt: backup.madeAt }}
    title="Restore this backup?"
    action="Restore the backup"
    busyLabel="Asking…"
    done="The hub backs up what is there now. Then it stops, restores, and starts again."
    onClose={onClose}
  >
    <p>
      The hub goes back to <On at={backup.madeAt} /> (<Ago at={backup.madeAt} isInSentence />
      ). Everything that anyone did after that is lost: currency, dinosaurs, purchases, bans and roles.
    </p>
    <ul>
      <li>A backup of what is there now is made first, and its files are kept too.</li>
      <li>
        All pages are disconnected for a few seconds to a few minutes. Everyone has to sign in again, and programs need
        new tokens.
      </li>
      <li>The game isn&apos;t changed. What it got after that time is listed here, for you to settle.</li>
    </ul>
  </ConfirmCommand>
)

interface DeleteBackupProps extends QuestionProps {
  /** Those that are left afterwards. */
  readonly others: readonly HubBackup[]
}

const DeleteBackup = ({ backup, others, onClose }: DeleteBackupProps) => (
  <ConfirmCommand
    command={deleteBackup}
    input={{ backup: backup.id }}
    title="Delete this backup?"
    action="Delete the backup"
    busyLabel="Deleting…"
    done={null}
    onClose={onClose}
  >
    <p>
      The backup of <On at={backup.madeAt} /> is deleted from the disk. That can&apos;t be undone.
    </p>
    {backup.verified.state !== 'bad' && !lastGood(others) ? (
      <p>
        <strong>No other backup is known to be usable.</strong> Make another one first.
      </p>
    ) : null}
  </ConfirmCommand>
)
