import { expect, test } from 'vitest'
import { listPlayers } from '../../../shared/features/positionViews/commands.ts'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import { unconfiguredServer } from '../../testing/neverCalled.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { playFeature } from '../play/feature.ts'
import { rosterFeature } from '../roster/feature.ts'
import { serverFeature } from '../server/feature.ts'
import { positionViewsFeature } from './feature.ts'

test.each([
  [2_000, 30_000],
  [60_000, 180_000],
])(
  '[MG16] read every %s ms, the players of a reading are listed for %s ms and are unknown after that',
  async (everyMs, freshMs) => {
    const server = serverFeature(unconfiguredServer)
    const { hub, clock } = await openApp([server, rosterFeature, playFeature, positionViewsFeature(() => {})])
    const players = async () => {
      const answer = await hub.query(person('ann', 'owner'), { name: listPlayers.name, input: { server: 'main' } })
      return answer.ok ? listPlayers.output.parse(answer.output).players : answer
    }
    expect(await players()).toBeNull()
    const rex = { id: '76561198000000001', name: 'Rex', animal: null }
    await hub.execute('game link', reportRoster.name, { server: 'main', players: [rex], readAt: clock.now(), everyMs })
    clock.pass(freshMs)
    expect(await players()).toMatchObject([{ name: 'Rex', status: 'choosing' }])
    clock.pass(1)
    expect(await players()).toBeNull()
  },
)
