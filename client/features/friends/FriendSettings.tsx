import { useAtomValue } from 'jotai'
import { setFriendSettings, setFriendTeleports } from '../../../shared/features/friends/commands.ts'
import { friendRules, friends } from '../../../shared/features/friends/friends.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import styles from './Friends.module.css'

type SettingName = 'showsStatus' | 'sharesPlace' | 'takesRequests' | 'takesTeleports'

interface Setting {
  readonly key: SettingName
  readonly name: string
  readonly description: string
}

const settings: readonly Setting[] = [
  {
    key: 'showsStatus',
    name: 'Show when you are online',
    description: 'Friends who show it too see whether you are online or in the game. You see the same of them.',
  },
  {
    key: 'sharesPlace',
    name: 'Share your location',
    description:
      'Friends who share theirs see what you play and where, on the map too. Turn this off, and your location is hidden at once.',
  },
  {
    key: 'takesRequests',
    name: 'Allow friend requests',
    description: "If this is off, other players can't find you or send you requests.",
  },
  {
    key: 'takesTeleports',
    name: 'Allow teleport requests',
    description: 'Friends can ask to be brought to your dinosaur. You decide each time.',
  },
]

/** What friends may see and ask. */
export function FriendSettings({ me }: { readonly me: string }) {
  const own = useDocument(friends, me).value
  const isOwner = useAtomValue(accessAtom).may.includes('ownerPanel')
  if (own === null) return null
  return (
    <Part title="What friends may see and do">
      <div className={styles.settings}>
        {settings.map((setting) => (
          <OneSetting key={setting.key} setting={setting} on={own[setting.key]} />
        ))}
        {isOwner ? <TeleportsSwitch /> : null}
      </div>
    </Part>
  )
}

interface OneSettingProps {
  readonly setting: Setting
  readonly on: boolean
}

function OneSetting({ setting: { key, name, description }, on }: OneSettingProps) {
  const { run, busy, refusal } = useCommand(setFriendSettings)
  return (
    <Toggle
      name={name}
      description={description}
      on={on}
      isBusy={busy}
      problem={refusal?.message ?? null}
      onTurn={(next) => void run({ [key]: next })}
    />
  )
}

/** For owners: whether friends can teleport to each other at all. */
export function TeleportsSwitch({ name = 'Owner: friends can teleport to each other' }: { readonly name?: string }) {
  const { value } = useDocument(friendRules, '')
  const { run, busy, refusal } = useCommand(setFriendTeleports)
  if (value === null) return null
  return (
    <Toggle
      name={name}
      description="For everyone on this server. Each player waits 10 minutes between two teleports."
      on={value.teleports}
      isBusy={busy}
      problem={refusal?.message ?? null}
      onTurn={(on) => void run({ on })}
    />
  )
}
