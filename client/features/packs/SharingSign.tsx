import { setSharing } from '../../../shared/features/packs/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './MapTools.module.css'
import type { PackUse } from './usePack.ts'

interface SharingSignProps {
  readonly me: string
  readonly use: PackUse
}

const open = 'M2 10c2-3.5 5-5 8-5s6 1.5 8 5c-2 3.5-5 5-8 5s-6-1.5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5'
const shut = 'M2 8c2 3.5 5 5 8 5s6-1.5 8-5M4.5 11 3 13M8 12.8 7.4 15M12 12.8l.6 2.2M15.5 11l1.5 2'

/** Whether one's pack sees one, always on the map, and the way to change it with one press. */
export function SharingSign({ me, use }: SharingSignProps) {
  const { run, busy, refusal, dismiss } = useCommand(setSharing)
  const mine = use.name === 'here' ? use.pack.members[me] : undefined
  if (!mine) return null
  const hidden = mine.sharedSince === null
  const turning = hidden ? 'Showing …' : 'Hiding …'
  return (
    <>
      <button
        type="button"
        className={styles.sharing}
        data-keep-clear
        data-hidden={hidden || undefined}
        disabled={busy}
        aria-busy={busy || undefined}
        onClick={() => void run({ shares: hidden })}
      >
        <Stroke>
          <path d={hidden ? shut : open} />
        </Stroke>
        <b>{hidden ? 'Hidden from your pack' : 'Your pack sees you'}</b>
        <span className={styles.turn}>{busy ? turning : hidden ? 'Show' : 'Hide'}</span>
      </button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}
