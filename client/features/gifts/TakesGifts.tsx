import { giftSettings, setTakesGifts } from '../../../shared/features/gifts/gifts.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Toggle } from '../../ui/Toggle.tsx'

/** Whether other players can send the user something. */
export function TakesGifts({ account }: { readonly account: string }) {
  const { value } = useDocument(giftSettings, account)
  const { run, busy, refusal } = useCommand(setTakesGifts)
  if (value === null) return <p role="status">Loading…</p>
  return (
    <Toggle
      name="Allow gifts from other players"
      description="Others can send you dinosaurs and currency by your exact name. If this is off, they can't find you by it."
      on={value.takesGifts}
      isBusy={busy}
      problem={refusal?.message ?? null}
      onTurn={(takesGifts) => void run({ takesGifts })}
    />
  )
}
