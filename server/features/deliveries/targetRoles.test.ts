import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { openSession } from '../../../shared/features/session/commands.ts'
import { tokenHash } from '../session/openSessions.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const rex = steamOf(1)

test('[FU2530] a delivery says which role its target has, in both documents, and follows each change of it', async () => {
  const { ask, sees, link, one, ownOf, hub } = await openDeliveries()
  await link('ann', null, 'Ann')
  await link('rex', rex, 'Rex')
  await sees(entryOf(rex, 'Rex'))
  const id = await idOf(ask('ann', 'admin', commands.kickPlayer, { target: rex }))
  const save = await idOf(ask('ann', 'admin', commands.saveGame))
  expect([one(id)?.targetRole, one(save)?.targetRole]).toEqual(['player', null])
  await ask('olga', 'owner', setRole, { account: 'rex', role: 'admin' })
  expect([one(id)?.targetRole, ownOf('ann')[id]?.targetRole]).toEqual(['admin', 'admin'])
  expect(await ask('cyd', 'moderator', followUps.cancel, { id })).toMatchObject({ code: 'mayNot' })
  await ask('olga', 'owner', setRole, { account: 'rex', role: 'player' })
  expect(one(id)?.targetRole).toBe('player')
  const opening = { key: tokenHash('of rex'), accountId: 'rex', role: 'moderator', demo: false }
  await hub.execute('sign-in', openSession.name, opening)
  expect(one(id)?.targetRole).toBe('moderator')
})
