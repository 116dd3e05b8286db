import { account } from '../../../shared/features/account/account.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { timeOf } from '../../ui/durations.ts'
import { useIsGameLive } from '../server/LinkStatus.tsx'
import { ownAnimalLabel } from './packLabels.ts'

/** The own dinosaur in a sentence, or why the map shows none. */
export function OwnAnimal({ me }: { readonly me: string }) {
  const own = useDocument(vitals, me).value
  const isGameLive = useIsGameLive()
  const label = ownAnimalLabel(useDocument(account, me).value, own)
  if (label === null) return null
  return isGameLive || !own?.readAt ? <p>{label}</p> : <p>{`${label} As of ${timeOf(own.readAt)}.`}</p>
}
