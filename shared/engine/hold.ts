import { z } from 'zod'
import { type DocumentKind, defineDocument } from './document.ts'
import { DoneBy } from './naturalKey.ts'

/** How a hold ended. 'posted': what was held is spent. 'released': it went back. */
export const HoldEnd = z.enum(['posted', 'released'])
export type HoldEnd = z.infer<typeof HoldEnd>

const EndedHold = DoneBy.extend({ how: HoldEnd })
export type EndedHold = z.infer<typeof EndedHold>

/** Holds of one owner: those that are open, and how the latest others ended, by id. */
const holdsOf = <Held extends z.ZodType<object>>(held: Held) =>
  z.object({
    open: z.record(z.string(), z.object({ held, placed: DoneBy })).default({}),
    ended: z.record(z.string(), EndedHold).default({}),
  })
export type HoldsKind<Held extends z.ZodType<object> = z.ZodType<object>> = DocumentKind<
  ReturnType<typeof holdsOf<Held>>
>

/** Of more ended holds than these the first are dropped. */
export const mostEndedHolds = 500

/** Currency or items that are set aside until they are posted or released. @param held what one hold sets aside */
export const defineHolds = <const Held extends z.ZodType<object>>(
  held: Held,
  declared: Omit<HoldsKind<Held>, 'schema' | 'memory'>,
): HoldsKind<Held> =>
  defineDocument({ ...declared, schema: holdsOf(held), memory: 'journaled' } as never) as unknown as HoldsKind<Held>
