import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useSearchParams } from 'wouter'
import { type FetchedCode, screenOf } from '../../shell/screenCode.ts'

/** All tabs that the panel may have, as the address names them: `/owner-panel?tab=users`. */
const tabKeys = ['dashboard', 'users', 'donations', 'server', 'economy', 'backups', 'settings'] as const
export type OwnerTabKey = (typeof tabKeys)[number]

interface OwnerTab {
  readonly key: OwnerTabKey
  readonly name: string
  /** What the tab shows. It has states of its own. */
  readonly Panel: LazyExoticComponent<ComponentType>
  /** The same, to be fetched before the tab is opened. */
  readonly code: FetchedCode
}

/** A tab whose code is loaded when it is first opened, or before that when the browser has nothing better to do. */
function tab(key: OwnerTabKey, name: string, load: () => Promise<ComponentType>): OwnerTab {
  const code = screenOf(load)
  return { key, name, code, Panel: lazy(async () => ({ default: await code.load() })) }
}

/**
 * The tabs of the owner panel in the order of the page, which is that of `tabKeys`. A feature adds its own once it works; each has its content in a folder of
 * its own: `tab('users', 'Users', () => import('../users/UsersTab.tsx').then(({ UsersTab }) => UsersTab))`.
 */
export const ownerTabs: readonly OwnerTab[] = [
  tab('dashboard', 'Dashboard', () =>
    import('../statistics/DashboardTab.tsx').then(({ DashboardTab }) => DashboardTab),
  ),
  tab('users', 'Users', () => import('../users/UsersTab.tsx').then(({ UsersTab }) => UsersTab)),
  tab('donations', 'Donations', () => import('../campaigns/DonationsTab.tsx').then(({ DonationsTab }) => DonationsTab)),
  tab('server', 'Server', () => import('../serverControl/ServerTab.tsx').then(({ ServerTab }) => ServerTab)),
  tab('economy', 'Economy', () => import('../statistics/EconomyTab.tsx').then(({ EconomyTab }) => EconomyTab)),
  tab('backups', 'Backups', () => import('../backups/BackupsTab.tsx').then(({ BackupsTab }) => BackupsTab)),
  tab('settings', 'Settings', () => import('../configuration/SettingsTab.tsx').then(({ SettingsTab }) => SettingsTab)),
]

/** The address of a tab of the panel. */
export const ownerTabAddress = (key: OwnerTabKey) =>
  key === ownerTabs[0]?.key ? '/owner-panel' : `/owner-panel?tab=${key}`

/** @param key as the address names it; the first tab where it names none, or none that there is */
export const tabNamed = (key: string | null) => ownerTabs.find((one) => one.key === key) ?? ownerTabs[0]

/** The tab that the address names, or the first one, and the way to another. */
export function useOwnerTab() {
  const [params, setParams] = useSearchParams()
  return {
    chosen: tabNamed(params.get('tab')),
    /** The filters of the tab before mean nothing in the next one, so they leave the address. */
    choose: (key: OwnerTabKey) => setParams(key === ownerTabs[0]?.key ? {} : { tab: key }, { replace: true }),
  }
}
