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
import { Tooltip } from '../../ui/Tooltip.tsx'
import { whyNotRedeemable } from './ParkedDinosaurs.tsx'

interface RedeemButtonProps {
  readonly known: KnownDinosaur
  /** The reason why it cannot be redeemed now stands beside the button, not in its tooltip. */
  readonly isExplained?: boolean
}

/** Brings a dinosaur into the game, or says why it cannot be brought now. */
export function RedeemButton({ known: { entry, name }, isExplained = false }: RedeemButtonProps) {
  const [isAsking, ask] = useState(false)
  const account = useAtomValue(accessAtom).principal?.id ?? ''
  const { value: can } = useDocument(ownActions, mainServer)
  const { value: seen } = useDocument(vitals, account)
  if (entry.state !== 'stored') return null
  const whyNot = whyNotRedeemable(entry, seen?.animal ?? null, can?.canRedeem ?? false)
  const button = (
    <Button tone="main" disabled={whyNot !== null} onClick={() => ask(true)}>
      Redeem
    </Button>
  )
  return (
    <>
      {whyNot === null || isExplained ? button : <Tooltip text={whyNot}>{button}</Tooltip>}
      {isExplained && whyNot !== null ? <p>{whyNot}</p> : null}
      {isAsking ? (
        <ConfirmCommand
          command={redeemDinosaur}
          input={{ dinosaur: entry.id }}
          title={`Redeem ${name}?`}
          action="Redeem"
          busyLabel="Redeeming"
          done={null}
          onClose={() => ask(false)}
        >
          <p>The juvenile {entry.species} that you're playing becomes this one. It keeps the juvenile's gender.</p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}
