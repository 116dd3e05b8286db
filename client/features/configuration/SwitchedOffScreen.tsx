import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { type SwitchName, switchedOffText } from '../../../shared/features/settings/switches.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { PageFrame } from '../../ui/templates/PageFrame.tsx'
import { MyListings } from '../market/MyListings.tsx'
import type { OwnPart } from '../market/marketList.ts'
import { Receipts } from '../redemptions/Receipts.tsx'

interface SwitchedOffScreenProps {
  readonly title: string
  readonly name: SwitchName
}

/** In place of a page that an owner has switched off. What a user has under way there can be ended here. */
export function SwitchedOffScreen({ title, name }: SwitchedOffScreenProps) {
  const account = useAtomValue(accessAtom).principal?.id ?? null
  return (
    <PageFrame title={title} density="card" width="column">
      <p role="status" data-switched-off={name}>
        {switchedOffText(name)} {account === null ? null : 'Nothing of yours is lost.'}
      </p>
      {account !== null && name === 'market' ? <OwnListings account={account} /> : null}
      {account !== null && name === 'redeem' ? <OwnRedemptions account={account} /> : null}
    </PageFrame>
  )
}

function OwnListings({ account }: { readonly account: string }) {
  const [part, setPart] = useState<OwnPart>('open')
  return (
    <Part title="My Listings" description="Withdraw what you like. The rest comes back to you when it ends.">
      <MyListings account={account} part={part} onPart={setPart} onSell={null} />
    </Part>
  )
}

function OwnRedemptions({ account }: { readonly account: string }) {
  const receipts = Object.values(useDocument(redemptions, account).value?.entries ?? {}).toSorted(
    (one, other) => other.at - one.at,
  )
  return (
    <>
      <Receipts receipts={receipts} show="now" />
      <Receipts receipts={receipts} show="past" />
    </>
  )
}
