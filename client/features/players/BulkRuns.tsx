import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type BulkRun, bulkRuns } from '../../../shared/features/deliveries/bulk.ts'
import type { DeliveryState } from '../../../shared/features/deliveries/delivery.ts'
import { onlinePlayers } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Ago, useNow } from '../../ui/Time.tsx'
import type { ChosenPlayers } from './BulkBar.tsx'
import styles from './PlayersScreen.module.css'

/** A finished run of one's own stays in view for this long. */
const recentMs = 10 * 60_000

/** The outcomes of bulk commands: everyone's that are not finished, and the reader's latest one. */
export function BulkRuns({ onChosen }: { readonly onChosen?: (chosen: ChosenPlayers) => void }) {
  const me = useAtomValue(accessAtom).principal?.id
  const { value } = useDocument(bulkRuns, mainServer)
  const now = useNow(10_000)
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const runs = Object.values(value?.runs ?? {}).sort((one, other) => other.at - one.at)
  const shown = runs.filter(
    (run, at) =>
      !dismissed.includes(run.id) &&
      (tallyOf(run).waiting > 0 ||
        (run.by === me && at === runs.findIndex(({ by }) => by === me) && now - run.at < recentMs)),
  )
  return shown.map((run) => (
    <Run key={run.id} run={run} onChosen={onChosen} onDismiss={() => setDismissed([...dismissed, run.id])} />
  ))
}

interface Tally {
  readonly confirmed: number
  readonly failed: number
  /** Sent, and the reply was lost: staff settle them. */
  readonly unknown: number
  readonly waiting: number
}

const settledStates: readonly DeliveryState[] = ['confirmed', 'done']
const failedStates: readonly DeliveryState[] = ['refused', 'failed', 'dropped', 'cancelled']

export function tallyOf({ counts, total }: Pick<BulkRun, 'counts' | 'total'>): Tally {
  const sum = (states: readonly DeliveryState[]) => states.reduce((all, state) => all + (counts[state] ?? 0), 0)
  const [confirmed, failed] = [sum(settledStates), sum(failedStates)]
  const unknown = counts.unknown ?? 0
  return { confirmed, failed, unknown, waiting: total - confirmed - failed - unknown }
}

const names: Readonly<Partial<Record<BulkRun['kind'], string>>> = {
  kick: 'Kick of',
  message: 'Message to',
  ban: 'Ban of',
  unban: 'Unban of',
}

interface RunProps {
  readonly run: BulkRun
  /** Left out where the failed ones cannot be chosen. */
  readonly onChosen?: ((chosen: ChosenPlayers) => void) | undefined
  readonly onDismiss: () => void
}

function Run({ run, onChosen, onDismiss }: RunProps) {
  const online = useDocument(onlinePlayers, mainServer).value
  const { confirmed, failed, unknown, waiting } = tallyOf(run)
  const title = `${names[run.kind] ?? 'Message to'} ${run.total === 1 ? '1 player' : `${run.total} players`}`
  const byHand = run.counts.manual ?? 0
  return (
    <section className={styles.run} aria-label={title}>
      <p>
        <strong>{title}</strong>{' '}
        <span className={styles.soft}>
          by {run.byName || 'staff'} · <Ago at={run.at} />
        </span>
      </p>
      <progress max={run.total} value={run.total - waiting} aria-label="Finished" />
      <p className={styles.tally} role="status">
        {confirmed} confirmed · {failed} failed{unknown > 0 ? ` · ${unknown} unknown` : ''} · {waiting} waiting
      </p>
      {unknown > 0 && waiting === 0 ? <Link href="/admin">Settle unknown outcomes</Link> : null}
      {byHand > 0 ? <Link href="/admin">{byHand === 1 ? '1 waits' : `${byHand} wait`} to be done by hand</Link> : null}
      {onChosen && failed > 0 && waiting === 0 ? (
        <Button
          onClick={() => onChosen(new Map(run.failed.map((id) => [id, online?.players[id]?.name || id])))}
        >{`Select the ${failed} that failed`}</Button>
      ) : null}
      {waiting === byHand ? (
        <Button tone="quiet" flush onClick={onDismiss}>
          Dismiss
        </Button>
      ) : null}
    </section>
  )
}
