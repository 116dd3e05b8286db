import { z } from 'zod'

const On = z.boolean().default(true)

/** The features that the owner can switch off in the configuration. A feature that is off says so on its pages and over HTTP. */
export const HubFeatures = z.object({
  realInventory: On,
  realCurrency: On,
  realPlayerData: On,
  realServerStatus: On,
  /** Off: a mock answers commands to the game, and nothing is sent. */
  rcon: On,
})
export type HubFeatures = z.infer<typeof HubFeatures>
export type HubFeature = keyof HubFeatures

/** Before a page has the status, all count as on. */
export const isFeatureOn = ({ features }: { readonly features?: HubFeatures }, feature: HubFeature): boolean =>
  features?.[feature] ?? true

/** The configuration's variable of each feature. */
export const featureVariables: Readonly<Record<HubFeature, string>> = {
  realInventory: 'REAL_INVENTORY',
  realCurrency: 'REAL_CURRENCY',
  realPlayerData: 'REAL_PLAYER_DATA',
  realServerStatus: 'REAL_SERVER_STATUS',
  rcon: 'RCON',
}

const featureNames: Readonly<Record<HubFeature, string>> = {
  realInventory: 'The inventory',
  realCurrency: 'Currency',
  realPlayerData: 'Player data',
  realServerStatus: 'The server status',
  rcon: 'RCON',
}

/** The sentence of a feature that is off, on pages and over HTTP. */
export const featureOffText = (feature: HubFeature) =>
  `${featureNames[feature]} is switched off on this hub${feature === 'rcon' ? ': a mock answers commands, and nothing is sent' : ''}.`

/** In place of a reward, which is paid only while currency is on. */
export const noRewardText = 'No reward while currency is off'
