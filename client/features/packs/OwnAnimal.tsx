import { Suspense } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { later } from '../../shell/screenCode.ts'
import { timeOf } from '../../ui/durations.ts'
import { useIsGameLive } from '../server/LinkStatus.tsx'
import { ownAnimalLabel } from './packLabels.ts'

// It knows the inventory, which few pages with this sentence need.
const UnlessParked = later(() => import('../inventory/Parked.tsx').then((module) => module.UnlessParked))

/** The own dinosaur in a sentence, or why the map shows none. */
export function OwnAnimal({ me }: { readonly me: string }) {
  const own = useDocument(vitals, me).value
  const isGameLive = useIsGameLive()
  const label = ownAnimalLabel(useDocument(account, me).value, own)
  if (label === null) return null
  const sentence = isGameLive || !own?.readAt ? <p>{label}</p> : <p>{`${label} As of ${timeOf(own.readAt)}.`}</p>
  const animal = own?.animal ?? null
  if (!animal?.dead) return sentence
  return (
    <Suspense fallback={sentence}>
      <UnlessParked account={me} animal={animal}>
        {sentence}
      </UnlessParked>
    </Suspense>
  )
}
