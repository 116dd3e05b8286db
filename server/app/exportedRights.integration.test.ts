import { afterEach, beforeEach, expect, test } from 'vitest'
import { kickPlayer } from '../../shared/features/deliveries/commands.ts'
import { setRole } from '../../shared/features/roles/commands.ts'
import { freshId, person } from '../testing/principals.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'

const playerId = '018f2f3e-6c1e-7c3a-9a51-6f1d2b3c4d5e'
const owner = { account: '018f2f3e-0000-7c3a-9a51-aaaaaaaaaaaa', name: 'Olga Ownerson', steamId: '76561198000000042' }

let app: TestApp
beforeEach(async () => {
  app = await openTestApp({ ownerSteamIds: [owner.steamId] })
})
afterEach(() => app.close())

test('[PV5] a player whose role an owner changed, and whom the owner kicked, exports what was said and done, and nothing of the owner', async () => {
  // In the game: a hub that has read who is there refuses to kick anyone else.
  const steamId = app.simulator().world.online()[0]?.id ?? ''
  const player = await app.visitAs({ account: playerId, name: 'Pia', steamId })
  const boss = await app.visitAs(owner)
  const { hub } = app.hub()
  const from = { address: '203.0.113.99', agent: 'Owner Browser 7' }
  const principal = {
    ...person(owner.account, 'owner'),
    name: owner.name,
    session: { id: 'owners-session', elevatedUntil: null, viewing: null },
  }
  const act = (name: string, input: unknown) => hub.dispatch(principal, { id: freshId(Date.now()), name, input }, from)
  expect(await act(setRole.name, { account: playerId, role: 'moderator' })).toMatchObject({ ok: true })
  expect(await act(kickPlayer.name, { target: steamId, reason: 'camping at the lake' })).toMatchObject({ ok: true })

  const text = await player.get('/auth/export').then((answer) => answer.text())
  for (const said of ['moderator', 'camping at the lake', 'roleChanges', 'deliveryAudit']) expect(text).toContain(said)
  const theirs = [owner.account, owner.name, owner.steamId, from.address, from.agent, 'owners-session']
  for (const trace of theirs) expect(text).not.toContain(trace)
  const own = await boss.get('/auth/export').then((answer) => answer.text())
  for (const trace of ['203.0.113.99', 'Owner Browser 7']) expect(own).toContain(trace)
  for (const trace of [playerId, steamId, 'Pia', 'camping']) expect(own).not.toContain(trace)
})
