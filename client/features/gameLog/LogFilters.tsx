import { useState } from 'react'
import { z } from 'zod'
import { chatChannels } from '../../../shared/features/gameLog/lines.ts'
import { longestLogSearch } from '../../../shared/features/gameLog/queries.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SpanFields, spanOf, spanShape } from '../../ui/SpanFields.tsx'
import { PlayerPicker } from '../staff/PlayerPicker.tsx'
import { idOf, type PickedPlayer, pickedPlayer, typedPlayer, usePlayersInGame } from '../staff/pickedPlayer.ts'
import styles from './GameLog.module.css'
import { channelNames } from './logWords.ts'

export const logTabs = ['kills', 'chat', 'visits', 'commands'] as const
export type LogTabKey = (typeof logTabs)[number]
export const TabAddress = z.object({ tab: z.enum(logTabs).default('kills') })

/** The search as the address holds it. `of` is the game's id of a player: `player` opens the player drawer. */
export const LogSearch = z.object({
  text: z.string().max(longestLogSearch).default(''),
  of: z
    .string()
    .regex(/^(?:\d{1,20}|[0-9a-f]{32})?$/i)
    .default(''),
  ...spanShape,
  channel: z.enum(['', ...chatChannels]).default(''),
  afterFight: z.boolean().default(false),
})
export type LogSearch = z.infer<typeof LogSearch>

/** The filter of the query of a tab. */
export function filterOf({ text, of, from, to, channel, afterFight }: LogSearch, tab: LogTabKey) {
  return {
    text: text.trim(),
    player: of === '' ? null : of,
    ...spanOf({ from, to }),
    ...(tab === 'chat' && { channel: channel === '' ? null : channel }),
    ...(tab === 'visits' && { afterFight }),
  }
}

interface LogFiltersProps {
  readonly tab: LogTabKey
  readonly search: LogSearch
  readonly onSearch: (change: Partial<LogSearch>) => void
}

/** The filters beside the search field: those of the tab, and behind a button player and time. */
export const LogFilters = ({ tab, search, onSearch }: LogFiltersProps) => (
  <>
    {tab === 'chat' ? (
      <ChipSet legend="Channel" place="unseen">
        {chatChannels.map((channel) => (
          <Chip
            key={channel}
            aria-pressed={search.channel === channel}
            onClick={() => onSearch({ channel: search.channel === channel ? '' : channel })}
          >
            {channelNames[channel]}
          </Chip>
        ))}
      </ChipSet>
    ) : null}
    {tab === 'visits' ? (
      <Chip aria-pressed={search.afterFight} onClick={() => onSearch({ afterFight: !search.afterFight })}>
        Left within a minute of a kill
      </Chip>
    ) : null}
    <Disclosure face={narrowedLabel(search)} align="start" title="Player and time">
      {() => <PlayerAndTime search={search} onSearch={onSearch} />}
    </Disclosure>
  </>
)

const narrowedLabel = ({ of, from, to }: LogSearch) => {
  const set = [of && 'player', (from || to) && 'time'].filter(Boolean)
  return set.length > 0 ? `Player and time: ${set.join(', ')} set` : 'Player and time'
}

function PlayerAndTime({ search: { of, from, to }, onSearch }: Omit<LogFiltersProps, 'tab'>) {
  const { players } = usePlayersInGame()
  const [typed, setTyped] = useState<PickedPlayer | null>(null)
  const known = players[of]
  const inAddress = known ? pickedPlayer(known) : typedPlayer(of)
  return (
    <div className={styles.fields}>
      <PlayerPicker
        label="Player"
        chosen={typed ?? inAddress}
        recent={false}
        onChoose={(player) => {
          setTyped(player)
          onSearch({ of: idOf(players, player) ?? '' })
        }}
      />
      <SpanFields span={{ from, to }} onSpan={onSearch} />
    </div>
  )
}
