import { expect } from 'vitest'
import type { PlayerId } from '../../../../shared/engine/ids.ts'
import { recordLines, reportLogLink } from '../../../../shared/features/gameLog/commands.ts'
import { logProgress } from '../../../../shared/features/gameLog/gameLog.ts'
import type { LogLine } from '../../../../shared/features/gameLog/lines.ts'
import { recordPlay } from '../../../../shared/features/play/commands.ts'
import type { Feature } from '../../../engine/feature.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { openApp } from '../../../testing/openApp.ts'
import { inSession, person } from '../../../testing/principals.ts'

export const [rex, mia] = ['76561198000000001', '76561198000000002']
export const playerOf = (id: string, name: string | null = 'Rex') => ({ id, name })
export const animalOf = (species: string, growth = 0.75) => ({ species, gender: 'Male' as const, growth })

/** A hub with all features whose log a test writes line by line. */
export async function openGameLog(
  features: readonly Feature[] = allFeatures,
  kept: Parameters<typeof openApp>[1] = {},
) {
  const app = await openApp(features, kept)
  const { hub, clock } = app
  let count = 0
  const position = () => hub.read(logProgress, 'main').position
  const record = (lines: readonly object[], { from = position(), to }: { from?: string | null; to?: string } = {}) => {
    count += 1
    return hub.execute('game log', recordLines.name, { from, to: to ?? `line ${count}`, lines })
  }
  const query = async (principal: Parameters<typeof hub.query>[0], name: string, input: object = {}) => {
    const answer = await hub.query(principal, { name, input })
    if (!answer.ok) throw new Error(answer.code)
    return answer.output as never
  }
  return {
    ...app,
    position,
    record,
    query,
    now: () => clock.now(),
    chat: (id: string, text: string, more: object = {}) =>
      record([
        { kind: 'chat', at: clock.now(), channel: 'global', group: null, player: playerOf(id), text, ...more },
      ] satisfies (LogLine | object)[]),
    kill: (killer: string | null, victim: string, at = clock.now()): LogLine => ({
      kind: 'kill',
      at,
      by: killer === null ? 'animal' : 'player',
      killer: killer === null ? null : playerOf(killer),
      killerAnimal: animalOf('Carnotaurus'),
      victim: playerOf(victim, 'Mia'),
      victimAnimal: animalOf('Dryosaurus', 0.5),
      location: { x: 1_000, y: 2_000, z: 3 },
    }),
    leave: (id: string, isSafe: boolean | null, at = clock.now()): LogLine => ({
      kind: 'leave',
      at,
      player: playerOf(id),
      isSafe,
      animal: animalOf('Carnotaurus'),
    }),
    /** These players are in the game from now on. */
    async join(...ids: readonly string[]) {
      const players = ids.map((id) => ({ id, species: null }))
      await hub.execute('game link', recordPlay.name, { server: 'main', players, at: clock.now(), seenAt: null })
    },
    /** A user with a Discord account, in a browser; linked to the player, if one is given. */
    async user(account: string, steamId: string | null = null) {
      await ensureAccount(hub, clock.now(), { account, steamId })
      return { ...inSession(person(account as PlayerId)), playsAs: steamId }
    },
    async follow(state: 'following' | 'failing' = 'following', chat = true) {
      await hub.execute('game log', reportLogLink.name, {
        state,
        why: null,
        place: null,
        chat,
        lostAt: null,
        unreadable: 0,
      })
      expect(app.faults).toEqual([])
    },
  }
}
