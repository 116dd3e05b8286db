import { useState } from 'react'
import type { z } from 'zod'
import { backupsKey, type GameAct, rollbacks } from '../../../shared/features/backups/backups.ts'
import { lostActs, recordRollback, settleLost } from '../../../shared/features/backups/rollbacks.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { DateTimeField, momentIn } from '../../ui/DateTimeField.tsx'
import { Form } from '../../ui/Form.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './Backups.module.css'

type Rollback = z.infer<typeof rollbacks.schema>['list'][number]

/** What hub and game no longer agree on after one of them went back in time. Nothing is made good by itself. */
export function LostPart() {
  const source = useDocument(rollbacks, backupsKey)
  return (
    <Part
      title="After a rollback"
      description="When the game's saves, or the hub, go back in time, the hub and the game no longer agree on what was redeemed or parked since. The hub refunds nothing automatically: settle each entry with the player, by a refund, a gift or a dinosaur, and tick it off."
    >
      <Stack>
        <StatefulContent {...statesOf(source, () => false, null)}>
          {source.value?.list.map((one) => <Lost key={one.id} rollback={one} />) ?? null}
        </StatefulContent>
        <RecordRollback />
      </Stack>
    </Part>
  )
}

function RecordRollback() {
  const { run, busy, refusal, dismiss } = useCommand(recordRollback)
  const { value: when, change, clear } = useTextDraft('game was set back')
  const submit = async () => {
    const since = momentIn(when)
    if (since === null) return
    if ((await run({ since })).ok) clear()
  }
  return (
    <Form
      label="The game was set back"
      action="List what is affected"
      tone="plain"
      busyLabel={busy ? 'Looking…' : null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void submit()}
    >
      <DateTimeField
        label="The game was set back to"
        hint="The time of the backup that the host restored."
        value={when}
        onValue={change}
        needed="Enter the time of that backup."
      />
    </Form>
  )
}

function Lost({ rollback }: { readonly rollback: Rollback }) {
  const { id, of, since, settled } = rollback
  const [isShown, setShown] = useState(false)
  const title = of === 'hub' ? 'The hub was restored to' : 'The game was set back to'
  return (
    <div className={styles.rollback}>
      <p>
        {title} <On at={since} />. {settled.length === 0 ? '' : `${settled.length} settled.`}
      </p>
      <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide the list' : 'Show the list'}
      </Button>
      {isShown ? <LostActs rollback={id} of={of} settled={new Set(settled)} /> : null}
    </div>
  )
}

interface LostActsProps {
  readonly rollback: string
  readonly of: Rollback['of']
  readonly settled: ReadonlySet<string>
}

const kinds: Readonly<Record<string, string>> = {
  park: 'Parked',
  spawn: 'Redeemed as a dinosaur',
  grow: 'Redeemed growth',
  redeem: 'Redeemed a dinosaur',
  mutate: 'Redeemed mutations',
  skin: 'Redeemed a skin',
  heal: 'Redeemed a heal',
  weather: 'Redeemed weather',
  teleport: 'Redeemed a teleport',
  message: 'Redeemed a message',
}

function LostActs({ rollback, of, settled }: LostActsProps) {
  const source = useQuery(lostActs, { rollback })
  const states = statesOf(source, ({ acts }) => acts.length === 0, {
    picture: 'tracks',
    title: 'Nothing is affected.',
    children: 'Nothing was redeemed or parked in that time.',
  })
  const columns: readonly Column<GameAct>[] = [
    { name: 'When', cell: ({ settledAt }) => <On at={settledAt} />, isPlain: true },
    { name: 'Player', cell: ({ byName, target }) => byName || target?.name || 'Erased' },
    { name: 'What', width: '2fr', cell: ({ kind, text }) => [kinds[kind] ?? kind, text].filter(Boolean).join(': ') },
    {
      name: 'Settled',
      width: '130px',
      cell: ({ delivery }) => <Settle rollback={rollback} delivery={delivery} isSettled={settled.has(delivery)} />,
    },
  ]
  return (
    <StatefulContent {...states}>
      <p className={styles.soft}>
        {of === 'hub'
          ? 'The game has these, and the restored hub knows nothing of them: what was paid is in the wallet or the inventory again.'
          : 'The hub counts these as done, and the game has lost them: what was redeemed is gone, what was parked may be in the game again.'}
        {source.value?.isCut ? ' There are older ones, too.' : ''}
      </p>
      <DataTable
        caption="What no longer matches"
        columns={columns}
        rows={source.value?.acts ?? []}
        keyOf={({ delivery }) => delivery}
      />
    </StatefulContent>
  )
}

function Settle(input: { readonly rollback: string; readonly delivery: string; readonly isSettled: boolean }) {
  const { run, busy, refusal, dismiss } = useCommand(settleLost)
  return (
    <>
      <Button
        aria-pressed={input.isSettled}
        busyLabel={busy ? 'Saving…' : null}
        onClick={() => void run({ ...input, isSettled: !input.isSettled })}
      >
        {input.isSettled ? 'Settled' : 'Tick off'}
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}
