import { latestChanges, settingChanges, undoSetting } from '../../../shared/features/settings/changes.ts'
import { changeHubText, setSwitch } from '../../../shared/features/settings/commands.ts'
import { hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { setupGuide, showSetupGuide } from '../../../shared/features/settings/setupGuide.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { type AnyOwnerSetting, undoing } from './changes.ts'
import * as rules from './hubSettings.ts'

const showGuide: Rule<typeof showSetupGuide> = ({ edit, now }, { isShown }) => {
  edit(setupGuide).dismissedAt = isShown ? null : now
  return {}
}

/** What owners set on the panel, with who changed it and undo. @param settings of the other features: see `OwnerSetting` */
export const settingsFeature = (settings: readonly AnyOwnerSetting[]): Feature => ({
  name: 'settings',
  documents: [latestChanges, hubSettings, setupGuide],
  archives: [settingChanges],
  commands: [
    implement(undoSetting, undoing([...rules.hubOwnerSettings, ...settings])),
    implement(changeHubText, rules.changeHubText),
    implement(setSwitch, rules.setSwitch),
    implement(showSetupGuide, showGuide),
  ],
  queries: [],
})
