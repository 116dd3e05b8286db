import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { backups, backupsKey } from '../../../shared/features/backups/backups.ts'
import { connections } from '../../../shared/features/connections/connections.ts'
import { postSettings, testPost } from '../../../shared/features/notifications/posts.ts'
import type { HubConfiguration } from '../../../shared/features/server/queries.ts'
import { setupGuide, showSetupGuide } from '../../../shared/features/settings/setupGuide.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { CheckButton } from '../connections/CheckButton.tsx'
import { FindingList, Mark } from '../connections/Findings.tsx'
import styles from './Configuration.module.css'
import { isStepDone, type SetupStep, setupSteps, stepState } from './setupSteps.ts'

interface SetupGuideProps {
  readonly configuration: HubConfiguration
}

/** What is connected, what is missing, and what to do about it: until all is done or an owner dismisses it, and again on demand. */
export function SetupGuide({ configuration }: SetupGuideProps) {
  const { value } = useDocument(setupGuide)
  if (value === null) return null
  return value.dismissedAt === null ? <Guide configuration={configuration} /> : <ShowGuide />
}

function ShowGuide() {
  const { run, busy, refusal } = useCommand(showSetupGuide)
  return (
    <Actions>
      <Button busyLabel={busy ? 'Opening…' : null} onClick={() => void run({ isShown: true })}>
        Show the setup guide
      </Button>
      {refusal ? <Problem>{refusal.message}</Problem> : null}
    </Actions>
  )
}

function Guide({ configuration }: SetupGuideProps) {
  const { value } = useDocument(connections, mainServer)
  const known = useDocument(backups, backupsKey).value
  const posts = useDocument(postSettings).value?.last ?? {}
  const dismiss = useCommand(showSetupGuide)
  const steps = setupSteps({
    configuration,
    checked: value?.checked ?? null,
    origin: location.origin,
    backups: known?.list ?? null,
    posts,
  })
  const done = steps.filter(isStepDone)
  const next = steps.find((step) => stepState(step) !== null && !isStepDone(step))
  const isDone = steps.every((step) => step.weight === 'optional' || isStepDone(step))
  const list = (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Step key={step.key} step={step} isNext={step === next} />
      ))}
    </ol>
  )
  return (
    <Part
      title="First-time setup"
      description={
        configuration.environment === 'production'
          ? 'What is connected, and what is missing, the most useful first.'
          : 'This is a demo: the simulator takes the place of a game server. The steps below are for your own.'
      }
      action={
        <Button
          tone="quiet"
          flush
          busyLabel={dismiss.busy ? 'Hiding…' : null}
          onClick={() => void dismiss.run({ isShown: false })}
        >
          Hide the guide
        </Button>
      }
    >
      <p role="status" className={styles.progress}>
        {done.length} of {steps.length} done.
        {isDone ? ' Everything that you need is connected.' : next ? ` Next: ${next.title}.` : ''}
      </p>
      {dismiss.refusal ? <Problem onDismiss={dismiss.dismiss}>{dismiss.refusal.message}</Problem> : null}
      {isDone ? (
        <details className={styles.step}>
          <summary>All steps</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </Part>
  )
}

const weights: Readonly<Record<SetupStep['weight'], string>> = {
  needed: 'Needed',
  useful: 'Useful',
  optional: 'Optional',
}

const stepLabels = { good: 'Done', warning: 'Needs a look', bad: 'Problem', absent: 'Not set up' } as const

interface StepProps {
  readonly step: SetupStep
  readonly isNext: boolean
}

function Step({ step, isNext }: StepProps) {
  const { title, gives, weight, findings, place } = step
  const state = stepState(step)
  const label = state === null ? 'Checking…' : stepLabels[state]
  return (
    <li>
      <details className={styles.step} open={isNext || undefined}>
        <summary>
          {state ? <Mark state={state} /> : null}
          <span className={styles.stepTitle}>{title}</span>
          <span className={styles.weight}>{weights[weight]}</span>
          <span className={styles.stepState} data-state={state ?? 'waiting'}>
            {label}
          </span>
        </summary>
        <div className={styles.stepBody}>
          <p>{gives}</p>
          {findings ? <FindingList label={`${title}: results`} findings={findings} /> : null}
          <div className={styles.trial}>
            <Trial step={step} />
            {place ? <ActionLink href={place.href}>{place.name}</ActionLink> : null}
          </div>
        </div>
      </details>
    </li>
  )
}

/** The button that tries a step, and when that was last done: so that a result that stays the same is seen to be a new one. */
function Trial({ step: { trial, title, triedAt = null } }: Pick<StepProps, 'step'>) {
  if (trial === 'address') return <TryAddress title={title} />
  if (trial === null) return null
  return (
    <>
      {trial === 'post' ? <TryPost triedAt={triedAt} /> : <CheckButton verb="Try" face="Try" what={title} />}
      <Tried at={triedAt} />
    </>
  )
}

const Tried = ({ at }: { readonly at: number | null }) => (
  <span role="status" className={styles.soft}>
    {at === null ? (
      ''
    ) : (
      <>
        Last tried: <On at={at} hasSeconds />
      </>
    )}
  </span>
)

function TryPost({ triedAt }: { readonly triedAt: number | null }) {
  const { run, busy, refusal, dismiss } = useCommand(testPost)
  // The outcome comes later than the answer, with the document: until then the time of the last one is the one that was there before.
  const [isWaiting, wait] = useState<{ readonly since: number | null } | null>(null)
  const post = async () => {
    const since = triedAt
    const { ok } = await run({})
    wait(ok ? { since } : null)
  }
  return (
    <>
      <Button busyLabel={busy ? 'Posting…' : null} onClick={() => void post()}>
        Post a test
      </Button>
      <span role="status">
        {isWaiting !== null && isWaiting.since === triedAt ? 'On its way. The outcome appears here.' : ''}
      </span>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}

function TryAddress({ title }: { readonly title: string }) {
  const { serverNow } = useConnection()
  const [result, setResult] = useState<keyof typeof trialTexts>('')
  const [triedAt, setTriedAt] = useState<number | null>(null)
  const ask = async () => {
    setResult('trying')
    const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null)
    setResult(answer === null ? 'silent' : outcomeOf(answer.status))
    setTriedAt(serverNow())
  }
  return (
    <>
      <Button
        aria-label={`Try: ${title}`}
        busyLabel={result === 'trying' ? 'Trying…' : null}
        onClick={() => void ask()}
      >
        Try
      </Button>
      <span role="status">{trialTexts[result]}</span>
      <Tried at={triedAt} />
    </>
  )
}

/** The hub itself answers 200 or 503; everything else comes from the web server in front of it. */
function outcomeOf(status: number): keyof typeof trialTexts {
  if (status === 200) return 'answered'
  if (status === 503) return 'ill'
  return status < 500 ? 'closed' : 'silent'
}

const trialTexts = {
  '': '',
  trying: '',
  answered: 'The hub answers at this address, and can save data.',
  silent: "The hub doesn't answer. Check that it runs, and what your web server's log says.",
  closed: 'Your web server keeps /health from the public, as it should. This page reaches the hub through it.',
  ill: 'The hub reports a problem. Open /health and its log.',
} as const
