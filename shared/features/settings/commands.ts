import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { givenName, givenText } from '../../engine/givenName.ts'
import { switchNames } from './switches.ts'

export const longestCommunityName = 60
export const longestGameMode = 60
export const longestJoinText = 500

/** Texts that an owner writes, with what each may be. */
export const HubTexts = {
  communityName: givenName({
    what: "The community's name",
    needed: 'Enter a name for the community.',
    longest: longestCommunityName,
  }),
  gameMode: givenName({ what: 'The game mode', needed: 'Enter a game mode, or reset it.', longest: longestGameMode }),
  discordInvite: z
    .string()
    .trim()
    .regex(
      /^https:\/\/(www\.)?discord\.(gg|com)\/[\w/-]{1,100}$/,
      'Enter an invite such as https://discord.gg/example.',
    ),
  joinText: givenText({ what: 'The text', longest: longestJoinText }).refine(
    (text) => text !== '',
    'Enter a text, or reset it.',
  ),
} as const satisfies Readonly<Record<string, z.ZodType<string>>>
export type HubTextName = keyof typeof HubTexts
export const hubTextNames = Object.keys(HubTexts) as readonly HubTextName[]

const changed = z.object({
  /** Names the change for `settings.undo`; null if nothing is different. */
  change: z.string().nullable(),
})
export const changedSinceText = 'Someone else changed this to {now} while you edited it. Nothing of yours was saved.'

const Seen = z.string().max(2_000).nullable()

/** One of the texts. Null goes back to what the environment says. @see HubTexts */
export const changeHubText = defineCommand({
  name: 'settings.changeText',
  permission: 'ownerPanel',
  input: z.discriminatedUnion(
    'text',
    hubTextNames.map((text) =>
      z.strictObject({
        text: z.literal(text),
        to: HubTexts[text].nullable(),
        /** What the owner saw when they began to edit. Another value now refuses the change. */
        seen: Seen,
      }),
    ) as unknown as [
      z.ZodObject<{
        text: z.ZodLiteral<HubTextName>
        to: z.ZodNullable<z.ZodType<string, string>>
        seen: typeof Seen
      }>,
    ],
  ),
  output: changed,
  refusals: { changedSince: changedSinceText },
})

/** Switches a part of the hub off, or on. */
export const setSwitch = defineCommand({
  name: 'settings.setSwitch',
  permission: 'ownerPanel',
  input: z.strictObject({ name: z.enum(switchNames), isOn: z.boolean() }),
  output: changed,
  refusals: {},
})
