import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { redeemDinosaur } from '../../../shared/features/inventory/commands.ts'
import { ownActions } from '../../../shared/features/inventory/inventory.ts'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { whyNotRedeemable } from './ParkedDinosaurs.tsx'

/** Brings a dinosaur into the game, or says what it needs first. */
export function RedeemButton({ known }: { readonly known: KnownDinosaur }) {
  const [isAsking, ask] = useState(false)
  if (known.entry.state !== 'stored') return null
  return (
    <>
      <Button tone="main" onClick={() => ask(true)}>
        Redeem
      </Button>
      {isAsking ? <Question known={known} onClose={() => ask(false)} /> : null}
    </>
  )
}

const neverStored = redeemDinosaur.refusals.neverStored

function Question({
  known: { entry, name },
  onClose,
}: {
  readonly known: KnownDinosaur
  readonly onClose: () => void
}) {
  const account = useAtomValue(accessAtom).principal?.id ?? ''
  const { value: can } = useDocument(ownActions, mainServer)
  const { value: seen } = useDocument(vitals, account)
  const whyNot =
    entry.steamId === null ? neverStored : whyNotRedeemable(entry, seen?.animal ?? null, can?.canRedeem ?? false)
  if (whyNot !== null)
    return (
      <Dialog title={`Redeem ${name}`} onClose={onClose}>
        <DialogBody>
          <p role="status">{whyNot}</p>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <ConfirmCommand
      command={redeemDinosaur}
      input={{ dinosaur: entry.id }}
      title={`Redeem ${name}?`}
      action="Redeem"
      busyLabel="Redeeming"
      done={null}
      onClose={onClose}
    >
      <p>The juvenile {entry.species} that you're playing becomes this one. It keeps the juvenile's gender.</p>
    </ConfirmCommand>
  )
}
