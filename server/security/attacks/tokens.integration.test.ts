import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Permission, permissionsOf } from '../../../shared/engine/permissions.ts'
import { restoreBackup, takeBackup } from '../../../shared/features/backups/commands.ts'
import { exportNames, exportRows } from '../../../shared/features/backups/exports.ts'
import {
  changeCampaign,
  createCampaign,
  restoreCampaign,
  runCampaign,
  setCampaignActive,
} from '../../../shared/features/campaigns/commands.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { exportUsers } from '../../../shared/features/users/users.ts'
import { createRawClient } from '../../gateway/testing/rawClient.ts'
import { freshId } from '../../testing/principals.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { createAttack } from './testing/attackReport.ts'

const ownersSteamId = '76561198000000777'
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await openTestApp({ ownerSteamIds: [ownersSteamId], commandsPerSecond: 100_000 })
  owner = await app.visitAs({ account: 'boss', steamId: ownersSteamId })
})
afterAll(() => app.close())

async function tokenWith(permissions: readonly Permission[]): Promise<string> {
  const { body } = await owner.post('/auth/tokens', { label: 'Bot', permissions, endsAt: Date.now() + 3_600_000 })
  expect(body).toMatchObject({ success: true })
  return String(body.token)
}
const statusOf = async (path: string, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${app.address()}${path}`, { headers })
  await answer.text()
  return answer.status
}
const addresses = [
  '/api/owner/users.csv',
  ...exportNames.flatMap((of) => [`/api/owner/exports/${of}.csv`, `/api/owner/exports/${of}.jsonl`]),
]

test('[XT1] a token with ownerPanel alone takes no backup and no export of what its other permissions keep', async () => {
  const attack = createAttack('data of others by a token with ownerPanel alone')
  const bearer = await tokenWith(['look', 'ownerPanel'])
  const headers = { authorization: `Bearer ${bearer}` }
  for (const path of [...addresses, '/api/owner/backups/any'])
    attack.attempt((await statusOf(path, headers)) !== 403, () => path)
  const program = createRawClient({ port: Number(new URL(app.address()).port), bearer })
  await program.ready()
  for (const { name } of [takeBackup, restoreBackup]) {
    const answer = await program.command({ id: freshId(Date.now()), name, input: { backup: 'any', madeAt: 1 } })
    attack.attempt(answer.ok || answer.code !== 'forbidden', () => name)
  }
  const asked = [
    [exportUsers.name, {}],
    ...(['ledger', 'deliveries', 'sales'] as const).map((of) => [exportRows.name, { of }] as const),
  ] as const
  for (const [name, input] of asked) {
    const answer = (await program.call('query', { name, input })) as { ok: boolean; code?: string }
    attack.attempt(answer.ok || answer.code !== 'forbidden', () => `${name} ${JSON.stringify(input)}`)
  }
  program.close()
  expect(attack.done()).toEqual([])
})

test('[XT3] a token with ownerPanel alone pays no currency by a campaign or by a larger reward', async () => {
  const attack = createAttack('currency made by a campaign or a reward of a token with ownerPanel alone')
  const fields = { name: 'Free pearls', currencies: { voidPearls: 1_000 } }
  const inputs = [
    [createCampaign, fields],
    [changeCampaign, { id: 'any', fields }],
    [setCampaignActive, { id: 'any', isActive: true }],
    [runCampaign, { id: 'any' }],
    [restoreCampaign, { id: 'any' }],
    [changeEconomySettings, { dailyBonus: { isOn: true, amount: 1_000_000 } }],
  ] as const
  const codes = async (permissions: readonly Permission[]) => {
    const program = createRawClient({
      port: Number(new URL(app.address()).port),
      bearer: await tokenWith(permissions),
    })
    await program.ready()
    const found: string[] = []
    for (const [{ name }, input] of inputs) {
      const answer = await program.command({ id: freshId(Date.now()), name, input })
      found.push(answer.ok ? 'ok' : answer.code)
    }
    program.close()
    return found
  }
  for (const code of await codes(['look', 'ownerPanel'])) attack.attempt(code !== 'forbidden', () => code)
  expect(await codes(['look', 'ownerPanel', 'addCurrency'])).not.toContain('forbidden')
  expect(attack.done()).toEqual([])
})

test('[XT2] the session of an owner, and a token with all permissions, export everything', async () => {
  const all = { authorization: `Bearer ${await tokenWith(permissionsOf.owner)}` }
  const session = { cookie: owner.cookie() }
  for (const path of addresses)
    expect([path, await statusOf(path, path.endsWith('.jsonl') ? all : session)]).toEqual([path, 200])
  // There is no such backup.
  for (const headers of [all, session]) expect(await statusOf('/api/owner/backups/any', headers)).toBe(404)
})
