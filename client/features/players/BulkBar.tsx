import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { type BulkAnswer, kickPlayers, messagePlayers, mostBulk } from '../../../shared/features/deliveries/bulk.ts'
import { longestActionReason } from '../../../shared/features/deliveries/kinds.ts'
import type { GivenToMany } from '../../../shared/features/ledger/commands.ts'
import { choosePlayers, type PlayerFilter } from '../../../shared/features/players/queries.ts'
import { useAsk } from '../../connection/useAsk.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { GiveToMany, skippedText, useGivenToast } from '../ledger/GiveToMany.tsx'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { WithoutEnter } from '../staff/BanFields.tsx'
import { longestMessage } from './actionForms.tsx'
import styles from './PlayersScreen.module.css'

/** The names of the chosen players by the game's id; by the account's id for accounts without a player. */
export type ChosenPlayers = ReadonlyMap<string, string>

interface BulkBarProps {
  readonly filter: PlayerFilter
  /** How many players the filter finds. */
  readonly total: number
  readonly chosen: ChosenPlayers
  readonly onChosen: (chosen: ChosenPlayers) => void
  readonly may: readonly Permission[]
}

/** The actions on all chosen players at once. */
export function BulkBar({ filter, total, chosen, onChosen, may }: BulkBarProps) {
  const [asked, ask] = useState<'message' | 'give' | 'kick' | null>(null)
  const why = useWhyBlocked()
  const showToast = useSetAtom(showToastAtom)
  const showGiven = useGivenToast()
  const isGiving = useFeature('realCurrency') && may.includes('addCurrency')
  if (chosen.size === 0) return null
  const isTooMany = chosen.size > mostBulk
  const onDone = (answer: BulkAnswer | null) => {
    ask(null)
    if (answer === null) return
    onChosen(new Map())
    if (answer.skipped.length > 0) showToast(skippedText(answer.skipped))
  }
  const onGiven = (answer: GivenToMany | null) => {
    ask(null)
    if (answer === null) return
    onChosen(new Map())
    showGiven(answer)
  }
  return (
    <section className={styles.bulk} aria-label="Selected players">
      <p role="status">
        <strong>{chosen.size === 1 ? '1 player' : `${chosen.size} players`}</strong> selected
      </p>
      <LinkWarning isApart />
      {may.includes('messagePlayers') ? (
        <Button disabled={why !== null || isTooMany} onClick={() => ask('message')}>
          Message
        </Button>
      ) : null}
      {isGiving ? (
        <Button disabled={why !== null || isTooMany} onClick={() => ask('give')}>
          Give
        </Button>
      ) : null}
      {may.includes('kickPlayers') ? (
        <Button tone="danger" disabled={why !== null || isTooMany} onClick={() => ask('kick')}>
          Kick
        </Button>
      ) : null}
      <ChooseAllFound filter={filter} total={total} chosen={chosen} onChosen={onChosen} />
      <Button tone="quiet" onClick={() => onChosen(new Map())}>
        Clear selection
      </Button>
      {isTooMany ? <p>Select at most {mostBulk} players.</p> : null}
      {why ? <p>{why}</p> : null}
      {asked === 'message' ? <BulkMessage chosen={chosen} onDone={onDone} /> : null}
      {asked === 'give' ? <GiveToMany chosen={chosen} onDone={onGiven} /> : null}
      {asked === 'kick' ? <BulkKick chosen={chosen} onDone={onDone} /> : null}
    </section>
  )
}

/** Chooses the players of all pages, as far as one command can name them. */
function ChooseAllFound({ filter, total, chosen, onChosen }: Omit<BulkBarProps, 'may'>) {
  const { ask, isAsking } = useAsk(choosePlayers, filter, chosen)
  const [problem, setProblem] = useState<string | null>(null)
  const most = Math.min(total, mostBulk)
  if (chosen.size >= most) return null
  const chooseAll = async () => {
    const answer = await ask({ ...filter, limit: mostBulk })
    if (answer === null) return
    setProblem(answer.ok ? null : answer.message)
    if (answer.ok) onChosen(new Map(answer.output.players.map(({ id, name }) => [id, name || id])))
  }
  return (
    <>
      <Button tone="quiet" busyLabel={isAsking ? 'Selecting…' : null} onClick={() => void chooseAll()}>
        {most < total ? `Select the first ${most}` : `Select all ${total}`}
      </Button>
      {problem ? <Problem onDismiss={() => setProblem(null)}>{problem}</Problem> : null}
    </>
  )
}

interface BulkFormProps {
  readonly chosen: ChosenPlayers
  /** Null: cancelled. */
  readonly onDone: (answer: BulkAnswer | null) => void
}

const countOf = ({ size }: ChosenPlayers) => (size === 1 ? '1 player' : `${size} players`)
const mostNamed = 12

/** The game's RCON answers one message before it takes the next, in about a second. */
const paceOf = (players: number) =>
  players < 20 ? '' : `The game handles about one a second, so this takes about ${lengthOf(players * 1_000)}.`

/** The names of those who are affected. */
const Named = ({ chosen }: Pick<BulkFormProps, 'chosen'>) => (
  <p className={styles.named}>
    {[...chosen.values()].slice(0, mostNamed).join(', ')}
    {chosen.size > mostNamed ? ` and ${chosen.size - mostNamed} more` : ''}
  </p>
)

function BulkMessage({ chosen, onDone }: BulkFormProps) {
  const { value: text, change, clear } = useTextDraft('message players')
  const { run, busy, refusal, dismiss } = useCommand(messagePlayers)
  const send = async () => {
    const answer = await run({ server: mainServer, targets: [...chosen.keys()], text })
    if (!answer.ok) return
    clear()
    onDone(answer.output)
  }
  return (
    <Dialog title={`Message ${countOf(chosen)}`} hasClose={false} onClose={() => onDone(null)}>
      <DialogBody>
        <Named chosen={chosen} />
        <Form
          label={`Message ${countOf(chosen)}`}
          action={`Send to ${countOf(chosen)}`}
          busyLabel={busy ? 'Sending…' : null}
          problem={refusal?.message ?? null}
          onDismiss={dismiss}
          onSubmit={() => void send()}
          onCancel={() => onDone(null)}
        >
          <WithoutEnter>
            <Field
              label="Message"
              autoComplete="off"
              autoFocus
              needed="Enter a message."
              longest={longestMessage}
              hint={`Each player gets it as a private message. ${paceOf(chosen.size)}`}
              value={text}
              onValue={change}
            />
          </WithoutEnter>
        </Form>
      </DialogBody>
    </Dialog>
  )
}

function BulkKick({ chosen, onDone }: BulkFormProps) {
  const { value: reason, change, clear } = useTextDraft('kick players')
  const { run, busy, refusal } = useCommand(kickPlayers)
  const send = async () => {
    const answer = await run({ server: mainServer, targets: [...chosen.keys()], reason: reason.trim() })
    if (!answer.ok) return
    clear()
    onDone(answer.output)
  }
  return (
    <Confirm
      title={`Kick ${countOf(chosen)}?`}
      action={`Kick ${countOf(chosen)}`}
      busyLabel={busy ? 'Kicking…' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void send()}
      onCancel={() => onDone(null)}
    >
      <Named chosen={chosen} />
      <p>They're disconnected from the server and can come back at once.</p>
      <WithoutEnter>
        <Field
          label="Reason (optional)"
          autoComplete="off"
          longest={longestActionReason}
          value={reason}
          onValue={change}
        />
      </WithoutEnter>
    </Confirm>
  )
}
