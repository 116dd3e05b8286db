import type { EndLine } from './exportLines.ts'
import { SourceMoved, type TransferSource } from './transferSource.ts'
import { writeExport } from './writeExport.ts'

const TRIES = 5

interface Wish {
  readonly open: () => Promise<TransferSource>
  readonly file: string
  /** Epoch ms. */
  readonly now: number
  readonly onSource?: (source: TransferSource) => void
  readonly onPart?: () => void
}

/** Exports a store as it stands; one that moves on meanwhile is read again, a few times. @throws NoStore, FileTaken, SourceMoved, DamagedStore, StoreInUse */
export async function exportStore({ open, onSource = () => {}, ...wish }: Wish): Promise<EndLine> {
  for (let tries = 1; ; tries += 1) {
    const source = await open()
    onSource(source)
    try {
      return await writeExport({ ...wish, source })
    } catch (error) {
      if (!(error instanceof SourceMoved) || tries === TRIES) throw error
    } finally {
      await source.close()
    }
  }
}
