import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { backups, backupsKey } from '../../../shared/features/backups/backups.ts'
import { makeBackup } from '../../../shared/features/backups/commands.ts'
import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { restartNow } from '../../../shared/features/serverControl/commands.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useAffected } from '../staff/affected.ts'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import { useDeliveryCommand } from '../staff/useDeliver.ts'
import styles from './Statistics.module.css'

/** What an owner does from the dashboard: restart the game server, and back up the hub. */
export const DashboardActions = () => (
  <div className={styles.actions}>
    <BackUp />
    <Restart />
  </div>
)

/** Asks once, and names how many are affected. The order is shown until its outcome is known; it is never repeated by itself. */
function Restart() {
  const { issue, allowed, busy, problem, dismiss, lastIssued } = useDeliveryCommand(restartNow)
  const [isAsking, setAsking] = useState(false)
  const affected = useAffected()
  const { byId } = useDeliveries()
  const last = lastIssued === null ? undefined : byId[lastIssued]
  const isOpen = last !== undefined && isOpenState(last.state)
  const confirm = async () => {
    if ((await issue({ server: mainServer })).ok) setAsking(false)
  }
  return (
    <>
      <Button
        tone="danger"
        disabled={!allowed}
        busyLabel={isOpen ? 'Restarting…' : null}
        onClick={() => {
          dismiss()
          setAsking(true)
        }}
      >
        Restart server
      </Button>
      {lastIssued === null ? null : (
        <div className={styles.outcome}>
          {last && ['failed', 'refused', 'dropped'].includes(last.state) ? (
            <Problem>Failed to restart server.</Problem>
          ) : null}
          <DeliveryCard id={lastIssued} />
        </div>
      )}
      {isAsking ? (
        <Confirm
          title="Restart the game server?"
          action="Restart server"
          busyLabel={busy ? 'Restarting…' : null}
          refusal={problem === null ? null : `Failed to restart server. ${problem}`}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          <p>{affected} What was not saved is lost.</p>
        </Confirm>
      ) : null}
    </>
  )
}

/** Backs up the hub's data. The figure beside it shows when that is done. */
function BackUp() {
  const { run, busy, refusal, allowed, dismiss } = useCommand(makeBackup)
  const { serverNow } = useConnection()
  const { progress = null, failure = null } = useDocument(backups, backupsKey).value ?? {}
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const why = refusal?.message ?? (failure && askedAt !== null && failure.at >= askedAt ? failure.why : null)
  const isRunning = progress?.act === 'make'
  const press = () => {
    dismiss()
    setAskedAt(serverNow())
    void run({})
  }
  return (
    <>
      <Button disabled={!allowed} busyLabel={busy || isRunning ? backupLabel(progress) : null} onClick={press}>
        Back up database
      </Button>
      {why === null ? null : (
        <div className={styles.outcome}>
          <Problem
            onDismiss={() => {
              dismiss()
              setAskedAt(null)
            }}
          >
            Database backup failed. {why}
          </Problem>
        </div>
      )}
    </>
  )
}

/** `Backing up… 40%`, from the records of the last backup. */
function backupLabel(progress: { readonly done: number; readonly of: number | null } | null): string {
  if (!progress?.of) return 'Backing up…'
  return `Backing up… ${Math.min(99, Math.floor((progress.done / progress.of) * 100))}%`
}
