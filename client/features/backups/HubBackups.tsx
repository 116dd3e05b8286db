import type { z } from 'zod'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import {
  type BackupProgress,
  type BackupTask,
  backupPlan,
  backups,
  backupsKey,
  lastGood,
} from '../../../shared/features/backups/backups.ts'
import { dismissRestored, makeBackup } from '../../../shared/features/backups/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Backups.module.css'
import { BackupTable } from './BackupTable.tsx'

type Backups = z.infer<typeof backups.schema>
type Known = Backups & { readonly list: NonNullable<Backups['list']> }

/** The backups of the hub: made, tried, kept, taken away and restored. */
export function HubBackups() {
  const source = useDocument(backups, backupsKey)
  const plan = useDocument(backupPlan, backupsKey).value
  const { value } = source
  const states = statesOf({ ...source, value: value?.list ? value : null }, () => false, null)
  const tasks = plan?.tasks ?? []
  return (
    <Part
      title="Backups of the hub"
      description="Each holds all accounts, currency, dinosaurs, history and settings as of one moment. Addresses, keys and passwords from .env are not in it: keep a copy of that file too."
      action={<MakeBackup isMaking={tasks.some(({ act }) => act === 'make')} />}
    >
      {plan?.restored && !plan.restored.isDismissed ? <Restored restored={plan.restored} /> : null}
      <StatefulContent {...states}>
        {value?.list ? <Content known={{ ...value, list: value.list }} tasks={tasks} /> : null}
      </StatefulContent>
    </Part>
  )
}

function MakeBackup({ isMaking }: { readonly isMaking: boolean }) {
  const { run, busy, refusal, dismiss, allowed } = useCommand(makeBackup)
  return (
    <>
      <Button
        tone="main"
        disabled={!allowed}
        busyLabel={busy || isMaking ? 'Backing up…' : null}
        onClick={() => void run({})}
      >
        Back up now
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>Database backup failed. {refusal.message}</Problem> : null}
    </>
  )
}

function Restored({ restored }: { readonly restored: NonNullable<z.infer<typeof backupPlan.schema>['restored']> }) {
  const { isDone, says, at } = restored
  const { run, busy, refusal, dismiss } = useCommand(dismissRestored)
  return (
    <Stack>
      <p className={styles.note} role="status">
        <strong>{isDone ? 'A backup was restored' : 'The restore failed'}</strong> {<Ago at={at} isInSentence />}.{' '}
        {says}
      </p>
      <Actions>
        <Button busyLabel={busy ? 'Hiding…' : null} onClick={() => void run({ at })}>
          Hide this notice
        </Button>
      </Actions>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </Stack>
  )
}

const Content = ({ known, tasks }: { readonly known: Known; readonly tasks: readonly BackupTask[] }) => (
  <Stack>
    <Summary known={known} />
    {known.failure ? (
      <Problem>
        {known.failure.why} (<Ago at={known.failure.at} isInSentence />)
      </Problem>
    ) : null}
    {known.progress ? <Progress progress={known.progress} /> : null}
    {known.list.length > 0 ? <BackupTable known={known} tasks={tasks} /> : null}
    <p className={styles.soft}>
      The files are in <code>{known.folder}</code>
      {known.node === 'alone' ? null : (
        <>
          {' '}
          on <code>{known.node}</code>
        </>
      )}
      {known.freeBytes === null ? '.' : `, with ${bytesInWords(known.freeBytes)} free.`} They hold everyone&apos;s
      personal data. {known.node === 'alone' ? null : 'They hold only the pinned maps that this node has recorded. '}
      {known.whyNot === known.failure?.why ? null : known.whyNot}
    </p>
  </Stack>
)

function Summary({ known: { list } }: { readonly known: Known }) {
  const good = lastGood(list)
  if (list.length === 0) return <p role="status">There is no backup yet. Make one now.</p>
  if (list.every(({ verified }) => verified.state === 'bad'))
    return <p role="status">None of these backups can be used. Make one now.</p>
  if (!good) return <p role="status">None of these backups has been tested yet.</p>
  return (
    <p role="status">
      The last backup that can be relied on is from <On at={good.madeAt} /> (<Ago at={good.madeAt} isInSentence />
      ), {bytesInWords(good.bytes)}.
    </p>
  )
}

const acts = { make: 'Making a backup', verify: 'Testing the backup', restore: 'Restoring' } as const

const Progress = ({ progress: { act, done, of } }: { readonly progress: BackupProgress }) => (
  <ProgressBar
    label={acts[act]}
    value={of === null || of === 0 ? null : Math.min(done, of)}
    max={of ?? 100}
    text={`${numberText(done)} records`}
  />
)
