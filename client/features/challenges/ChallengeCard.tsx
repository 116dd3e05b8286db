import { useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  type Challenge,
  isOpenRun,
  type Measure,
  ownSetText,
  type Run,
  secondSetText,
  seenOf,
} from '../../../shared/features/challenges/challenge.ts'
import {
  acceptChallenge,
  completeChallenge,
  dropChallenge,
  longestNote,
} from '../../../shared/features/challenges/commands.ts'
import { noRewardText } from '../../../shared/features/server/hubFeatures.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/CardGrid.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './Challenges.module.css'
import { levelOf, limitText, progressText, seenHow } from './challengeTexts.ts'

interface ChallengeCardProps {
  readonly challenge: Challenge
  /** Id of the set. */
  readonly set: string
  /** How the user last accepted it; null for never. */
  readonly run: Run | null
  /** Whether its set is offered now. */
  readonly isOffered: boolean
  readonly isGuest: boolean
  /** Whether the user has a player in the game. */
  readonly isLinked: boolean
  /** Without it nothing is paid. */
  readonly hasCurrency: boolean
}

/** One challenge with its goal, its reward and what the user has done of it. */
export function ChallengeCard(props: ChallengeCardProps) {
  const { challenge, set, run, isOffered, isGuest, isLinked, hasCurrency } = props
  const { title, description, reward, difficulty, category, goal } = challenge
  const isOpen = run !== null && isOpenRun(run)
  const canAccept = isOffered && !isOpen && !isGuest && (isLinked || goal.measure === 'judged')
  return (
    <Card
      title={title}
      badge={<DifficultyBadge challenge={challenge} />}
      foot={
        <>
          {hasCurrency ? <Price {...reward} /> : <span className={styles.soft}>{noRewardText}</span>}
          {canAccept ? <AcceptButton set={set} challenge={challenge} isAgain={run !== null} /> : null}
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.category} data-difficulty={difficulty}>
          {category} · {limitText(challenge.timeLimit)}
        </p>
        <p>{description}</p>
        {run === null || isOpen ? <p className={styles.soft}>{seenHow[goal.measure]}</p> : null}
        {run === null ? null : <RunState run={run} hasCurrency={hasCurrency} />}
      </div>
    </Card>
  )
}

/** Bars beside the word, so that it does not rest on colour. */
export const DifficultyBadge = ({
  challenge: { difficulty },
}: {
  readonly challenge: Pick<Challenge, 'difficulty'>
}) => (
  <span className={styles.difficulty} data-difficulty={difficulty}>
    <span className={styles.bars} aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} data-on={bar <= levelOf[difficulty] || undefined} />
      ))}
    </span>
    {difficulty}
  </span>
)

interface AcceptButtonProps {
  readonly set: string
  readonly challenge: Challenge
  readonly isAgain: boolean
}

function AcceptButton({ set, challenge: { id, title }, isAgain }: AcceptButtonProps) {
  const { run, busy, refusal, dismiss } = useCommand(acceptChallenge)
  return (
    <>
      <Button
        tone={isAgain ? 'plain' : 'main'}
        busyLabel={busy ? 'Accepting…' : null}
        aria-label={isAgain ? `Accept ${title} again` : `Accept ${title}`}
        onClick={() => void run({ set, challenge: id })}
      >
        {isAgain ? 'Accept again' : 'Accept'}
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}

function RunState({ run, hasCurrency }: { readonly run: Run; readonly hasCurrency: boolean }) {
  const { state, paid, reason, deadline, challenge, isOwnSet, isSecondSet } = run
  const unpaidText = isOwnSet ? ownSetText : isSecondSet ? secondSetText : null
  if (state === 'completed')
    return (
      <p className={styles.done} role="status">
        {paid ? (
          <>
            Completed. You got <Price {...paid} showsName />.
          </>
        ) : (
          `Completed. ${unpaidText ?? 'It was paid before, so there was no second reward.'}`
        )}
      </p>
    )
  if (state === 'rejected') return <p className={styles.over}>Staff didn't accept it: {reason}</p>
  if (state === 'expired')
    return (
      <p className={styles.over}>
        Its time ran out{challenge.goal.measure === 'judged' ? '' : `: ${progressText(run)}`}.
      </p>
    )
  if (state === 'dropped') return <p className={styles.over}>You gave it up.</p>
  const reachedText = unpaidText ? 'You can mark it complete.' : 'Mark it complete to get your reward.'
  return (
    <>
      {challenge.goal.measure === 'judged' ? null : (
        <ProgressBar
          label="So far"
          value={seenOf(run)}
          max={challenge.goal.target}
          text={progressText(run)}
          tone={state === 'reached' ? 'good' : 'accent'}
        />
      )}
      {state === 'accepted' ? (
        <Countdown label="Time left" to={deadline} over="Its time is up." urgentMs={900_000} />
      ) : null}
      {state === 'reached' ? (
        <p className={styles.done}>
          Done in time. {hasCurrency ? reachedText : 'You can mark it complete once currency is on.'}
        </p>
      ) : null}
      {state === 'waiting' ? (
        <p role="status">Staff are looking at it. You'll be notified when they have decided.</p>
      ) : null}
      {unpaidText ? <p className={styles.soft}>{unpaidText}</p> : null}
      <RunActions run={run} />
    </>
  )
}

/** Without the game's log kills go to staff as well, but only the hub knows that. */
const isForStaff = (measure: Measure) => measure === 'judged'

function RunActions({ run: { id, state, challenge } }: { readonly run: Run }) {
  const [open, setOpen] = useState<'drop' | 'note' | null>(null)
  const { run, busy, refusal, dismiss } = useCommand(completeChallenge)
  const showToast = useSetAtom(showToastAtom)
  const complete = async (note = '') => {
    const answer = await run({ run: id, note })
    if (!answer.ok) return false
    setOpen(null)
    const { paid } = answer.output
    if (paid) showToast(`${amountInWords(paid.amount, paid.currency)} earned.`)
    return true
  }
  return (
    <div className={styles.actions}>
      {state === 'waiting' ? null : (
        <Button
          tone={state === 'reached' ? 'main' : 'plain'}
          busyLabel={busy && open === null ? 'Checking…' : null}
          aria-label={`Mark Complete: ${challenge.title}`}
          onClick={() => (isForStaff(challenge.goal.measure) ? setOpen('note') : void complete())}
        >
          Mark Complete
        </Button>
      )}
      <Button tone="quiet" aria-label={`Give up ${challenge.title}`} onClick={() => setOpen('drop')}>
        Give up
      </Button>
      {refusal && open === null ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {open === 'note' ? (
        <NoteDialog
          run={id}
          title={challenge.title}
          busyLabel={busy ? 'Sending…' : null}
          problem={refusal?.message ?? null}
          onSend={complete}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'drop' ? (
        <ConfirmCommand
          command={dropChallenge}
          input={{ run: id }}
          title={`Give up “${challenge.title}”?`}
          action="Give up"
          busyLabel="Giving up…"
          done={null}
          onClose={() => setOpen(null)}
        >
          <p>Your progress so far is lost. You can accept it again while its set is offered.</p>
        </ConfirmCommand>
      ) : null}
    </div>
  )
}

interface NoteDialogProps {
  readonly run: string
  readonly title: string
  readonly busyLabel: string | null
  readonly problem: string | null
  /** True once the hub has it. */
  readonly onSend: (note: string) => Promise<boolean>
  readonly onClose: () => void
}

/** What the player tells staff, who decide. */
function NoteDialog({ run, title, busyLabel, problem, onSend, onClose }: NoteDialogProps) {
  const { value: note, change, clear } = useTextDraft(`note ${run}`)
  const send = async () => {
    if (await onSend(note)) clear()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <Form
          label={title}
          action="Ask staff"
          busyLabel={busyLabel}
          problem={problem}
          onSubmit={() => void send()}
          onCancel={onClose}
        >
          <p>The hub can't see this, so staff decide. They see when and what you played, and your fights.</p>
          <Field label="When and where was it?" value={note} onValue={change} longest={longestNote} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}
