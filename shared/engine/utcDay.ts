/** The day of UTC that a time is in. @param at epoch ms */
export function dayOf(at: number): string {
  const nth = Math.floor(at / 86_400_000)
  if (nth !== latest.nth) latest = { nth, text: new Date(at).toISOString().slice(0, 10) }
  return latest.text
}
/** Days are asked for in a row. */
let latest = { nth: Number.NaN, text: '' }

/**
 * Whether what was counted on a day is still counted. The next day counts as today, too: the clock was set back over midnight, and
 * limits must not start again.
 * @param now epoch ms
 */
export const isStillDay = (day: string, now: number) => day === dayOf(now) || day === dayOf(now + 86_400_000)
