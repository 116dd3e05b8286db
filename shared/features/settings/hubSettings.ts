import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'
import type { SwitchName } from './switches.ts'

const Name = z.string().nullable().default(null)

/** What an owner sets for all to see. Null: as configured in the environment, or at first. */
export const hubSettings = defineDocument({
  kind: 'hubSettings',
  schema: z.object({
    communityName: Name,
    gameMode: Name,
    discordInvite: Name,
    /** What players read where they join. */
    joinText: Name,
    /** Features that are switched off, by name; the value is the epoch ms since when. */
    off: z.record(z.string(), z.number()).default({}),
  }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has names and switches of the hub, and nothing about persons.' },
  typedPages: ['communityName', 'gameMode', 'joinText'],
  audited: 'settingChanges',
})
export type HubSettings = z.infer<(typeof hubSettings)['schema']>

/** What the configuration says of the same. */
interface ConfiguredTexts {
  readonly gameMode: string | null
  readonly discordInvite: string | null
}
/** What is shown: the owner's on the panel goes before the environment's. */
export const shownTexts = <Configured extends ConfiguredTexts>(
  { gameMode, discordInvite, joinText }: HubSettings,
  configured: Configured,
) => ({
  ...configured,
  gameMode: gameMode ?? configured.gameMode,
  discordInvite: discordInvite ?? configured.discordInvite,
  joinText,
})

export const isSwitchedOff = ({ off }: Pick<HubSettings, 'off'>, name: SwitchName): boolean => Object.hasOwn(off, name)
