import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
import { type DeskWords, staffWords } from './deskWords.ts'
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

const longestReason = 200

type DeskAction = 'one' | 'message' | 'teleport'
const onOnePlayer: readonly Permission[] = ['slayPlayers', 'healPlayers', 'kickPlayers', 'banPlayers']
/** Everything on the desk. */
export const deskPermissions: readonly Permission[] = [...onOnePlayer, 'messagePlayers', 'teleportPlayers']

interface PlayerDeskProps extends ResponseCallbacks {
  readonly words?: DeskWords
}

/** The commands on one player: one target field for all of them, each shown by permission, harmless ones first. */
export function PlayerDesk({ words = staffWords, response, ...callbacks }: PlayerDeskProps) {
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
  const controls = { ...callbacks, draft, target, words, set, attempt: attempt?.action ?? null }
  const onIssued = () => {
    setAttempt(null)
    remember(target)
  }
  const noTarget = attempt === null ? null : targetProblem(draft.target, words.noTarget[attempt.action])
  return (
    <Part title={words.title}>
      <div ref={desk} className={styles.desk}>
        <div className={styles.pair}>
          <PlayerPicker
            label={words.target}
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

/** Offers the usual reasons as one types. */
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
      longest={longestReason}
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
  readonly words: DeskWords
  readonly attempt: DeskAction | null
  readonly set: (fields: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void
  readonly onIssued: () => void
  readonly onMissing: () => void
}

/** Heal, Kick, Slay, Ban. */
function OneAction({ draft, target, words, onIssued, onMissing, response, onAsk, onAnswer }: ControlProps) {
  const { may } = useAtomValue(accessAtom)
  const [isBanning, setBanning] = useState(false)
  const targetProblem = useTargetProblem()
  const missing = targetProblem(target, words.noTarget.one)
  const noReason = textProblem(draft.reason, { longest: longestReason })
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
      {words.heal ? <CommandButton {...common} command={healPlayer} input={input} name={words.heal} /> : null}
      <CommandButton
        {...common}
        command={kickPlayer}
        missing={missing ?? noReason}
        input={{ ...input, reason }}
        name={words.kick}
        tone="danger"
        confirmation={asked('Kick', "They're disconnected from the server and can come back at once.")}
      />
      {words.slay ? (
        <CommandButton
          {...common}
          command={slayPlayer}
          input={input}
          name={words.slay}
          tone="danger"
          confirmation={asked('Slay', "Their dinosaur dies and its growth is lost. You can't undo this.")}
        />
      ) : null}
      {may.includes('banPlayers') ? (
        <Button tone="danger" onClick={() => (missing === null ? setBanning(true) : onMissing())}>
          {words.ban}
        </Button>
      ) : null}
      {response}
      {isBanning ? (
        <BanDialog
          player={target}
          reason={reason}
          onClose={() => setBanning(false)}
          onAsk={onAsk}
          onAnswer={onAnswer}
          onIssued={onIssued}
        />
      ) : null}
    </Actions>
  )
}

const longestText = 998

/** A private message to the target. A broadcast has its own composer. */
function Message({ draft, target, words, attempt, set, onIssued, ...callbacks }: ControlProps) {
  const { may } = useAtomValue(accessAtom)
  const targetProblem = useTargetProblem()
  const noText = textProblem(draft.text, { needed: words.noMessage, longest: longestText })
  if (!may.includes('messagePlayers')) return null
  return (
    <Line title="Communication">
      <Field
        label="Private message"
        autoComplete="off"
        longest={longestText}
        value={draft.text}
        onValue={(text) => set({ text })}
        problem={attempt === 'message' ? noText : null}
      />
      <CommandButton
        {...callbacks}
        command={messagePlayer}
        input={{ server: mainServer, target: targetOf(target), text: draft.text }}
        name={words.send}
        missing={targetProblem(target, words.noTarget.message) ?? noText}
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
function Teleport({ draft, target, words, attempt, set, ...callbacks }: ControlProps) {
  const { may } = useAtomValue(accessAtom)
  const targetProblem = useTargetProblem()
  const noDestination = targetProblem(draft.destination, words.noDestination)
  if (!may.includes('teleportPlayers')) return null
  return (
    <Line title="Teleportation">
      <PlayerPicker
        label={words.destination}
        chosen={draft.destination}
        onChoose={(destination) => set({ destination })}
        problem={attempt === 'teleport' ? noDestination : null}
        recent={false}
      />
      <CommandButton
        {...callbacks}
        command={teleportPlayer}
        input={{ server: mainServer, target: targetOf(target), destination: targetOf(draft.destination) }}
        name={words.teleport}
        missing={targetProblem(target, words.noTarget.teleport) ?? noDestination}
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
