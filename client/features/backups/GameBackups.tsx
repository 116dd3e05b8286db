import { mainServer } from '../../../shared/engine/ids.ts'
import { gameBackups } from '../../../shared/features/backups/backups.ts'
import { backUpGame } from '../../../shared/features/deliveries/commands.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Backups.module.css'

/** Backups of the game's saves and settings, which the host of the game server makes and keeps. */
export function GameBackups() {
  const source = useDocument(gameBackups, mainServer)
  const states = statesOf(source, ({ list }) => list.length === 0, {
    picture: 'tracks',
    title: 'No backup of the game yet.',
    children: 'Backups that the host of the game server makes for you are listed here.',
  })
  return (
    <Part
      title="Backups of the game"
      description="The saves with everyone's dinosaurs, and Game.ini. The host of the game server makes and keeps them, and restores them in its own panel."
      action={<BackUpGame />}
    >
      <StatefulContent {...states}>
        {source.value ? (
          <DataTable
            caption="Backups of the game"
            columns={columns}
            rows={source.value.list}
            keyOf={({ delivery }) => delivery}
          />
        ) : null}
      </StatefulContent>
    </Part>
  )
}

type GameBackup = (typeof gameBackups.schema._zod.output)['list'][number]

const words: Readonly<Record<GameBackup['state'], string>> = {
  underWay: 'Under way',
  made: 'Made',
  failed: 'Failed',
  unknown: "Unknown: check the host's panel",
}
const columns: readonly Column<GameBackup>[] = [
  {
    name: 'Requested',
    isPlain: true,
    cell: ({ at }) => (
      <>
        <On at={at} />{' '}
        <span className={styles.soft}>
          <Ago at={at} />
        </span>
      </>
    ),
  },
  { name: 'State', cell: ({ state }) => <span data-state={state}>{words[state]}</span> },
  { name: 'Why', width: '2fr', cell: ({ why }) => why ?? '', isEmpty: ({ why }) => why === null },
]

function BackUpGame() {
  const { run, busy, refusal, dismiss, allowed } = useCommand(backUpGame)
  const host = useDocument(gameHost, mainServer).value
  const can = host?.can?.backups ?? 'none'
  return (
    <>
      <Button
        disabled={!allowed || can === 'none'}
        busyLabel={busy ? 'Asking…' : null}
        onClick={() => void run({ server: mainServer })}
      >
        Back up the game
      </Button>
      {can === 'none' ? <p className={styles.soft}>The host of the game server makes no backups for the hub.</p> : null}
      {can === 'whileStopped' ? <p className={styles.soft}>Only while the game server is off.</p> : null}
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}
