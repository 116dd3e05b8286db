import { type GameRead, gameReads } from '../../../shared/features/console/gameCommands.ts'
import type { GameAnimal, GameLink, ListedPlayer, ServerDetails } from '../link.ts'
import type { EvrimaCommand } from './evrimaCommands.ts'
import { longest } from './gameText.ts'

/** The question that a command asks; null for a command that changes something. */
export const gameReadOf = ({ command }: EvrimaCommand): GameRead | null =>
  gameReads.find((read) => read === command) ?? null

/**
 * The reply of the game to a question, in lines that staff can read. It holds no join password and no places: the map shows these, and records
 * each look.
 * @param filter only rows that contain it are shown
 * @throws LinkError
 */
export async function consoleReply(
  link: Pick<GameLink, 'players' | 'animals' | 'details' | 'playables' | 'queue'>,
  read: GameRead,
  filter: string,
): Promise<string> {
  if (read === 'playerlist') return listed((await link.players()).map(playerLine), filter, 'player', 'players')
  if (read === 'getplayerdata') return listed((await link.animals()).map(animalLine), filter, 'dinosaur', 'dinosaurs')
  if (read === 'getplayables') return listed(await link.playables(), '', 'species', 'species')
  if (read === 'serverdetails') return detailLines(await link.details()).join('\n')
  return (await link.queue()) || 'The game reports nothing about its queue.'
}

const playerLine = ({ id, name }: ListedPlayer) => `${id} ${name ?? '(name not readable)'}`
const percent = (fraction: number) => `${Math.round(fraction * 100)}%`
const animalLine = ({ id, name, species, gender, growth, health, hunger, thirst }: GameAnimal) =>
  [
    `${id} ${name ?? '(name not readable)'}: ${[gender?.toLowerCase(), species].filter(Boolean).join(' ')}`,
    `growth ${percent(growth)}`,
    `health ${percent(health)}`,
    `hunger ${percent(hunger)}`,
    `thirst ${percent(thirst)}`,
  ].join(', ')

/** What the rows may have beside their count and the note on what was cut. */
const rowsLength = longest.reply - 200

/** The count, then as many rows as fit. */
function listed(rows: readonly string[], filter: string, one: string, several: string): string {
  const wanted = filter.toLowerCase()
  const found = rows.filter((row) => row.toLowerCase().includes(wanted))
  const shown: string[] = []
  let length = 0
  for (const row of found) {
    length += row.length + 1
    if (length > rowsLength) break
    shown.push(row)
  }
  const left = found.length - shown.length
  const count = (of: number) => `${of} ${of === 1 ? one : several}`
  return [
    filter === '' ? `${count(rows.length)}.` : `${found.length} of ${count(rows.length)} match “${filter}”.`,
    ...shown,
    ...(left > 0 ? [`${left} more. Add part of a name to find one.`] : []),
  ].join('\n')
}

const word = (value: boolean | number | string | null) =>
  value === null ? '–' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)

function detailLines(details: ServerDetails): readonly string[] {
  const { name, map, maxPlayers, currentPlayers, dayLengthMinutes, nightLengthMinutes, hasPassword, flags } = details
  return [
    `Name: ${word(name)}`,
    `Map: ${word(map)}`,
    `Players: ${word(currentPlayers)} of ${word(maxPlayers)}`,
    `Day and night: ${word(dayLengthMinutes)} and ${word(nightLengthMinutes)} min`,
    `Join password: ${hasPassword === null ? '–' : hasPassword ? 'set' : 'not set'}`,
    ...Object.entries(flags).map(([flag, isOn]) => `${flag}: ${word(isOn)}`),
  ]
}
