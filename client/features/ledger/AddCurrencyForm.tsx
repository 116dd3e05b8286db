import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { addCurrency, addedText, playerProblem } from '../../../shared/features/ledger/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Form } from '../../ui/Form.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { PlayerPicker } from '../staff/PlayerPicker.tsx'
import { noPlayer, PickedPlayer, targetOf, targetProblem } from '../staff/pickedPlayer.ts'
import { blankGift, GiveDraft, GiveFields, givenIn } from './giveForm.tsx'

const Draft = z.object({ player: PickedPlayer, gift: GiveDraft })
const blank = { player: noPlayer, gift: blankGift }

/** Adds currency to any player, by name or SteamID64. */
export function AddCurrencyForm() {
  const { value, change, clear } = useDraft('add currency', Draft, blank)
  const [isTried, setTried] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(addCurrency)
  const showToast = useSetAtom(showToastAtom)
  const { player, gift } = value
  const missing = targetProblem(player, playerProblem)
  const send = async () => {
    setTried(true)
    if (missing !== null) return
    const given = givenIn(gift)
    const answer = await run({ target: targetOf(player), ...given })
    if (!answer.ok) return
    const { newBalance, player: reached } = answer.output
    showToast(addedText({ amount: given.amount, player: reached.name, newBalance }))
    setTried(false)
    clear()
  }
  return (
    <Form
      label="Add currency"
      action="Add currency"
      tone="plain"
      busyLabel={busy ? 'Adding…' : null}
      blocked={useWhyBlocked()}
      problem={refusal && `❌ Error: ${refusal.message}`}
      onDismiss={dismiss}
      onSubmit={() => void send()}
    >
      <PlayerPicker
        label="Player or SteamID64"
        chosen={player}
        onChoose={(next) => change((before) => ({ ...before, player: next }))}
        problem={isTried ? missing : null}
        recent={false}
      />
      <GiveFields
        draft={gift}
        isFirst={false}
        amountLabel="Enter currency amount to add:"
        onDraft={(next) => change((before) => ({ ...before, gift: next }))}
      />
    </Form>
  )
}
