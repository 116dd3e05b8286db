import { Link } from 'wouter'
import type { z } from 'zod'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  backUpGame,
  type DeliveryCommand,
  restartServer,
  shutDownServer,
  startServer,
} from '../../../shared/features/deliveries/commands.ts'
import {
  type GameState,
  gameHost,
  type HostAdapterName,
  type HostCapabilities,
  wholeCpu,
} from '../../../shared/features/gameHost/gameHost.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf } from '../../ui/durations.ts'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Ago } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAffected } from './affected.ts'
import { CommandButton } from './CommandButton.tsx'
import { Answered, type ResponseCallbacks } from './CommandResponse.tsx'

/** The game server as its host sees it, and what the host can do with it. */
export function GameHostPart() {
  const source = useDocument(gameHost, mainServer)
  const states = statesOf(source, ({ adapter }) => adapter === null, {
    picture: 'mast',
    title: 'No host is connected.',
    children: (
      <>
        With one, the game server is started, restarted, shut down and backed up here. Set <code>HOST_PANEL_URL</code>,{' '}
        <code>HOST_AMP_URL</code> or <code>HOST_COMMANDS</code>, then restart the hub.{' '}
        <Link href="/connections">Connections</Link> shows what is missing.
      </>
    ),
  })
  return (
    <Part title="Game server">
      <StatefulContent {...states}>{source.value ? <Host host={source.value} /> : null}</StatefulContent>
    </Part>
  )
}

type GameHost = z.infer<typeof gameHost.schema>

const Host = ({ host }: { readonly host: GameHost }) => (
  <Stack>
    {host.link === 'up' ? null : <AwayNote host={host} />}
    <Figures host={host} />
    {host.can ? <Abilities can={host.can} /> : null}
    {host.can ? <Answered>{(callbacks) => <HostActions can={host.can} {...callbacks} />}</Answered> : null}
  </Stack>
)

const hostNames: Readonly<Record<HostAdapterName, string>> = {
  panel: 'Hosting panel',
  amp: 'AMP',
  commands: "The hub's machine",
}

function AwayNote({ host: { link, why } }: { readonly host: GameHost }) {
  if (link === 'connecting') return <p role="status">Asking the host…</p>
  return (
    <Problem>
      {link === 'refused' ? 'The host refuses the hub.' : "The host can't be reached. The hub keeps trying."} {why}
    </Problem>
  )
}

const stateLabels: Readonly<Record<GameState, string>> = {
  offline: 'Off',
  starting: 'Starting',
  running: 'Running',
  stopping: 'Stopping',
}
const sizeOf = (bytes: number | null | undefined) => (bytes == null ? null : bytesInWords(bytes))

/** What the host does not report stays a dash; what it never reports is left out. */
function Figures({ host: { adapter, place, can, reading } }: { readonly host: GameHost }) {
  const { state = null, uptimeMs = null, cpuPercent = null, memoryBytes, diskBytes } = reading ?? {}
  return (
    <StatRow label="Game server">
      {can?.state === false ? null : (
        <>
          <Stat
            name="State"
            value={state && stateLabels[state]}
            tone={state === 'running' ? 'good' : state === 'offline' ? 'danger' : 'plain'}
            detail={reading && <Ago at={reading.readAt} withinMs={70_000} />}
          />
          <Stat name="Uptime" value={uptimeMs === null ? null : lengthOf(uptimeMs)} />
        </>
      )}
      {can?.resources ? (
        <>
          <Stat
            name="CPU"
            value={cpuPercent === null ? null : Math.round(cpuPercent)}
            unit="%"
            detail={adapter && wholeCpu[adapter]}
          />
          <Stat name="Memory" value={sizeOf(memoryBytes)} />
          <Stat name="Disk" value={sizeOf(diskBytes)} />
        </>
      ) : null}
      <Stat name="Host" value={adapter && hostNames[adapter]} detail={place} />
    </StatRow>
  )
}

const backupWords: Readonly<Record<HostCapabilities['backups'], string | null>> = {
  none: null,
  whileStopped: 'back up the saves while the game server is off',
  always: 'back up at any time',
}
const list = new Intl.ListFormat('en-GB')

/** What the host can do, and what that means for the outcome of an order. */
function Abilities({ can }: { readonly can: HostCapabilities }) {
  const able = [
    can.start && 'start',
    can.restart && 'restart',
    can.shutdown && 'shut down',
    backupWords[can.backups],
    can.console && 'take console lines',
    can.files && 'give access to files',
  ].filter((word) => typeof word === 'string')
  return (
    <>
      <p>{able.length === 0 ? "This host can't be controlled from here." : `This host can ${list.format(able)}.`}</p>
      {can.state ? null : (
        <p>
          It doesn't report whether the game server runs. A start or a restart is confirmed when the game answers again;
          a shutdown stays unknown, and no backup is made. Add <code>status</code> to <code>HOST_COMMANDS</code>.
        </p>
      )}
    </>
  )
}

interface HostActionsProps extends ResponseCallbacks {
  readonly can: HostCapabilities | null
}

/** The commands that the host can carry out, with how many players they affect. */
function HostActions({ can, response, onAsk, onAnswer }: HostActionsProps) {
  const affected = useAffected()
  const input = { server: mainServer }
  const button = (name: string, command: DeliveryCommand, effect: string, tone: 'plain' | 'danger' = 'danger') => (
    <CommandButton
      command={command}
      input={input}
      name={name}
      tone={tone}
      onAsk={onAsk}
      onAnswer={onAnswer}
      confirmation={{ title: `${name}?`, action: name, body: <p>{effect}</p> }}
    />
  )
  return (
    <>
      <Actions>
        {can?.start ? button('Start server', startServer, 'Players can join when the game answers.', 'plain') : null}
        {can?.restart ? button('Restart server', restartServer, `${affected} What was not saved is lost.`) : null}
        {can?.shutdown
          ? button('Shut down server', shutDownServer, `${affected} No player can join until it is started.`)
          : null}
        {can && can.backups !== 'none'
          ? button(
              'Back up saves',
              backUpGame,
              can.backups === 'always' ? 'Players notice nothing.' : stoppedOnly,
              'plain',
            )
          : null}
      </Actions>
      {response}
    </>
  )
}

const stoppedOnly = 'This host backs up only while the game server is off.'
