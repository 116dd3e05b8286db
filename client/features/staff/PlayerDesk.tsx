import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import {
  healPlayer,
  kickPlayer,
  messagePlayer,
  slayPlayer,
  teleportPlayer,
} from '../../../shared/features/deliveries/commands.ts'
import { longestActionReason, longestActionText } from '../../../shared/features/deliveries/kinds.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { textProblem } from '../../ui/textRules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { BanDialog } from './BanDialog.tsx'
import { reasonPresets } from './BanFields.tsx'
import { CommandButton } from './CommandButton.tsx'
import type { ResponseCallbacks } from './CommandResponse.tsx'
import { type DeskLabels, staffLabels } from './deskLabels.ts'
import { Affected } from './OtherStaff.tsx'
import styles from './PlayerDesk.module.css'
import { PlayerPicker } from './PlayerPicker.tsx'
import {
  noPlayer,
  PickedPlayer,
  rememberTargetAtom,
  targetOf,
  useKnownPlayer,
  useTargetProblem,
} from './pickedPlayer.ts'

const Draft = z.object({ target: PickedPlayer, reason: z.string(), text: z.string(), destination: PickedPlayer })
type Draft = z.infer<typeof Draft>
const blank: Draft = { target: noPlayer, reason: '', text: '', destination: noPlayer }

type DeskAction = 'one' | 'message' | 'teleport'
const onOnePlayer: readonly Permission[] = ['slayPlayers', 'healPlayers', 'kickPlayers', 'banPlayers']
/** Everything on the desk. */
export const deskPermissions: readonly Permission[] = [...onOnePlayer, 'messagePlayers', 'teleportPlayers']

interface PlayerDeskProps extends ResponseCallbacks {
  readonly labels?: DeskLabels
}

/** The commands on one player: one target field for all of them, each shown by permission, harmless ones first. */
export function PlayerDesk({ labels = staffLabels, response, ...callbacks }: PlayerDeskProps) {
  const { may } = useAtomValue(accessAtom)
  const { value: draft, change } = useDraft('playerDesk', Draft, blank)
  const [attempt, setAttempt] = useState<{ readonly action: DeskAction } | null>(null)
  const desk = useRef<HTMLDivElement>(null)
  // A press with something missing leads to the first wrong field, or to the players of whom one must be chosen.
  useEffect(() => {
    const wrong = attempt && desk.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const choice = wrong?.closest('[data-picker]')?.querySelector<HTMLElement>('[data-choice]')
    ;(choice ?? wrong)?.focus()
  }, [attempt])
  const remember = useSetAtom(rememberTargetAtom)
  const target = useKnownPlayer(draft.target)
  const targetProblem = useTargetProblem()
  const onMissing = (action: DeskAction) => () => setAttempt({ action })
  const set: ControlProps['set'] = (fields) =>
    change((before) => ({ ...before, ...(typeof fields === 'function' ? fields(before) : fields) }))
  const controls = { ...callbacks, draft, target, labels, set, attempt: attempt?.action ?? null }
  const onIssued = () => {
    setAttempt(null)
    remember(target)
  }
  const noTarget = attempt === null ? null : targetProblem(draft.target, labels.noTarget[attempt.action])
  return (
    <Part title={labels.title}>
      <div ref={desk} className={styles.desk}>
        <div className={styles.pair}>
          <PlayerPicker
            label={labels.target}
            chosen={draft.target}
            onChoose={(chosen) => set({ target: chosen })}
            problem={noTarget}
          />
          {may.includes('kickPlayers') || may.includes('banPlayers') ? (
            <ReasonField reason={draft.reason} onReason={(reason) => set({ reason })} />
          ) : null}
        </div>
        <OneAction {...controls} onIssued={onIssued} onMissing={onMissing('one')} response={response} />
        <Message {...controls} onIssued={onIssued} onMissing={onMissing('message')} />
        <Teleport {...controls} onIssued={onIssued} onMissing={onMissing('teleport')} />
      </div>
    </Part>
  )
}

/** Offers the usual reasons while the user types. */
const ReasonField = ({
  reason,
  onReason,
}: {
  readonly reason: string
  readonly onReason: (reason: string) => void
}) => (
  <>
    <Field
      label="Reason (optional)"
      autoComplete="off"
      longest={longestActionReason}
      list="usual-reasons"
      value={reason}
      onValue={onReason}
    />
    <datalist id="usual-reasons">
      {reasonPresets.map((preset) => (
        <option key={preset} value={preset} />
      ))}
    </datalist>
  </>
)

interface ControlProps extends ResponseCallbacks {
  readonly draft: Draft
  /** With the name and id of the roster if known. */
  readonly target: PickedPlayer
  readonly labels: DeskLabels
  readonly attempt: DeskAction | null
  readonly set: (fields: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void
  readonly onIssued: () => void
  readonly onMissing: () => void
}

/** Heal, Kick, Slay, Ban. */
function OneAction({ draft, target, labels, onIssued, onMissing, response, onAsk, onAnswer }: ControlProps) {
  const { may } = useAtomValue(accessAtom)
  const targetProblem = useTargetProblem()
  const missing = targetProblem(target, labels.noTarget.one)
  const noReason = textProblem(draft.reason, { longest: longestActionReason })
  const name = target.text.trim() || targetOf(target)
  const reason = draft.reason.trim()
  const input = { server: mainServer, target: targetOf(target) }
  const common = { missing, onMissing, onIssued, onAsk, onAnswer }
  const asked = (verb: string, effect: string) => ({
    title: `${verb} ${name}?`,
    action: `${verb} ${name}`,
    body: (
      <Affected player={target}>
        {effect}
        {verb === 'Kick' && reason !== '' ? ` Reason: ${reason}.` : ''}
      </Affected>
    ),
  })
  return (
    <Actions>
      {labels.heal ? <CommandButton {...common} command={healPlayer} input={input} name={labels.heal} /> : null}
      <CommandButton
        {...common}
        command={kickPlayer}
        missing={missing ?? noReason}
        input={{ ...input, reason }}
        name={labels.kick}
        tone="danger"
        confirmation={asked('Kick', "They're disconnected from the server and can come back at once.")}
      />
      {labels.slay ? (
        <CommandButton
          {...common}
          command={slayPlayer}
          input={input}
          name={labels.slay}
          tone="danger"
          confirmation={asked('Slay', "Their dinosaur dies and its growth is lost. You can't undo this.")}
        />
      ) : null}
      {may.includes('banPlayers') ? (
        <BanButton
          player={target}
          reason={reason}
          name={labels.ban}
          onPress={missing === null ? null : onMissing}
          onAsk={onAsk}
          onAnswer={onAnswer}
          onIssued={onIssued}
        />
      ) : null}
      {response}
    </Actions>
  )
}

interface BanButtonProps extends Omit<ComponentProps<typeof BanDialog>, 'onClose'> {
  readonly name: string
  /** In place of the dialog, where no player is chosen; null where one is. */
  readonly onPress: (() => void) | null
}

/** Its dialog goes with the permission, and stays closed when that comes back. */
function BanButton({ name, onPress, ...dialog }: BanButtonProps) {
  const [isBanning, setBanning] = useState(false)
  return (
    <>
      <Button tone="danger" onClick={onPress ?? (() => setBanning(true))}>
        {name}
      </Button>
      {isBanning ? <BanDialog {...dialog} onClose={() => setBanning(false)} /> : null}
    </>
  )
}

/** A private message to the target. A broadcast has its own composer. */
function Message({ draft, target, labels, attempt, set, onIssued, ...callbacks }: ControlProps) {
  const { may } = useAtomValue(accessAtom)
  const targetProblem = useTargetProblem()
  const noText = textProblem(draft.text, { needed: labels.noMessage, longest: longestActionText })
  if (!may.includes('messagePlayers')) return null
  return (
    <Line title="Communication">
      <Field
        label="Private message"
        autoComplete="off"
        longest={longestActionText}
        value={draft.text}
        onValue={(text) => set({ text })}
        problem={attempt === 'message' ? noText : null}
      />
      <CommandButton
        {...callbacks}
        command={messagePlayer}
        input={{ server: mainServer, target: targetOf(target), text: draft.text }}
        name={labels.send}
        missing={targetProblem(target, labels.noTarget.message) ?? noText}
        onIssued={() => {
          // What was typed since it was sent stays.
          set((now) => (now.text === draft.text ? { text: '' } : {}))
          onIssued()
        }}
      />
    </Line>
  )
}

/** Moves the target to another player. */
function Teleport({ draft, target, labels, attempt, set, ...callbacks }: ControlProps) {
  const { may } = useAtomValue(accessAtom)
  const targetProblem = useTargetProblem()
  const noDestination = targetProblem(draft.destination, labels.noDestination)
  if (!may.includes('teleportPlayers')) return null
  return (
    <Line title="Teleportation">
      <PlayerPicker
        label={labels.destination}
        chosen={draft.destination}
        onChoose={(destination) => set({ destination })}
        problem={attempt === 'teleport' ? noDestination : null}
        recent={false}
      />
      <CommandButton
        {...callbacks}
        command={teleportPlayer}
        input={{ server: mainServer, target: targetOf(target), destination: targetOf(draft.destination) }}
        name={labels.teleport}
        missing={targetProblem(target, labels.noTarget.teleport) ?? noDestination}
      />
    </Line>
  )
}

interface LineProps {
  readonly title: string
  readonly children: readonly [ReactNode, ReactNode]
}

/** A field with its button beside it. */
const Line = ({ title, children: [field, button] }: LineProps) => (
  <section className={styles.section}>
    <h3 className={styles.heading}>{title}</h3>
    <div className={styles.line}>
      {field}
      <div className={styles.act}>{button}</div>
    </div>
  </section>
)
