import { z } from 'zod'
import type * as commands from '../../../shared/features/settings/commands.ts'
import { type HubTextName, HubTexts, hubTextNames } from '../../../shared/features/settings/commands.ts'
import { hubSettings, isSwitchedOff } from '../../../shared/features/settings/hubSettings.ts'
import {
  type SwitchName,
  switchedOffText,
  switches,
  switchNames,
  switchOf,
} from '../../../shared/features/settings/switches.ts'
import type { FeatureSwitch } from '../../engine/feature.ts'
import type { Rule } from '../../engine/rule.ts'
import { type AnyOwnerSetting, changeOwnerSetting, isChangedSince, type OwnerSetting, ownerSetting } from './changes.ts'

const textNames: Readonly<Record<HubTextName, string>> = {
  communityName: "the community's name",
  gameMode: 'the game mode',
  discordInvite: 'the invite to Discord',
  joinText: 'the text for those who join',
}

const textSettings = Object.fromEntries(
  hubTextNames.map((text) => [
    text,
    ownerSetting<string | null>({
      key: `settings.${text}`,
      name: textNames[text],
      schema: HubTexts[text].nullable(),
      inWords: (value) => value ?? 'not set',
      read: ({ read }) => read(hubSettings)[text],
      write({ edit }, value) {
        edit(hubSettings)[text] = value
      },
    }),
  ]),
) as Record<HubTextName, OwnerSetting<string | null>>

const switchSettings = Object.fromEntries(
  switchNames.map((name) => [
    name,
    ownerSetting<boolean>({
      key: `settings.switch.${name}`,
      name: switches[name].label.replace(/^The /, 'the '),
      schema: z.boolean(),
      inWords: (isOn) => (isOn ? 'on' : 'off'),
      read: ({ read }) => !isSwitchedOff(read(hubSettings), name),
      write({ edit, now }, isOn) {
        if (isOn) delete edit(hubSettings).off[name]
        else edit(hubSettings).off[name] ??= now
      },
    }),
  ]),
) as Record<SwitchName, OwnerSetting<boolean>>

export const hubOwnerSettings = [...Object.values(textSettings), ...Object.values(switchSettings)] as AnyOwnerSetting[]

export const changeHubText: Rule<typeof commands.changeHubText> = (context, { text, to, seen }) => {
  if (isChangedSince(context, textSettings[text], seen, to))
    return context.refuse('changedSince', { now: textSettings[text].inWords(context.read(hubSettings)[text]) })
  return { change: changeOwnerSetting(context, textSettings[text], to) }
}

export const setSwitch: Rule<typeof commands.setSwitch> = (context, { name, isOn }) => ({
  change: changeOwnerSetting(context, switchSettings[name], isOn),
})

/** What a feature declares that owners can switch off: the commands and their refusal are in `switches`. */
export const switchedBy = (name: SwitchName): FeatureSwitch => ({
  isOff: (read) => isSwitchedOff(read(hubSettings), name),
  refuses: (command) => switchOf(command) === name,
  says: switchedOffText(name),
})
