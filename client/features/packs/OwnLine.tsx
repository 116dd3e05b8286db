import { account } from '../../../shared/features/account/account.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ownWords } from './ownWords.ts'

/** One's own dinosaur in a sentence, or why the map shows none. */
export function OwnLine({ me }: { readonly me: string }) {
  const words = ownWords(useDocument(account, me).value, useDocument(vitals, me).value)
  return words === null ? null : <p>{words}</p>
}
