import { type HubSettings, hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { type SwitchName, switches, switchNames } from '../../../shared/features/settings/switches.ts'
import { useDocument } from '../../connection/useDocument.ts'

const noneOff: HubSettings['off'] = {}

/** What an owner has switched off, by name; nothing until the hub has said so. */
export const useOff = (): HubSettings['off'] => useDocument(hubSettings).value?.off ?? noneOff

/** Whether the hub has said what is switched off. */
export const useIsOffKnown = (): boolean => useDocument(hubSettings).state !== 'loading'

/** Whether a part of the hub is switched off; false until the hub has said so. */
export const useSwitchedOff = (name: SwitchName): boolean => Object.hasOwn(useOff(), name)

/** The switch that hides the page of this path; null if none does. */
export const hiddenBy = (path: string, off: HubSettings['off']): SwitchName | null =>
  switchNames.find((name) => Object.hasOwn(off, name) && switches[name].pages.includes(path)) ?? null
