import { useSetAtom } from 'jotai'
import { setSwitch } from '../../../shared/features/settings/commands.ts'
import { hubSettings, isSwitchedOff } from '../../../shared/features/settings/hubSettings.ts'
import { type SwitchName, switches, switchNames } from '../../../shared/features/settings/switches.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { TeleportsSwitch } from '../friends/FriendSettings.tsx'
import styles from './Configuration.module.css'
import { useUndoChange } from './useUndoChange.ts'

/** Parts of the hub that owners switch off and on. */
export function SwitchSettings() {
  const { value } = useDocument(hubSettings)
  return (
    <Part
      title="Features"
      description="A feature that is off disappears from menus and open pages at once. Its data is kept until it's on again."
    >
      {value ? (
        <div className={styles.switches}>
          {switchNames.map((name) => (
            <OneSwitch key={name} name={name} isOn={!isSwitchedOff(value, name)} />
          ))}
          <TeleportsSwitch name="Teleports between friends" />
        </div>
      ) : (
        <p role="status">Loading…</p>
      )}
    </Part>
  )
}

function OneSwitch({ name, isOn }: { readonly name: SwitchName; readonly isOn: boolean }) {
  const { run, busy, refusal } = useCommand(setSwitch)
  const undo = useUndoChange()
  const showToast = useSetAtom(showToastAtom)
  const { label } = switches[name]
  const turn = async (wanted: boolean) => {
    const answer = await run({ name, isOn: wanted })
    if (!answer.ok) return
    const { change } = answer.output
    if (change !== null) showToast(`${label}: ${wanted ? 'on' : 'off'}.`, () => undo(change))
  }
  return (
    <Toggle
      name={label}
      description={switchEffects[name]}
      on={isOn}
      isBusy={busy}
      problem={refusal?.message ?? null}
      onTurn={(wanted) => void turn(wanted)}
    />
  )
}

/** What users can't do while a part is off, and what goes on: for the owner who decides. */
const switchEffects: Readonly<Record<SwitchName, string>> = {
  shop: "Off: players can't buy dinosaurs for Void Pearls.",
  redeem: "Off: players can't redeem anything. What is on its way still arrives, or can be cancelled.",
  market: "Off: players can't list or buy anything. Open listings end at their time, or sellers withdraw them.",
  gifts: "Off: players can't give one another anything.",
  skins: "Off: players can't buy, apply or save skins. What they own stays theirs.",
  challenges: "Off: players can't accept challenges. Accepted ones can still be completed.",
  trivia: "Off: players can't answer questions.",
  events:
    'Off: no event can be scheduled or started, and registered players are notified. A running event continues to its end.',
  leaderboards: 'Off: the lists are hidden. The hub keeps counting.',
}
