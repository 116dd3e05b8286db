// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { backupPlan, backups, backupsKey } from '../../../shared/features/backups/backups.ts'
import { campaignRuns, campaigns } from '../../../shared/features/campaigns/campaigns.ts'
import { connections } from '../../../shared/features/connections/connections.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { postSettings } from '../../../shared/features/notifications/posts.ts'
import { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import { configuration } from '../../../shared/features/server/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { setupGuide } from '../../../shared/features/settings/setupGuide.ts'
import { listUsers } from '../../../shared/features/users/users.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { BackupsTab } from '../backups/BackupsTab.tsx'
import { DonationsTab } from '../campaigns/DonationsTab.tsx'
import { SettingsTab } from '../configuration/SettingsTab.tsx'
import { RewardFields } from '../events/SchedulerFields.tsx'
import { ServerTab } from '../serverControl/ServerTab.tsx'
import { OwnerAdminScreen } from '../staff/OwnerAdminScreen.tsx'
import { UsersTab } from '../users/UsersTab.tsx'

// A form keeps what is typed.
afterEach(() => sessionStorage.clear())

const user = {
  id: 'bob',
  username: 'Bob',
  steamId: '76561198000000001',
  discordId: null,
  email: null,
  patreonTier: 'None' as const,
  playtime: 0,
  joinDate: screenNow,
  lastActive: null,
  status: 'active' as const,
  currencies: { dinosaurs: 0, voidPearls: 0, sylvanShards: 0, razorTalons: 0 },
  banInfo: null,
}
const campaign = {
  id: 'c1',
  name: 'Weekly gift',
  schedule: 'daily',
  targetType: 'all',
  zone: 'UTC',
  createdDate: 1,
  countsFrom: 1,
  currencies: { voidPearls: 5 },
}
const backup = {
  id: 'b1',
  file: 'waterhole-b1.backup',
  madeAt: screenNow,
  seq: 5,
  bytes: 1_000,
  documents: 1,
  rows: 1,
  cause: 'asked' as const,
  isLocked: false,
  verified: { state: 'tried' as const, at: screenNow, why: null },
}

async function open(content: ReactNode, path: string, may: readonly Permission[]) {
  const { settle, unmount } = renderScreen(content, {
    hello: { ...signedIn('owner'), may: [...may] },
    path,
    documents: [
      given(server, mainServer, { link: { name: 'up', since: screenNow, why: null } }),
      given(campaigns, mainServer, { campaigns: { c1: campaign } as never }),
      given(campaignRuns, mainServer, {}),
      given(economySettings, '', {}),
      given(hubSettings, '', {}),
      given(setupGuide, '', {}),
      given(connections, mainServer, {}),
      given(postSettings, '', {}),
      given(backups, backupsKey, { list: [backup], folder: '/srv', node: 'alone', restoresHere: true } as never),
      given(backupPlan, backupsKey, {}),
    ],
    queries: [
      answering(listUsers, () => ({ users: [user], total: 1 })),
      answering(configuration, () => ({
        environment: 'demo' as const,
        realData: false,
        features: HubFeatures.parse({}),
        variables: [],
      })),
    ],
  })
  await settle()
  return unmount
}

const nothing = () => {}
const draft = { type: 'King of the Hill', title: '', description: '', duration: '1', capacity: '', reward: '' } as const
const rewardOf = (reward: string) => (
  <RewardFields draft={{ ...draft, currency: 'voidPearls', reward }} change={nothing} />
)
/** By its label, or by its text. */
const isOffered = (name: string) =>
  screen.queryAllByLabelText(name).length > 0 || screen.queryAllByText(name, { selector: 'button, a' }).length > 0

test.each([
  [
    'users',
    <UsersTab key="users" />,
    '/owner-panel?tab=users',
    ['Ban', 'Unban', 'Give currency', 'Export CSV', 'Select Bob'],
  ],
  [
    'campaigns',
    <DonationsTab key="campaigns" />,
    '/owner-panel?tab=donations',
    ['New campaign', 'Run Now: Weekly gift', 'Pause Weekly gift', 'Edit Weekly gift'],
  ],
  [
    'server',
    <ServerTab key="server" />,
    '/owner-panel?tab=server',
    ['Kick everyone', 'Send broadcast', 'Heal', 'Kick', 'Slay', 'Player name', 'Open the console'],
  ],
  [
    'owner admin',
    <OwnerAdminScreen key="admin" />,
    '/owner-admin',
    [
      'Add currency',
      'Daily bonus: Void Pearls',
      'Fee in percent of the price',
      'Hours in the game before a player can give',
    ],
  ],
  [
    'backups',
    <BackupsTab key="backups" />,
    '/owner-panel?tab=backups',
    [
      'Download',
      'Export users as CSV',
      'Export ledger as CSV',
      'Export deliveries as CSV',
      'Export audit as JSON Lines',
    ],
  ],
  ['settings', <SettingsTab key="settings" />, '/owner-panel?tab=settings', ['Staff and roles']],
  ['new event', rewardOf(''), '/events', ['Reward', 'Currency of the reward']],
] as const)(
  '[USR2370] %s: who has the owner panel alone is offered no act that the hub would refuse',
  async (_page, content, path, acts) => {
    const close = await open(content, path, signedIn('owner').may)
    expect(acts.filter((name) => !isOffered(name))).toEqual([])
    close()
    await open(content, path, ['look', 'play', 'ownerPanel'])
    expect(acts.filter(isOffered)).toEqual([])
  },
)
