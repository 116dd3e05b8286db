import { type AdmissionParts, admit } from './admission.ts'
import { type Mark, readMark, writeMark } from './markFile.ts'
import type { Caller } from './script.ts'

/** After the store went back, epochs begin so much higher than any that was known: other nodes may have known a later one. */
const EPOCHS_LEFT_OUT = 1_000
const MARK_EVERY_MS = 5_000

/** What a node knows of the store: which installation it is, and how far it was. A store that is emptied or put back under it is seen. */
export function createKnowledge(parts: AdmissionParts) {
  const { file } = parts
  let known: Mark | null = file === null ? null : readMark(file)
  let markedAt = Number.NEGATIVE_INFINITY

  const mark = (isDue: boolean) => {
    if (!known || file === null || (!isDue && performance.now() - markedAt < MARK_EVERY_MS)) return
    markedAt = performance.now()
    writeMark(file, known)
  }
  return {
    /** Before the store is loaded or viewed. Gives the epoch that must be left behind. @throws DamagedStore */
    async admit(line: Caller): Promise<number> {
      if (!known) return 0
      const back = await admit(parts, line, known)
      if (back) {
        const epoch = Math.max(known.epoch, back.epoch) + EPOCHS_LEFT_OUT
        known = { ...known, epoch, seq: back.seq, link: '' }
      }
      return known.epoch
    },
    /** The whole was read up to an entry. What was written while it was read is not unknown again. */
    whole(installation: string, epoch: number, read: Pick<Mark, 'seq' | 'link' | 'at'>) {
      const isFurther = known?.installation === installation && known.seq > read.seq
      const { seq, link, at } = isFurther && known ? known : read
      known = { installation, epoch: Math.max(epoch, known?.epoch ?? 0), seq, link, at }
      mark(true)
    },
    /** An entry was read or written. */
    entry(seq: number, link: string, at: number) {
      if (!known || seq < known.seq) return
      known = { ...known, seq, link, at }
      mark(false)
    },
    seq: () => known?.seq ?? 0,
    installation: () => known?.installation ?? '',
    /** Null when it is not known. */
    linkOf: (seq: number) => (known?.seq === seq && known.link !== '' ? known.link : null),
    keep: () => mark(true),
  }
}
export type Knowledge = ReturnType<typeof createKnowledge>
