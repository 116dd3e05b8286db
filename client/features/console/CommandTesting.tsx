import { mainServer } from '../../../shared/engine/ids.ts'
import {
  cancelTest,
  commandTest,
  resultsKept,
  startTest,
  type TestResult,
  testEveryMs,
  testLines,
} from '../../../shared/features/console/console.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { timeOf } from '../../ui/durations.ts'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { linkLabels } from '../staff/deliveryLabels.ts'
import styles from './Console.module.css'

/** The test of the game's commands. It runs on the hub: everyone with the console sees the same run, live. */
export function CommandTesting() {
  const test = useDocument(commandTest, mainServer)
  const results = Object.values(test.value?.results ?? {}).sort((one, other) => other.number - one.number)
  return (
    <Part
      title="Command testing"
      description={`Asks the game ${testLines.length} harmless queries, ${testEveryMs / 1_000} s apart. It runs on the hub, so you can leave this page.`}
      action={<TestButton isRunning={test.value?.run?.state === 'running'} />}
    >
      <p className={styles.progress} role="status">
        {runLabel(test.value?.run ?? null)}
      </p>
      <StatefulContent {...statesOf(test, () => results.length === 0, { title: 'No test yet' })}>
        <DataTable
          caption={`The last ${resultsKept} answers`}
          columns={columns}
          rows={results}
          keyOf={({ number }) => number}
        />
      </StatefulContent>
    </Part>
  )
}

function TestButton({ isRunning }: { readonly isRunning: boolean }) {
  const start = useCommand(startTest)
  const cancel = useCommand(cancelTest)
  const { busy, run, refusal, allowed } = isRunning ? cancel : start
  if (!allowed) return null
  return (
    <div className={styles.test}>
      <Button tone={isRunning ? 'plain' : 'main'} busyLabel={busy ? 'Sending…' : null} onClick={() => void run({})}>
        {isRunning ? 'Cancel test' : 'Start test'}
      </Button>
      {refusal ? <Problem>{refusal.message}</Problem> : null}
    </div>
  )
}

type Run = NonNullable<ReturnType<typeof commandTest.schema.parse>['run']>

function runLabel(run: Run | null): string {
  if (!run) return ''
  const by = run.byName ? ` by ${run.byName}` : ''
  const sent = `${run.sent} of ${testLines.length} sent`
  if (run.state === 'running') return `Running, started${by}: ${sent}.`
  if (run.state === 'finished') return `Finished, started${by} at ${timeOf(run.startedAt)}.`
  return run.state === 'cancelled' ? `Cancelled: ${sent}.` : `Stopped: ${sent}. ${run.why ?? ''}`
}

const stateNames: Readonly<Record<TestResult['tone'], string>> = { good: 'Answered', waiting: 'Waiting', bad: 'Failed' }

const columns: readonly Column<TestResult>[] = [
  { name: 'Sent', width: '88px', figures: true, cell: ({ at }) => timeOf(at) },
  { name: 'Command', width: 'minmax(120px, 160px)', cell: ({ line }) => <code>{line}</code> },
  {
    name: 'Result',
    width: '104px',
    cell: ({ tone }) => (
      <span className={styles.result} data-tone={tone}>
        {stateNames[tone]}
      </span>
    ),
  },
  { name: 'Took', width: '80px', figures: true, cell: ({ tookMs }) => (tookMs === null ? '–' : `${tookMs} ms`) },
  { name: 'Link', width: '120px', cell: ({ link }) => (link && link !== 'hub' ? linkLabels[link] : '–') },
  { name: 'Answer', width: 'minmax(160px, 1fr)', cell: ({ reply }) => reply || '–' },
]
