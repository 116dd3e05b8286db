import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { setSharing } from '../../../shared/features/packs/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useIsSeenByFriends } from '../friends/friendList.ts'
import styles from './MapTools.module.css'
import { pingWaitSeconds } from './packLabels.ts'
import type { MapToolsState } from './useMapTools.ts'
import type { PackState } from './usePack.ts'

interface MapToolsProps {
  readonly me: string
  readonly packState: PackState
  readonly tools: MapToolsState
  readonly pingInterval: number
}

const drawings = {
  ping: 'M10 8.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3M10 4.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11',
  waypoint: 'M5 18V3M5 4h10l-3 3.5 3 3.5H5',
  measure: 'M3 14 14 3l3 3L6 17zM6 11l1.5 1.5M8.5 8.5 10 10M11 6l1.5 1.5',
  danger: 'M10 3 18 17H2zM10 8v4.5M10 14.8v.2',
} as const

/** The toolbar on the map. */
export function MapTools({ me, packState, tools, pingInterval }: MapToolsProps) {
  const pack = packState.name === 'here' ? packState : null
  return (
    <fieldset className={styles.tools} aria-label="Map tools" data-keep-clear="always">
      {pack ? <PingTool pingedAt={pack.life.pingedAt[me]} pingInterval={pingInterval} tools={tools} /> : null}
      {pack?.pack.leader === me ? (
        <ToolButton
          tool="waypoint"
          name={tools.isPlacing ? 'Setting…' : 'Waypoint'}
          hint="Show your pack where to go"
          tools={tools}
          disabled={tools.isPlacing}
        />
      ) : null}
      <ToolButton tool="measure" name="Measure" hint="Measure a distance" tools={tools} />
      <ToolButton tool="danger" name="Danger" hint="Show the danger zones around a place" tools={tools} />
    </fieldset>
  )
}

interface PingToolProps {
  readonly pingedAt: number | undefined
  readonly pingInterval: number
  readonly tools: MapToolsState
}

/** Counts down to the next allowed ping. */
function PingTool({ pingedAt, pingInterval, tools }: PingToolProps) {
  const wait = pingWaitSeconds(pingedAt, pingInterval, useNow(250))
  return (
    <ToolButton
      tool="ping"
      name={tools.isPinging ? 'Pinging…' : 'Ping'}
      hint="Show your pack a place"
      tools={tools}
      disabled={tools.isPinging || wait > 0}
    >
      {wait > 0 ? <span>{wait} s</span> : null}
    </ToolButton>
  )
}

interface ToolButtonProps {
  readonly tool: keyof typeof drawings
  readonly name: string
  readonly hint: string
  readonly tools: MapToolsState
  readonly disabled?: boolean
  /** Replaces the icon on narrow screens. */
  readonly children?: ReactNode
}

function ToolButton({ tool, name, hint, tools, disabled = false, children }: ToolButtonProps) {
  return (
    <Tooltip text={hint}>
      <button
        type="button"
        className={styles.tool}
        aria-pressed={tools.lit === tool}
        disabled={disabled}
        onClick={() => tools.take(tool)}
      >
        <span className={styles.icon} data-waits={children ? '' : undefined}>
          <Stroke>
            <path d={drawings[tool]} />
          </Stroke>
        </span>
        <span className={styles.toolName}>{name}</span>
        {children}
      </button>
    </Tooltip>
  )
}

interface SharingToggleProps {
  readonly me: string
  readonly packState: PackState
}

const open = 'M2 10c2-3.5 5-5 8-5s6 1.5 8 5c-2 3.5-5 5-8 5s-6-1.5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5'
const shut = 'M2 8c2 3.5 5 5 8 5s6-1.5 8-5M4.5 11 3 13M8 12.8 7.4 15M12 12.8l.6 2.2M15.5 11l1.5 2'

/** Friends of the pack go on seeing a member who hides from it, where both share their location. */
const seenByFriendsText = 'Your pack no longer sees you. Friends with whom you share your location still do.'

/** Shows whether the pack sees the user's position, and toggles it. */
export function SharingToggle({ me, packState }: SharingToggleProps) {
  const { run, busy, refusal, dismiss } = useCommand(setSharing)
  const showToast = useSetAtom(showToastAtom)
  const isSeenByFriends = useIsSeenByFriends(me)
  const mine = packState.name === 'here' ? packState.pack.members[me] : undefined
  if (!mine) return null
  const hidden = mine.sharedSince === null
  const turning = hidden ? 'Showing…' : 'Hiding…'
  const turn = async () => {
    const { ok } = await run({ shares: hidden })
    if (ok && !hidden && isSeenByFriends) showToast(seenByFriendsText)
  }
  return (
    <>
      <button
        type="button"
        className={styles.sharing}
        data-keep-clear="always"
        data-sharing
        data-hidden={hidden || undefined}
        disabled={busy}
        aria-busy={busy || undefined}
        onClick={() => void turn()}
      >
        <Stroke>
          <path d={hidden ? shut : open} />
        </Stroke>
        <b>{hidden ? 'Hidden from your pack' : 'Your pack sees you'}</b>
        <span className={styles.toggleLabel}>{busy ? turning : hidden ? 'Show' : 'Hide'}</span>
      </button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}
