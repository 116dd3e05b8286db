import type { DocumentId } from '../../shared/engine/document.ts'
import type { Copy } from '../engine/hub.ts'
import { type ChangePiece, changePiece } from './piece.ts'

/** So many documents are kept written out, for when a thousand viewers come back at once. */
const mostKept = 200

interface Written {
  readonly epoch: number
  readonly copy: Copy
  readonly snapshot: ChangePiece
  readonly current: ChangePiece
}

/** What whole documents look like on the wire, those asked for last. @param epochNow another one when another node decides */
export function createWrittenCopies(epochNow: () => number) {
  const kept = new Map<DocumentId, Written>()

  const keep = (id: DocumentId, copy: Copy): Written => {
    const { version } = copy
    const epoch = epochNow()
    const value = copy.value as Record<string, unknown>
    const written = {
      epoch,
      copy,
      snapshot: changePiece({ type: 'snapshot', id, epoch, version, value }),
      current: changePiece({ type: 'current', id, epoch, version }),
    }
    // Put last, so that what has not been asked for longest stands first.
    kept.delete(id)
    kept.set(id, written)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest) kept.delete(oldest)
    return written
  }

  return (id: DocumentId, copy: Copy): Written => {
    const known = kept.get(id)
    const isSame = known?.copy.version === copy.version && known.copy.value === copy.value
    return isSame && known.epoch === epochNow() ? known : keep(id, copy)
  }
}
