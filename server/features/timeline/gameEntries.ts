import type { RowOf } from '../../../shared/engine/archive.ts'
import { withArticle } from '../../../shared/engine/article.ts'
import type { gameAdminActs, gameChat, gameKills, gameVisits } from '../../../shared/features/gameLog/archives.ts'
import type { LogAnimal } from '../../../shared/features/gameLog/lines.ts'
import { type Frame, toUnits } from '../../../shared/features/world/frame.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { bareEntry, type Worded } from './worded.ts'

/** What the game's log says of one row, as a sentence. An erased player's name is empty. */

type KeptPlayer = { readonly id: string; readonly name: string | null } | null

const named = (player: KeptPlayer) => ({ by: player?.id ?? '', byName: player?.name ?? '' })
const targetOf = (player: KeptPlayer) => player && { id: player.id, name: player.name ?? '' }

/** `a Carnotaurus at 80%`; empty where the species is not known. */
function animalText(animal: LogAnimal | null): string {
  if (!animal?.species) return ''
  const species = speciesName(animal.species).replace(/[{}]/g, '')
  const growth = animal.growth === null ? '' : ` at ${Math.round(animal.growth * 100)}%`
  return `${withArticle(species)}${growth}`
}
const asText = (animal: LogAnimal | null) => (animalText(animal) ? ` as ${animalText(animal)}` : '')

export function killEntry(row: RowOf<typeof gameKills>, frame: Frame | null): Worded {
  const { by, killer, killerAnimal, victim, victimAnimal, location, cause } = row
  const base = {
    ...bareEntry,
    at: row.happenedAt,
    kind: 'kills' as const,
    place: frame && location ? toUnits(frame, location) : null,
  }
  if (by === 'player') {
    const victimText = animalText(victimAnimal)
    const did = `killed {target}${victimText ? `, ${victimText},` : ''}${asText(killerAnimal)}`.replace(/,$/, '')
    return { ...base, act: 'kill', did, ...named(killer), target: targetOf(victim) }
  }
  const how =
    by === 'animal'
      ? `was killed by ${animalText(killerAnimal) || 'a wild animal'}`
      : by === 'unclear'
        ? 'was killed; the log is not clear by whom'
        : 'died'
  return {
    ...base,
    act: 'death',
    did: cause === null || by !== 'nature' ? `${how}${asText(victimAnimal)}` : `died${asText(victimAnimal)}: {cause}`,
    ...named(victim),
    detail: cause === null ? {} : { cause },
  }
}

export const chatEntry = ({ happenedAt, channel, player, text }: RowOf<typeof gameChat>): Worded => ({
  ...bareEntry,
  at: happenedAt,
  kind: 'chat',
  act: 'chat',
  did: player ? `wrote in ${channel} chat: {text}` : `Not clear who wrote in ${channel} chat: {text}`,
  ...named(player),
  detail: { text },
})

export function visitEntry(row: RowOf<typeof gameVisits>): Worded {
  const { act, player, animal, save, isSafe, afterFightMs } = row
  const base = { ...bareEntry, at: row.happenedAt, act, ...named(player) }
  if (afterFightMs !== null)
    return {
      ...base,
      kind: 'warnings',
      did: `left without resting, ${Math.max(1, Math.round(afterFightMs / 1_000))} s after a kill${asText(animal)}`,
    }
  if (act === 'leave')
    return { ...base, kind: 'visits', did: `left${isSafe === false ? ' without rest' : ''}${asText(animal)}` }
  return { ...base, kind: 'visits', did: `joined${save === 'none' ? ' without a saved dinosaur' : asText(animal)}` }
}

export function adminEntry(row: RowOf<typeof gameAdminActs>): Worded {
  const { by, act, admin, target, before, after } = row
  const change = before !== null && after !== null ? `, from ${before} to ${after}` : after === null ? '' : `, ${after}`
  const whom = target ? ' on {target}' : ''
  return {
    ...bareEntry,
    at: row.happenedAt,
    kind: 'staff',
    act: 'gameAdmin',
    did: `used {command} in the game${whom}${change.replace(/[{}]/g, '')}`,
    ...named(admin),
    ...(admin === null && { byName: by === 'rcon' ? 'RCON' : 'An admin' }),
    target: targetOf(target),
    detail: { command: act ?? 'a command' },
  }
}
