import { mostCarnivores, mostHerbivores, type Pack, type PackMember } from '../../../shared/features/packs/pack.ts'
import { longUnseenMs, type PackLife, type Seen } from '../../../shared/features/packs/packLife.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import { waitOf } from '../../ui/durations.ts'

/** How full the pack is, as far as its members are seen: `3 of 12 members; 2 of 6 carnivores`. */
export const limitWords = ({ members }: Pick<Pack, 'members'>, seen: PackLife['seen']): string => {
  const count = Object.keys(members).length
  const those = Object.values(seen).filter(({ species }) => dietOf(species) === 'carnivore').length
  const all = `${count} of ${mostHerbivores} members`
  return those === 0 ? all : `${all}; ${those} of ${mostCarnivores} carnivores`
}

/** What is told of when a member was seen, and whether it is a reason to worry. */
export interface SeenWords {
  readonly words: string
  readonly tone: 'plain' | 'soft' | 'alarm'
}

/**
 * When a member was last seen. Past half a minute it is said as well as coloured.
 * @param readAt of the last reading, epoch ms @param now epoch ms
 */
export const seenWords = (
  { sharedSince }: Pick<PackMember, 'sharedSince'>,
  seen: Pick<Seen, 'goneAt'> | undefined,
  readAt: number | null,
  now: number,
): SeenWords => {
  if (sharedSince === null) return { words: 'hidden', tone: 'soft' }
  if (readAt === null) return { words: 'not read yet', tone: 'soft' }
  if (!seen) return { words: 'not on the island', tone: 'soft' }
  const age = Math.max(0, now - (seen.goneAt ?? readAt))
  const tone = age > longUnseenMs ? 'alarm' : 'plain'
  if (seen.goneAt !== null) return { words: `not on the island, last seen ${waitOf(age)} ago`, tone }
  return age > longUnseenMs
    ? { words: `not seen for ${waitOf(age)}`, tone }
    : { words: `seen ${waitOf(age)} ago`, tone }
}

/** Members as they are listed: the leader, then whoever has been there longest. */
export const membersInOrder = ({ members, leader }: Pick<Pack, 'members' | 'leader'>) =>
  Object.entries(members)
    .map(([id, member]) => ({ id, member, leads: id === leader }))
    .sort(
      (a, b) => Number(b.leads) - Number(a.leads) || a.member.joinedAt - b.member.joinedAt || (a.id < b.id ? -1 : 1),
    )

/** Who leads when the leader leaves: the longest member. Null if nobody is left. */
export const heirOf = (pack: Pick<Pack, 'members' | 'leader'>) =>
  membersInOrder(pack).find(({ leads }) => !leads)?.member ?? null

const endings = {
  left: (name: string) => `You left ${name}.`,
  removed: (name: string) => `You were removed from ${name}.`,
  disbanded: (name: string) => `${name} was disbanded.`,
} as const

/** How one's last pack ended. */
export const endedWords = ({ how, name }: { readonly how: keyof typeof endings; readonly name: string }) =>
  endings[how](name)

/** How long until one may ping again, whole seconds; 0 when one may. */
export const pingWaitSeconds = (pingedAt: number | undefined, intervalMs: number, now: number): number =>
  pingedAt === undefined ? 0 : Math.max(0, Math.ceil((pingedAt + intervalMs - now) / 1_000))
