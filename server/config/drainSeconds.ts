import { z } from 'zod'

/** How long people are sent elsewhere, one after the other, before a hub that was told to stop closes its doors. */
export const DrainSeconds = z.coerce.number('seconds from 0 to 300').min(0).max(300)

/** Who is alone has nowhere to send anybody. */
const standardMs = { alone: 0, amongOthers: 3_000 }

/** In ms. */
export const drainMsOf = (seconds: number | undefined, isAlone: boolean) =>
  seconds === undefined ? standardMs[isAlone ? 'alone' : 'amongOthers'] : seconds * 1_000
