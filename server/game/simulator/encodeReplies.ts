import type { GameAnimal, ListedPlayer, ServerDetails } from '../link.ts'

/** The generations of replies: builds of 2025 and those from 2026. */
export type Format = '2025' | '2026'

/** `2026.04.01-14.50.30`, as the game stamps its replies; `at` is epoch milliseconds. */
export const stamp = (at: number): string =>
  `[${new Date(at).toISOString().slice(0, 19).replaceAll('-', '.').replace('T', '-').replaceAll(':', '.')}] `

/** As in the game, a comma follows every entry and names are not escaped. */
export const encodePlayerList = (players: readonly ListedPlayer[]): string =>
  `PlayerList\n${players.map(({ id }) => `${id},`).join('')}\n${players.map(({ name }) => `${name ?? ''},`).join('')}`

export function encodePlayerData(animals: readonly GameAnimal[], format: Format, at: number): string {
  const rows = animals.map((animal) => `${format === '2025' ? row2025(animal) : row2026(animal)}\n`).join('')
  return format === '2025' ? `${stamp(at)}PlayerData${rows}` : `${stamp(at)}PlayerData\n${rows}PlayerDataEnd\n`
}

const row2025 = (animal: GameAnimal) =>
  `Name: ${animal.name ?? ''}, PlayerID: ${animal.id}, Location: ${place(animal)}, Class: BP_${animal.species}_C, ${vitals(animal)}`

function row2026(animal: GameAnimal): string {
  const { name, id, gender, species, mutations, primeElder } = animal
  return [
    `Name: ${name ?? ''}, PlayerID: ${id}, Gender: ${gender}, Location: ${place(animal)}, Class: ${species}`,
    vitals(animal),
    `MutationSlots: ${slots(mutations.slice(0, 4))}`,
    `ParentMutationSlots: ${slots(mutations.slice(4, 8))}`,
    `ElderMutationSlotsA: ${slots(mutations.slice(8, 12))}`,
    `ElderMutationSlotsB: ${slots(mutations.slice(12, 16))}`,
    `PrimeElder: ${primeElder}`,
  ].join(', ')
}

const place = ({ location }: GameAnimal) =>
  location
    ? `X=${location.x.toFixed(3)} Y=${location.y.toFixed(3)} Z=${location.z.toFixed(3)}`
    : 'X=-nan(ind) Y=-nan(ind) Z=-nan(ind)'
const vitals = ({ growth, health, stamina, hunger, thirst }: GameAnimal) =>
  [`Growth: ${growth.toFixed(2)}`, `Health: ${health.toFixed(2)}`, `Stamina: ${stamina.toFixed(2)}`]
    .concat([`Hunger: ${hunger.toFixed(2)}`, `Thirst: ${thirst.toFixed(2)}`])
    .join(', ')
const slots = (names: readonly string[]) => `[${[0, 1, 2, 3].map((i) => `${i + 1}=${names[i] ?? 'None'}`).join(',')}]`

/** In the game's order; fields that the game itself does not send come last and are left out if null. */
export function encodeServerDetails(details: ServerDetails, joinPassword: string, at: number): string {
  const { flags } = details
  const settings: [string, string | number | boolean | null][] = [
    ['ServerName', details.name],
    ['ServerPassword', joinPassword],
    ['ServerMap', details.map],
    ['ServerMaxPlayers', details.maxPlayers],
    ['ServerCurrentPlayers', details.currentPlayers],
    ['bEnableMutations', flags.mutations],
    ['bEnableHumans', flags.humans],
    ['bServerPassword', details.hasPassword],
    ['bQueueEnabled', flags.queue],
    ['bServerWhitelist', flags.whitelist],
    ['bSpawnAI', flags.spawnAI],
    ['bAllowRecordingReplay', flags.recordingReplay],
    ['bUseRegionSpawning', flags.regionSpawning],
    ['bUseRegionSpawnCooldown', flags.regionSpawnCooldown],
    ['RegionSpawnCooldownTimeSeconds', 30],
    ['ServerDayLengthMinutes', details.dayLengthMinutes],
    ['ServerNightLengthMinutes', details.nightLengthMinutes],
    ['bEnableGlobalChat', flags.globalChat],
    ['ServerTimeOfDay', details.timeOfDayMinutes],
    ['ServerUptimeSeconds', details.uptimeSeconds],
    ['ServerVersion', details.version],
  ]
  const known = settings.filter(([, value]) => value !== null).map(([key, value]) => `${key}: ${value}`)
  return `${stamp(at)}ServerDetails${known.join(', ')}\n`
}
