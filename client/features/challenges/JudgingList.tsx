import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { judgeRun, longestNote } from '../../../shared/features/challenges/commands.ts'
import { type Asked, askedKey } from '../../../shared/features/challenges/desk.ts'
import { readEvidence } from '../../../shared/features/challenges/queries.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { type QueryUse, useQuery } from '../../connection/useQuery.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Field } from '../../ui/Field.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './Challenges.module.css'
import { progressText } from './challengeTexts.ts'

/** Challenges that players marked complete and that the hub could not see: the oldest first. Nothing while there are none. */
export function JudgingList({ asked }: { readonly asked: readonly Asked[] }) {
  if (asked.length === 0) return <p className={styles.soft}>No challenges are waiting for your decision.</p>
  return (
    <section aria-label="To decide">
      <h3>To decide: {asked.length}</h3>
      <ul className={styles.entries}>
        {asked
          .toSorted((one, other) => one.askedAt - other.askedAt)
          .map((one) => (
            <AskedRow key={askedKey(one.account, one.run)} asked={one} />
          ))}
      </ul>
    </section>
  )
}

function AskedRow({ asked: { account, run, note, askedAt } }: { readonly asked: Asked }) {
  const evidence = useQuery(readEvidence, { account, run })
  return (
    <li className={styles.entry}>
      <StatefulContent {...statesOf(evidence, () => false, null)}>
        {evidence.value ? (
          <>
            <Evidence evidence={evidence.value} account={account} askedAt={askedAt} note={note} />
            <Verdict account={account} run={run} evidence={evidence.value} />
          </>
        ) : null}
      </StatefulContent>
    </li>
  )
}

type Known = NonNullable<QueryUse<typeof readEvidence>['value']>

interface EvidenceProps {
  readonly evidence: Known
  readonly account: string
  readonly askedAt: number
  readonly note: string
}

/** What is known of the player between accepting and asking. */
function Evidence({ evidence, account, askedAt, note }: EvidenceProps) {
  const { run, name, playMs, stays, fights, hasLog } = evidence
  const { title, description, reward, goal } = run.challenge
  const species = [...new Set(stays.flatMap((stay) => (stay.species === null ? [] : speciesName(stay.species))))]
  return (
    <>
      <h3>{title}</h3>
      <p>{description}</p>
      <p className={styles.facts}>
        <PlayerName id={account} name={name} />
        <span>
          asked <Ago at={askedAt} isInSentence />
        </span>
        <span>
          accepted <On at={run.acceptedAt} />
        </span>
        <Price {...reward} />
      </p>
      {note ? <p>“{note}”</p> : null}
      <p>
        Played {lengthOf(playMs)} in that time{species.length > 0 ? ` as ${species.join(', ')}` : ''}.{' '}
        {fights.length === 0
          ? hasLog
            ? 'No kill or death.'
            : "The game's log isn't connected, so no fights are known."
          : null}
        {goal.measure === 'judged' ? '' : ` ${progressText(run)}.`}
      </p>
      {fights.length > 0 ? (
        <ul className={styles.soft}>
          {fights.map(({ at, act, species: own, other }) => (
            <li key={`${at} ${act} ${other}`}>
              <On at={at} />:{' '}
              {act === 'kill'
                ? `${knownName(own)} killed ${knownName(other)}`
                : `${knownName(own)} died${other ? ` to ${speciesName(other)}` : ''}`}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

interface VerdictProps {
  readonly account: string
  readonly run: string
  readonly evidence: Known
}

function Verdict({ account, run, evidence }: VerdictProps) {
  const { may } = useAtomValue(accessAtom)
  const [isRejecting, setRejecting] = useState(false)
  const { value: reason, change: setReason, clear } = useTextDraft(`verdict ${askedKey(account, run)}`)
  const { run: judge, busy, refusal, dismiss } = useCommand(judgeRun)
  const showToast = useSetAtom(showToastAtom)
  const { title } = evidence.run.challenge
  const approve = async () => {
    if ((await judge({ verdict: 'approve', account, run })).ok) showToast(`“${title}” approved.`)
  }
  return (
    <>
      <Actions>
        <Button
          tone="main"
          busyLabel={busy ? 'Approving…' : null}
          aria-label={`Approve ${title} of ${evidence.name}`}
          onClick={() => void approve()}
        >
          Approve
        </Button>
        <Button aria-label={`Reject ${title} of ${evidence.name}`} onClick={() => setRejecting(true)}>
          Reject
        </Button>
        {may.includes('viewAllPositions') ? (
          <ActionLink href={`/replay?at=${evidence.run.endedAt ?? evidence.run.acceptedAt}`} tone="quiet">
            Open the replay
          </ActionLink>
        ) : null}
        {may.includes('readChat') ? (
          <ActionLink href="/game-log" tone="quiet">
            Open the game log
          </ActionLink>
        ) : null}
      </Actions>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {isRejecting ? (
        <ConfirmCommand
          command={judgeRun}
          input={{ verdict: 'reject', account, run, reason }}
          title={`Reject “${title}” of ${evidence.name}?`}
          action="Reject"
          busyLabel="Rejecting…"
          done={`“${title}” rejected.`}
          onClose={() => {
            clear()
            setRejecting(false)
          }}
        >
          <Field
            label="Reason"
            hint="The player reads it."
            needed="Say why."
            longest={longestNote}
            value={reason}
            onValue={setReason}
          />
        </ConfirmCommand>
      ) : null}
    </>
  )
}

const knownName = (species: string | null) => (species === null ? 'unknown' : speciesName(species))
