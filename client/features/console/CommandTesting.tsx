import { useAtomValue } from 'jotai'
import { useId } from 'react'
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
import { type Health, healthAtom } from '../server/health.ts'
import { linkLabels } from '../staff/deliveryLabels.ts'
import styles from './Console.module.css'

/** The test of the game's commands. It runs on the hub: everyone with the console sees the same run, live. */
export function CommandTesting() {
  const test = useDocument(commandTest, mainServer)
  const results = Object.values(test.value?.results ?? {}).sort((one, other) => other.number - one.number)
  const run = test.value?.run ?? null
  const { button, problem } = useTestButton(run?.state === 'running')
  return (
    <Part
      title="Command testing"
      description={`Sends the game ${testLines.length} harmless queries, ${testEveryMs / 1_000} s apart. It runs on the hub, so you can leave this page.`}
      action={button}
    >
      {problem}
      <p className={styles.progress} role="status">
        {run ? runLabel(run, results.slice(0, run.sent)) : ''}
      </p>
      <StatefulContent {...statesOf(test, () => results.length === 0, { title: 'No test yet.' })}>
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

/** Starts a test, or cancels the running one. While the game link is down a start is not possible, and that is shown beforehand. */
function useTestButton(isRunning: boolean) {
  const start = useCommand(startTest)
  const cancel = useCommand(cancelTest)
  const health = useAtomValue(healthAtom)
  const { busy, run, refusal, allowed } = isRunning ? cancel : start
  const why = !isRunning && health.state === 'linkDown' ? startTest.refusals.linkDown : null
  const message = why ?? (refusal && !isOver(refusal.code, isRunning, health.state) ? refusal.message : null)
  const id = useId()
  return {
    button: allowed ? (
      <Button
        tone={isRunning ? 'plain' : 'main'}
        busyLabel={busy ? 'Sending…' : null}
        disabled={why !== null}
        aria-describedby={why ? id : undefined}
        onClick={() => void run({})}
      >
        {isRunning ? 'Cancel test' : 'Start test'}
      </Button>
    ) : null,
    problem: message && allowed ? why ? <Warning id={id}>{message}</Warning> : <Problem>{message}</Problem> : null,
  }
}

/** Whether what a refusal said is true no more, as this page shows. */
function isOver(code: string, isRunning: boolean, health: Health['state']): boolean {
  if (code === 'linkDown') return health === 'live'
  return code === 'running' ? !isRunning : code === 'notRunning' && isRunning
}

const Warning = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <p id={id} className={styles.warning} role="status">
    {children}
  </p>
)

type Run = NonNullable<ReturnType<typeof commandTest.schema.parse>['run']>

/** @param results those of the run */
function runLabel({ byName, sent, state, startedAt, why }: Run, results: readonly TestResult[]): string {
  const by = byName ? ` by ${byName}` : ''
  const progress = `${sent} of ${testLines.length} sent`
  if (state === 'running') return `Running, started${by}: ${progress}.`
  const count = (tone: TestResult['tone']) => results.filter((result) => result.tone === tone).length
  const [good, waiting] = [count('good'), count('waiting')]
  const bad = results.length - good - waiting
  const told = [`${good} answered`, bad > 0 && `${bad} failed`, waiting > 0 && `${waiting} waiting`].filter(Boolean)
  if (state === 'finished') return `Finished: ${told.join(', ')}. Started${by} at ${timeOf(startedAt)}.`
  return state === 'cancelled' ? `Cancelled: ${progress}.` : `Stopped: ${progress}. ${why ?? ''}`
}

const stateNames: Readonly<Record<TestResult['tone'], string>> = {
  good: 'Answered',
  waiting: 'Waiting',
  bad: 'Failed',
  cancelled: 'Cancelled',
}

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
