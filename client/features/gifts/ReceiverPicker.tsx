import { useAtomValue } from 'jotai'
import { accessAtom } from '../../connection/connectionState.ts'
import { Combobox } from '../../ui/Combobox.tsx'
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

const longestName = 100

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
      hint="Their exact name here, or their SteamID64."
      needed="Enter a player's name."
      longest={longestName}
      problem={problem}
      data-first-focus
    />
  )
}

/** Players who are offered without being looked up: the members of the pack. A list of friends comes before them. */
function useKnownPlayers() {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const state = usePack(me)
  if (state.name !== 'here') return []
  return Object.entries(state.pack.members)
    .filter(([id]) => id !== me)
    .map(([id, { name }]) => ({ key: id, name, detail: 'In your pack' }))
}
