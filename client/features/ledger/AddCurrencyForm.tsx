import { useState } from 'react'
import { z } from 'zod'
import { errorText, networkErrorText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { addCurrency, playerProblem } from '../../../shared/features/ledger/commands.ts'
import { isLost } from '../../connection/inFlight.ts'
import { type Refusal, useCommand } from '../../connection/useCommand.ts'
import { Form } from '../../ui/Form.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { PlayerPicker } from '../staff/PlayerPicker.tsx'
import { noPlayer, PickedPlayer, targetOf, targetProblem } from '../staff/pickedPlayer.ts'
import { useAddedToast } from './GiveCurrency.tsx'
import { blankGift, GiveDraft, GiveFields, givenIn } from './giveForm.tsx'

const Draft = z.object({ player: PickedPlayer, gift: GiveDraft })
const blank = { player: noPlayer, gift: blankGift }

/** Adds currency to any player, by name or SteamID64. */
export function AddCurrencyForm() {
  const { value, change, clear } = useDraft('add currency', Draft, blank)
  const [isTried, setTried] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(addCurrency)
  const showAdded = useAddedToast()
  const { player, gift } = value
  const missing = targetProblem(player, playerProblem)
  const send = async () => {
    setTried(true)
    if (missing !== null) return
    const given = givenIn(gift)
    const answer = await run({ target: targetOf(player), ...given })
    if (!answer.ok) return
    showAdded(answer.output, given.amount)
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
      problem={refusal && problemOf(refusal)}
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

/** An answer that did not arrive is a fault of the network; any other is the hub's. */
const problemOf = (refusal: Refusal) =>
  isLost(refusal) ? networkErrorText(refusal.message) : errorText(refusal.message)
