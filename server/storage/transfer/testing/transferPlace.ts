import type { Storage } from '../../../engine/storage.ts'
import type { TransferSource } from '../transferSource.ts'
import type { TransferTarget } from '../transferTarget.ts'

/** A place to store in, empty at first, that is exported and imported. */
export interface TransferPlace {
  /** Opened, not loaded. Whoever opened it closes it. */
  storage(): Promise<Storage>
  source(): Promise<TransferSource>
  target(): Promise<TransferTarget>
  /** Leaves nothing behind. */
  remove(): Promise<void>
}
