import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { bulkRuns } from '../../../shared/features/deliveries/bulk.ts'
import { startServer } from '../../../shared/features/deliveries/commands.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import {
  cancelRestart,
  kickAll,
  restartNow,
  restartSoon,
  shutDownNow,
} from '../../../shared/features/serverControl/commands.ts'
import { longestReason, serverControl, warnedMinutes } from '../../../shared/features/serverControl/serverControl.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { tallyOf } from '../players/BulkRuns.tsx'
import { useMay } from '../roles/Gated.tsx'
import { useIsGameLive } from '../server/LinkStatus.tsx'
import { useAffected, useIsGameOff, usePlayerCount } from '../staff/affected.ts'
import { CommandButton } from '../staff/CommandButton.tsx'
import { ControlButton, useControl, useFailingOrder } from './controlFailure.tsx'
import { LatestOrders } from './LatestOrders.tsx'
import styles from './ServerControl.module.css'

/** Start, restart and shut down, now or after a countdown, and what became of the latest orders. */
export function PowerPanel() {
  const { value: reason, change, clear } = useTextDraft('reason of an order')
  const input = { server: mainServer, reason }
  return (
    <DashboardPanel {...alwaysReady} title="Start, restart, shut down">
      <Stack>
        <HostNote />
        <Field
          label="Reason (optional)"
          hint="Players read it in warnings; it is kept with the order."
          autoComplete="off"
          longest={longestReason}
          value={reason}
          onValue={change}
        />
        <Orders input={input} onIssued={clear} />
        <Soon reason={reason} onIssued={clear} />
        <Emergency input={input} onIssued={clear} />
        <LatestOrders />
      </Stack>
    </DashboardPanel>
  )
}

/** Without a host, only a person can restart the game server. */
function HostNote() {
  const host = useDocument(gameHost, mainServer).value
  if (!host || host.link === 'up') return null
  return (
    <p className={styles.soft}>
      {host.adapter === null
        ? 'No host is connected. An order waits under Open commands, with what to do by hand.'
        : `The host can't be reached now. ${host.why ?? ''} An order waits for it, then goes to Open commands.`}
    </p>
  )
}

interface OrderProps {
  readonly input: { readonly server: string; readonly reason: string }
  /** Clears the field of the reason: the next order has its own. */
  readonly onIssued: () => void
}

const unsaved = 'The game is saved first, if the link is up.'

function Orders({ input, onIssued }: OrderProps) {
  const affected = useAffected()
  return (
    <Actions>
      <CommandButton
        command={startServer}
        input={{ server: mainServer }}
        name="Start server"
        {...useFailingOrder('Start')}
        confirmation={{
          title: 'Start the server?',
          action: 'Start server',
          body: <p>Players can join when it answers.</p>,
        }}
      />
      <CommandButton
        command={restartNow}
        input={input}
        name="Restart server"
        tone="danger"
        {...useFailingOrder('Restart')}
        onIssued={onIssued}
        confirmation={{
          title: 'Restart the server now?',
          action: 'Restart server',
          body: (
            <p>
              {affected} {unsaved}
            </p>
          ),
        }}
      />
      <CommandButton
        command={shutDownNow}
        input={input}
        name="Shut down server"
        tone="danger"
        {...useFailingOrder('Shutdown')}
        onIssued={onIssued}
        confirmation={{
          title: 'Shut the server down now?',
          action: 'Shut down server',
          body: (
            <p>
              {affected} {unsaved} No player can join until it is started.
            </p>
          ),
        }}
      />
    </Actions>
  )
}

const soonOptions = [1, 5, 15, 30, 60].map((minutes) => ({
  key: String(minutes),
  name: minutes === 1 ? '1 minute' : `${minutes} minutes`,
}))

/** A restart with a countdown: players have time to find a safe place. */
function Soon({ reason, onIssued }: { readonly reason: string; readonly onIssued: () => void }) {
  const soon = useDocument(serverControl, mainServer).value?.soon ?? null
  const [minutes, setMinutes] = useState('15')
  if (soon)
    return (
      <div className={styles.row}>
        <Countdown label="Restart in" to={soon.at} over="Ordering the restart" urgentMs={5 * 60_000} />
        <ControlButton command={cancelRestart} input={{ server: mainServer }} name="Cancel restart" />
      </div>
    )
  return (
    <div className={styles.fieldRow}>
      <Select label="Restart after a countdown" options={soonOptions} value={minutes} onValue={setMinutes} />
      <CountdownButton minutes={Number(minutes)} reason={reason} onIssued={onIssued} />
    </div>
  )
}

interface CountdownButtonProps extends Pick<OrderProps, 'onIssued'> {
  readonly minutes: number
  readonly reason: string
}

function CountdownButton({ minutes, reason, onIssued }: CountdownButtonProps) {
  const { busy, give } = useControl(restartSoon, (why) => `Start countdown failed: ${why}`)
  const affected = useAffected()
  const [isAsking, setAsking] = useState(false)
  const start = async () => {
    const { ok } = await give({ server: mainServer, minutes, reason })
    setAsking(false)
    if (ok) onIssued()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Start countdown</Button>
      {isAsking ? (
        <Confirm
          title={`Restart the server in ${minutesText([minutes])}?`}
          action="Start countdown"
          busyLabel={busy ? 'Starting…' : null}
          refusal={null}
          onConfirm={() => void start()}
          onCancel={() => setAsking(false)}
        >
          <p>{affected}</p>
          <p>
            All pages and players receive a warning {minutesText(warnedMinutes.filter((before) => before <= minutes))}{' '}
            before. You can cancel the countdown until then.
          </p>
        </Confirm>
      ) : null}
    </>
  )
}

/** `15, 5 and 1 minutes`. */
const minutesText = (all: readonly number[]) =>
  `${new Intl.ListFormat('en-GB').format(all.map(String))} ${all.join() === '1' ? 'minute' : 'minutes'}`

/** At once and without saving. Each names how many it affects, and asks once. */
function Emergency({ input, onIssued }: OrderProps) {
  const affected = useAffected()
  const [begun, setBegun] = useState<BegunKicks | null>(null)
  const mayKick = useMay({ permission: 'kickPlayers' })
  const emergency = { ...input, isEmergency: true }
  const lost = `${affected} The game is not saved: what happened since its last save is lost.`
  return (
    <Stack>
      <h3>Emergency</h3>
      <Actions>
        {mayKick ? <KickAllButton input={input} onIssued={onIssued} onDone={setBegun} /> : null}
        <CommandButton
          command={restartNow}
          input={emergency}
          name="Emergency restart"
          tone="danger"
          {...useFailingOrder('Emergency restart')}
          onIssued={onIssued}
          confirmation={{ title: 'Restart without saving?', action: 'Emergency restart', body: <p>{lost}</p> }}
        />
        <CommandButton
          command={shutDownNow}
          input={emergency}
          name="Emergency shutdown"
          tone="danger"
          {...useFailingOrder('Emergency shutdown')}
          onIssued={onIssued}
          confirmation={{ title: 'Shut down without saving?', action: 'Emergency shutdown', body: <p>{lost}</p> }}
        />
      </Actions>
      <p role="status" className={styles.soft}>
        {begun ? <Kicked {...begun} /> : null}
      </p>
    </Stack>
  )
}

interface KickAllProps extends OrderProps {
  /** What was begun. */
  readonly onDone: (begun: BegunKicks) => void
}

function KickAllButton({ input, onIssued, onDone }: KickAllProps) {
  const { busy, give } = useControl(kickAll, (why) => `Kick all failed: ${why}`)
  const count = usePlayerCount()
  const [isLive, isOff] = [useIsGameLive(), useIsGameOff()]
  const [isAsking, setAsking] = useState(false)
  const kick = async () => {
    const outcome = await give(input)
    setAsking(false)
    if (!outcome.ok) return
    onIssued()
    onDone(outcome.output)
  }
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        Kick everyone
      </Button>
      {isAsking ? (
        <Confirm
          title="Kick everyone from the game?"
          action="Kick everyone"
          busyLabel={busy ? 'Kicking…' : null}
          refusal={null}
          onConfirm={() => void kick()}
          onCancel={() => setAsking(false)}
        >
          <p>{isOff ? 'The game server is off, so no player is affected.' : kickAllText(count, isLive)}</p>
        </Confirm>
      ) : null}
    </>
  )
}

function kickAllText(count: number | null, isLive: boolean) {
  const players = count === 1 ? '1 player' : `${count} players`
  if (!isLive)
    return `The game can't be reached now${count === null ? '' : `; at the last reading ${players} ${count === 1 ? 'was' : 'were'} in it`}. A kick that can't be sent within 30 seconds fails.`
  const now = count === null ? '' : `${players} ${count === 1 ? 'is' : 'are'} in the game. `
  return `${now}Everyone is disconnected except you and the players you aren't allowed to act on. They can join again at once.`
}

interface BegunKicks {
  /** The id of the run that counts their outcomes. */
  readonly run: string
  readonly issued: number
  readonly skipped: number
}

/** How many were kicked so far, and what became of the others. */
function Kicked({ run, issued, skipped }: BegunKicks) {
  const found = useDocument(bulkRuns, mainServer).value?.runs[run]
  const { confirmed, failed, unknown, waiting } = tallyOf(found ?? { counts: {}, total: issued })
  const parts = [
    `${confirmed} of ${issued} kicked`,
    waiting > 0 && `${waiting} on the way`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} unknown`,
    skipped > 0 && `${skipped} left out`,
  ]
  return <>{parts.filter(Boolean).join(', ')}.</>
}
