import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { fightRecord, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { searchChat, searchKills, searchVisits } from '../../../shared/features/gameLog/queries.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Ago } from '../../ui/Time.tsx'
import { LoggedPlayer } from './LoggedPlayer.tsx'
import { channelNames, type Kill, killerLabel, visitNote } from './logWords.ts'
import styles from './PlayerInGame.module.css'
import { useLatestLine } from './useLogPage.ts'

const mostOfEach = 4
const mostShown = 6
/** All kinds of lines about the player; which of them a new line is about is not looked at. */
const kinds = ['kill', 'death', 'chat', 'join', 'leave'] as const
const followMs = 3_000

/** What the game's log reports of a player: kills and deaths counted, and the latest lines. For holders of `readChat`. */
export function PlayerInGame({ id }: { readonly id: string }) {
  const record = useDocument(fightRecord, id).value
  const isOff = useDocument(logLink, mainServer).value?.state === 'off'
  const { lines, isHere, refusal } = useLatestOf(id)
  const isBlank = lines.length === 0 && (record?.kills ?? 0) + (record?.deaths ?? 0) === 0
  if (isOff && isBlank) return null
  return (
    <section className={styles.part} aria-label="In the game">
      <h3 className={styles.heading}>In the game</h3>
      {record ? (
        <p>
          {counted(record.kills, 'kill')} · {counted(record.deaths, 'death')}
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p className={styles.soft}>{refusal ?? (isHere ? "Nothing in the game's log yet." : 'Loading…')}</p>
      ) : (
        <ul className={styles.lines}>
          {lines.map(({ key, at, text }) => (
            <li key={key}>
              <span dir="auto">{text}</span>
              <Ago at={at} />
            </li>
          ))}
        </ul>
      )}
      <Link href={`/game-log?of=${encodeURIComponent(id)}`}>All in the game log</Link>
    </section>
  )
}

const counted = (count: number, what: string) => `${numberText(count)} ${what}${count === 1 ? '' : 's'}`

interface ShownLine {
  readonly key: string
  readonly at: number
  readonly text: ReactNode
}

/** The player's latest kills, deaths, messages, joins and leaves, newest first. */
function useLatestOf(id: string) {
  const input = { player: id, limit: mostOfEach }
  const kills = useQuery(searchKills, input)
  const chat = useQuery(searchChat, input)
  const visits = useQuery(searchVisits, input)
  const all = [kills, chat, visits]
  useFollow(useLatestLine(kinds), () => all.forEach(({ reload }) => void reload()), followMs)
  const lines: ShownLine[] = [
    ...(kills.value?.rows ?? []).map(({ key, row }) => ({
      key: `kill ${key}`,
      at: row.happenedAt,
      text: <KillOf id={id} kill={row} />,
    })),
    ...(chat.value?.rows ?? []).map(({ key, row }) => ({
      key: `chat ${key}`,
      at: row.happenedAt,
      text: `${channelNames[row.channel]}: “${row.text}”`,
    })),
    ...(visits.value?.rows ?? []).map(({ key, row }) => {
      const note = visitNote(row)
      const text = row.afterFightMs === null ? (row.act === 'join' ? 'Joined' : 'Left') : null
      return {
        key: `visit ${key}`,
        at: row.happenedAt,
        text: text ? `${text}${note ? `. ${note}` : ''}` : <span className={styles.hint}>{note}</span>,
      }
    }),
  ]
  return {
    lines: lines.sort((one, other) => other.at - one.at).slice(0, mostShown),
    isHere: all.every(({ state }) => state === 'here'),
    refusal: all.find(({ refusal }) => refusal !== null)?.refusal?.message ?? null,
  }
}

function KillOf({ id, kill }: { readonly id: string; readonly kill: Kill }) {
  const { killer, victim, victimAnimal, killerAnimal, by } = kill
  const species = (name: string | null | undefined) => (name ? ` (${speciesName(name)})` : '')
  if (killer?.id === id)
    return (
      <>
        Killed {victim ? <LoggedPlayer player={victim} /> : 'an erased player'}
        {species(victimAnimal.species)}
      </>
    )
  if (killer)
    return (
      <>
        Killed by <LoggedPlayer player={killer} />
        {species(killerAnimal?.species)}
      </>
    )
  return by === 'nature'
    ? `Died: ${killerLabel(kill).toLowerCase()}`
    : `Killed by ${by === 'animal' ? 'an animal' : 'someone unclear'}`
}
