import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  type DeliveryCommand,
  healPlayer,
  kickPlayer,
  slayPlayer,
} from '../../../shared/features/deliveries/commands.ts'
import { longestActionReason } from '../../../shared/features/deliveries/kinds.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useDraft, useTextDraft } from '../../ui/useDraft.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import { useIsGameLost } from '../server/LinkStatus.tsx'
import { CommandButton } from '../staff/CommandButton.tsx'
import { Answered, type ResponseCallbacks } from '../staff/CommandResponse.tsx'
import { PlayerPicker } from '../staff/PlayerPicker.tsx'
import { noPlayer, PickedPlayer, targetOf, usePlayersInGame, useTargetProblem } from '../staff/pickedPlayer.ts'
import { useFailure } from './controlFailure.tsx'
import styles from './ServerControl.module.css'

const shownAtFirst = 10
const noName = 'Please enter a player name'

/** Who is in the game, and what an owner does to one player. */
export function PlayersPanel() {
  const { players } = usePlayersInGame()
  const isLost = useIsGameLost()
  const all = Object.values(players).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  const [isWhole, setWhole] = useState(false)
  const { may } = useAtomValue(accessAtom)
  const hasTools = [healPlayer, kickPlayer, slayPlayer].some(({ permission }) => may.includes(permission))
  return (
    <DashboardPanel {...alwaysReady} title={`Players (${all.length})`}>
      <Stack>
        {hasTools ? <Answered>{(callbacks) => <PlayerTools {...callbacks} />}</Answered> : null}
        {all.length === 0 ? <p>{isLost ? "The game can't be read now." : 'No players are in the game.'}</p> : null}
        <ul className={styles.rows} aria-label="Players in the game">
          {all.slice(0, isWhole ? all.length : shownAtFirst).map(({ id, name }) => (
            <li key={id} className={styles.row}>
              <div>
                <PlayerName id={id} name={name} />
                <p className={styles.soft}>{id}</p>
              </div>
              <span className={styles.soft}>{isLost ? 'Last seen' : 'Connected'}</span>
            </li>
          ))}
        </ul>
        {all.length > shownAtFirst ? (
          <p>
            <Button tone="quiet" flush aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${all.length}`}
            </Button>
          </p>
        ) : null}
      </Stack>
    </DashboardPanel>
  )
}

/** Harmless ones first. */
function PlayerTools({ response, onAsk, onAnswer }: ResponseCallbacks) {
  const { value: target, change: setTarget } = useDraft('player', PickedPlayer, noPlayer)
  const { value: reason, change: setReason, clear } = useTextDraft('reason for a player')
  const [isTried, setTried] = useState(false)
  const fail = useFailure()
  const missing = useTargetProblem()(target, noName)
  const input = { server: mainServer, target: targetOf(target), reason }
  const tool = (name: string, command: DeliveryCommand, harm: string | null) => (
    <CommandButton
      command={command}
      input={input}
      name={name}
      tone={harm === null ? 'plain' : 'danger'}
      missing={missing}
      onMissing={() => setTried(true)}
      onAsk={() => {
        fail(null)
        onAsk?.()
      }}
      onAnswer={(answer) => {
        onAnswer?.(answer)
        if (!answer.ok) fail(`${name} failed: ${answer.problem}`)
      }}
      confirmation={
        harm === null ? null : { title: `${name} ${target.text.trim()}?`, action: name, body: <p>{harm}</p> }
      }
      onIssued={() => {
        setTried(false)
        clear()
      }}
    />
  )
  return (
    <Stack>
      <PlayerPicker label="Player name" chosen={target} onChoose={setTarget} problem={isTried ? missing : null} />
      <Field
        label="Reason (optional)"
        autoComplete="off"
        longest={longestActionReason}
        value={reason}
        onValue={setReason}
      />
      <Actions>
        {tool('Heal', healPlayer, null)}
        {tool('Kick', kickPlayer, 'They are disconnected, and can join again at once.')}
        {tool('Slay', slayPlayer, 'Their dinosaur dies.')}
      </Actions>
      {response}
    </Stack>
  )
}
