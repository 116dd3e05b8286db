import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useState } from 'react'
import type { Stretch } from '../../../shared/features/replay/queries.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { timeOf } from '../../ui/durations.ts'
import { AnimalCard, ChosenAnnouncer } from '../roster/AnimalCard.tsx'
import { RosterPanel } from '../roster/RosterPanel.tsx'
import { useRosterFilter } from '../roster/useRosterFilter.ts'
import { VitalsCard } from '../roster/VitalsCard.tsx'
import styles from './ReplayScreen.module.css'
import { ReplaySign } from './ReplaySign.tsx'
import { spanWords } from './spanWords.ts'
import { TimeLine } from './TimeLine.tsx'
import { Transport } from './Transport.tsx'
import { useMomentInAddress } from './useMomentInAddress.ts'
import { useReplay, useReplayMap } from './useReplay.ts'

interface ReplayingProps {
  /** Epoch ms of the moment shown first. */
  readonly begin: number
  /** The moment that was asked for and is not kept. */
  readonly missed: number | null
  readonly stretches: readonly Stretch[]
  readonly keptMs: number
  readonly truncated: string | null
  /** Server epoch ms. */
  readonly now: number
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, input, select, a, label') !== null

/** The replay while there is something to play. */
export function Replaying({ begin, missed, stretches, keptMs, truncated, now }: ReplayingProps) {
  const map = useReplayMap(begin)
  const { clock, view, herd } = map
  const { filter, change } = useRosterFilter()
  const { shown, trouble, players } = useReplay(map, stretches, filter)
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const [missedAt] = useState(missed)
  useMomentInAddress(clock)
  const window = { from: now - keptMs, until: now }
  const age = shown ? `as read ${timeOf(shown.reading.at)}` : 'fetching …'

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isControl(event.target)) return
    event.preventDefault()
    if (clock.isPlaying()) clock.pause()
    else clock.play()
  }
  return (
    <main className={styles.screen} onKeyDown={onKeyDown}>
      <h1 className="unseen">Replay</h1>
      <div className={styles.sheet}>
        <ReplaySign clock={clock} trouble={trouble} isHere={shown !== null} />
        <IslandMap
          {...{ view, herd, metresPerUnit: map.metresPerUnit, old: isStale || shown === null }}
          counts={null}
          withHerd={true}
          card={<AnimalCard players={players} />}
        >
          <VitalsCard players={players} herd={herd} view={view} age={age} />
        </IslandMap>
        <section className={styles.deck} aria-label="Time">
          <Transport clock={clock} stretches={stretches} />
          <TimeLine clock={clock} stretches={stretches} window={window} />
          <p className={styles.told}>
            {missedAt === null ? '' : `${timeOf(missedAt)} is not kept: this is the nearest moment that is. `}
            {spanWords(stretches, window, truncated)}
            {shown?.brokenAt ? ` From ${timeOf(shown.brokenAt)} this stretch cannot be read.` : ''}
          </p>
        </section>
      </div>
      <section className={styles.list} aria-label="Players">
        <RosterPanel view={view} players={players} age={age} filter={filter} change={change} />
      </section>
      <ChosenAnnouncer players={players} />
    </main>
  )
}
