import { useEffect, useRef } from 'react'
import { numberText } from '../../../shared/engine/numberText.ts'
import { findOwnPlace, setListed } from '../../../shared/features/leaderboards/commands.ts'
import { type Board, type ListKey, leaderboardSettings } from '../../../shared/features/leaderboards/leaderboards.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Part } from '../../ui/Part.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Leaderboards.module.css'
import { PlaceTable } from './PlaceTable.tsx'

interface OwnPlaceProps {
  readonly board: Board
  readonly list: ListKey
  readonly account: string
  /** Epoch ms: the place is asked for again when the lists are published. */
  readonly publishedAt: number | null
  /** The ten best above have the place and its neighbours already. */
  readonly isAmongBest: boolean
}

/** The own place with its neighbours, wherever in the list it is. */
export function OwnPlace({ board, list, account, publishedAt, isAmongBest }: OwnPlaceProps) {
  const place = useQuery(findOwnPlace, { list })
  const isListed = useDocument(leaderboardSettings, account).value?.isListed ?? true
  const asked = useRef('')
  const { reload } = place
  useEffect(() => {
    const now = `${publishedAt} ${isListed}`
    if (asked.current !== '' && asked.current !== now) reload()
    asked.current = now
  }, [publishedAt, isListed, reload])
  return (
    <Part title="Your place">
      <StatefulContent {...statesOf(place, () => false, null)}>
        {place.value === null ? null : place.value.state === 'listed' ? (
          <>
            <p className={styles.own}>
              {numberText(place.value.rank ?? 0)}
              <span className={styles.soft}> of {numberText(place.value.size)}</span>
            </p>
            {isAmongBest ? null : (
              <PlaceTable
                caption="Your place and the ones next to it"
                board={board}
                places={place.value.places}
                own={account}
              />
            )}
          </>
        ) : place.value.state === 'unlisted' ? (
          <p className={styles.soft}>You chose not to be listed. No one sees you here.</p>
        ) : place.value.state === 'banned' ? (
          <p className={styles.soft}>You are banned, so you aren't listed. Your place comes back when the ban ends.</p>
        ) : (
          <p className={styles.soft}>{noneTexts[board]}</p>
        )}
      </StatefulContent>
    </Part>
  )
}

const noneTexts: Readonly<Record<Board, string>> = {
  kd: "You aren't in this list yet. Kills and deaths of your linked Steam account count.",
  razorTalons: "You aren't in this list yet. You join it with your first Razor Talon.",
  sylvanShards: "You aren't in this list yet. You join it with your first Sylvan Shard.",
  playTime: "You aren't in this list yet. Link Steam and play: time on the server counts.",
}

/** Whether the user is listed. */
export function ListedSetting({ account }: { readonly account: string }) {
  const { value } = useDocument(leaderboardSettings, account)
  const { run, busy, refusal, allowed } = useCommand(setListed)
  if (!value || !allowed) return null
  return (
    <Toggle
      name="Show me on the leaderboards"
      description="Off: you leave every list at once, including the final places of past seasons. Those don't come back."
      on={value.isListed}
      isBusy={busy}
      problem={refusal?.message ?? null}
      onTurn={(isListed) => void run({ isListed })}
    />
  )
}
