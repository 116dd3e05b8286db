import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { setWhitelist } from '../../../shared/features/deliveries/commands.ts'
import { Acts } from '../../ui/Acts.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { PlayerPicker } from '../deliveries/PlayerPicker.tsx'
import { isNobody, nobody, targetOf } from '../deliveries/pickedPlayer.ts'
import { Part } from '../roles/Part.tsx'

/** Who gets in while the whitelist is on. */
export function WhitelistPart() {
  const [target, setTarget] = useState(nobody)
  const missing = isNobody(target) ? '❌ Please enter a target player name' : null
  const input = (on: boolean) => ({ server: mainServer, target: targetOf(target), on })
  return (
    <Part title="Whitelist" words="Who gets in while it is on. The game does not tell who is on it.">
      <Stack>
        <PlayerPicker label="Player or SteamID64" chosen={target} onChoose={setTarget} recent={false} />
        <Acts>
          <CommandButton command={setWhitelist} input={input(true)} name="Put on the whitelist" missing={missing} />
          <CommandButton command={setWhitelist} input={input(false)} name="Take off the whitelist" missing={missing} />
        </Acts>
      </Stack>
    </Part>
  )
}
