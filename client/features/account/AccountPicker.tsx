import { type ReactNode, useState } from 'react'
import { findPlayers, longestNameOrId, shortestSearch } from '../../../shared/features/profile/profile.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { roleLabels } from '../roles/roleLabels.ts'

export interface PickedAccount {
  readonly account: string
  readonly name: string
}

interface AccountPickerProps {
  readonly label: string
  /** Null until an account is picked, and again when the text is changed after that. */
  readonly onPick: (picked: PickedAccount | null) => void
  readonly hint?: ReactNode
}

const pauseMs = 250

/** Picks any account by a part of its name, in the game or not. Needs no permission of staff. */
export function AccountPicker({ label, onPick, hint }: AccountPickerProps) {
  const [text, setText] = useState('')
  const debounced = useDebounced(text.trim(), pauseMs)
  const { value, refusal } = useQuery(findPlayers, debounced.length < shortestSearch ? null : { text: debounced })
  const options = (value?.players ?? []).map(({ account, name, role }) => ({
    key: account,
    name,
    detail: roleLabels[role],
  }))
  return (
    <Combobox
      label={label}
      listLabel="Found accounts"
      longest={longestNameOrId}
      text={text}
      onText={(next) => {
        setText(next)
        onPick(null)
      }}
      options={options}
      onPick={({ key, name }) => {
        setText(name)
        onPick({ account: key, name })
      }}
      hint={hint ?? `Type at least ${shortestSearch} letters of the name.`}
      problem={refusal?.message ?? null}
    />
  )
}
