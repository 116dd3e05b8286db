import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { machineClock } from '../../connection/clock.ts'
import { createOwnSettings, type OwnSettings, type SettingsUse } from './ownSettings.ts'

export type MapSettingsUse = SettingsUse & Pick<OwnSettings, 'change' | 'dismiss'>

/** The settings of one account, for as long as its map is open. */
export function useMapSettings(me: string): MapSettingsUse {
  const { store, send } = useConnection()
  const [own] = useState(() => createOwnSettings(me, { store, clock: machineClock, send }))
  return { ...useAtomValue(own.atom), change: own.change, dismiss: own.dismiss }
}
