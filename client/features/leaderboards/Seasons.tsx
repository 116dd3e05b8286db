import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { endSeason, setMonthlySeasons } from '../../../shared/features/leaderboards/commands.ts'
import { type Board, keptSeason, seasons } from '../../../shared/features/leaderboards/leaderboards.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Leaderboards.module.css'
import { PlaceTable } from './PlaceTable.tsx'

interface SeasonChoiceProps {
  readonly season: string
  readonly onChoose: (season: string) => void
}

/** The present lists, or one of the seasons that are kept. Nothing before the first one has ended. */
export function SeasonChoice({ season, onChoose }: SeasonChoiceProps) {
  const known = useDocument(seasons).value
  const kept = Object.keys(known?.kept ?? {})
    .map(Number)
    .toSorted((one, other) => other - one)
  if (kept.length === 0) return null
  return (
    <ChipSet legend="Season" place="beside">
      <Chip aria-pressed={season === ''} onClick={() => onChoose('')}>
        Now
      </Chip>
      {kept.slice(0, 12).map((number) => (
        <Chip key={number} aria-pressed={season === String(number)} onClick={() => onChoose(String(number))}>
          Season {number}
        </Chip>
      ))}
    </ChipSet>
  )
}

/** The final places of a season. */
export function KeptSeason({ number, board }: { readonly number: string; readonly board: Board }) {
  const own = useAtomValue(accessAtom).principal?.id ?? null
  const times = useDocument(seasons).value?.kept[number]
  const source = useDocument(keptSeason, number)
  const places = (lists: NonNullable<typeof source.value>['lists']) =>
    Object.values(lists[board]?.places ?? {}).toSorted((one, other) => one.rank - other.rank)
  const states = statesOf(source, ({ lists }) => places(lists).length === 0, {
    title: 'No one was listed in this season.',
    children: 'Choose another season or another tab.',
  })
  return (
    <StatefulContent {...states}>
      {source.value ? (
        <PlaceTable
          caption={`The final places of season ${number}`}
          board={board}
          places={places(source.value.lists)}
          own={own}
        />
      ) : null}
      {times ? (
        <p className={styles.soft}>
          {times.startedAt > 0 ? (
            <>
              From <On at={times.startedAt} /> to <On at={times.endedAt} />.
            </>
          ) : (
            <>
              Ended on <On at={times.endedAt} />.
            </>
          )}
        </p>
      ) : null}
    </StatefulContent>
  )
}

/** Seasons, for the owner: end the present one, or let each month be one. */
export function SeasonControls() {
  const { value } = useDocument(seasons)
  const monthly = useCommand(setMonthlySeasons)
  const end = useCommand(endSeason)
  const [isAsking, ask] = useState(false)
  if (!value) return null
  const { number, startedAt, isMonthly, keeping } = value
  const onEnd = async () => {
    const answer = await end.run({ number })
    if (answer.ok) ask(false)
  }
  return (
    <Part
      title={`Season ${number}`}
      description={
        <>
          {startedAt > 0 ? (
            <>
              It began on <On at={startedAt} />.{' '}
            </>
          ) : null}
          When a season ends, the top ten of each tab are kept, and the season's K/D Ratio and Play Time start again
          from zero. Balances stay.
        </>
      }
    >
      <Toggle
        name="Start a new season every month"
        description="On the first day of each month at 00:00 UTC."
        on={isMonthly}
        isBusy={monthly.busy}
        problem={monthly.refusal?.message ?? null}
        onTurn={(on) => void monthly.run({ isMonthly: on })}
      />
      <Actions>
        <Button disabled={keeping !== null} onClick={() => ask(true)}>
          End the season…
        </Button>
        {keeping ? <span role="status">Saving the final places…</span> : null}
      </Actions>
      {isAsking ? (
        <Confirm
          title={`End season ${number}?`}
          action={`End season ${number}`}
          busyLabel={end.busy ? 'Ending…' : null}
          refusal={end.refusal?.message ?? null}
          onConfirm={() => void onEnd()}
          onCancel={() => {
            end.dismiss()
            ask(false)
          }}
        >
          <p>All players are notified. A season that has ended can't be opened again.</p>
        </Confirm>
      ) : null}
    </Part>
  )
}
