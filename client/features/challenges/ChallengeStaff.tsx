import { useState } from 'react'
import { cancelUpdate, longestUpdateReason } from '../../../shared/features/challenges/commands.ts'
import {
  type ChallengeDesk,
  challengeDesk,
  defaultCancelReason,
  overdueText,
} from '../../../shared/features/challenges/desk.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { useNow } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './Challenges.module.css'
import { GeneratorDialog } from './GeneratorDialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { JudgingList } from './JudgingList.tsx'

/** For holders of `manageChallenges`: the next set, the generator, the history, and what waits to be decided. */
export function ChallengeStaff() {
  const desk = useDocument(challengeDesk)
  const [open, setOpen] = useState<'generator' | 'history' | null>(null)
  return (
    <Part title="Manage challenges">
      <StatefulContent {...statesOf(desk, () => false, null)}>
        {desk.value ? (
          <>
            <PendingUpdate desk={desk.value} />
            <Actions>
              <Button tone="main" onClick={() => setOpen('generator')}>
                Generate challenges
              </Button>
              <Button onClick={() => setOpen('history')}>History</Button>
            </Actions>
            <JudgingList asked={Object.values(desk.value.asked)} />
            {open === 'generator' ? (
              <GeneratorDialog isPending={desk.value.pending !== null} onClose={() => setOpen(null)} />
            ) : null}
            {open === 'history' ? <HistoryDialog desk={desk.value} onClose={() => setOpen(null)} /> : null}
          </>
        ) : null}
      </StatefulContent>
    </Part>
  )
}

/** How long after its time an update is called overdue: a timer of the hub takes a moment. */
const overdueAfterMs = 5_000

/** The approved set that is due; nothing if there is none. */
function PendingUpdate({ desk: { pending } }: { readonly desk: Pick<ChallengeDesk, 'pending'> }) {
  const [isAsking, setAsking] = useState(false)
  const { value: reason, change: setReason, clear } = useTextDraft('cancelled update')
  const now = useNow()
  if (pending === null) return null
  const { historyId, scheduledTime, challenges } = pending
  const many = `${challenges.length} ${challenges.length === 1 ? 'challenge' : 'challenges'}`
  return (
    <div className={styles.hint}>
      <p>
        An update of {many} is approved. <Countdown label="Active in" to={scheduledTime} over="Overdue" />
      </p>
      {now > scheduledTime + overdueAfterMs ? (
        <p className={styles.overdue} role="alert">
          {overdueText}
        </p>
      ) : null}
      <Button onClick={() => setAsking(true)}>Cancel update</Button>
      {isAsking ? (
        <ConfirmCommand
          command={cancelUpdate}
          input={{ history: historyId, reason }}
          title={`Cancel the update of ${many}?`}
          action="Cancel update"
          busyLabel="Cancelling…"
          done="Update cancelled."
          onClose={() => {
            clear()
            setAsking(false)
          }}
        >
          <p>The challenges that are offered now stay.</p>
          <Field
            label="Reason"
            hint={`Leave it empty for "${defaultCancelReason}".`}
            longest={longestUpdateReason}
            value={reason}
            onValue={setReason}
          />
        </ConfirmCommand>
      ) : null}
    </div>
  )
}
