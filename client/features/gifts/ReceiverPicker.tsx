import { useAtomValue } from 'jotai'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { useFriends } from '../friends/friendList.ts'
import { usePack } from '../packs/usePack.ts'

/** Who gets a gift. */
export interface Receiver {
  readonly account: string
  readonly name: string
}

/** What is typed, or a player who was chosen from the list. */
export interface TypedReceiver {
  readonly text: string
  /** Null while the name has to be looked up. */
  readonly account: string | null
}

interface ReceiverPickerProps {
  readonly typed: TypedReceiver
  readonly onTyped: (typed: TypedReceiver) => void
  readonly problem: string | null
}

/** The receiver of a gift: by exact name or SteamID64, or chosen from those whom the user knows. */
export function ReceiverPicker({ typed, onTyped, problem }: ReceiverPickerProps) {
  const wanted = typed.account === null ? typed.text.trim().toLowerCase() : ''
  const known = useKnownPlayers()
  const options = known.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <Combobox
      label="Player"
      listLabel="Players you know"
      text={typed.text}
      onText={(text) => onTyped({ text, account: null })}
      options={options}
      onPick={({ key, name }) => onTyped({ text: name, account: key })}
      hint="Their exact name on this site, or their SteamID64."
      needed="Enter a player's name."
      longest={longestNameOrId}
      problem={problem}
      data-first-focus
    />
  )
}

/** Players who are offered without being looked up: friends, then the other members of the pack. */
function useKnownPlayers() {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const state = usePack(me)
  const friends = useFriends(me)
  const list = friends.name === 'here' ? friends.list : []
  const members = state.name === 'here' ? Object.entries(state.pack.members) : []
  return [
    ...list.map(({ account, name }) => ({ key: account, name, detail: 'Friend' })),
    ...members
      .filter(([id]) => id !== me && !list.some(({ account }) => account === id))
      .map(([id, { name }]) => ({ key: id, name, detail: 'In your pack' })),
  ]
}
