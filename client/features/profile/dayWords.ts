const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const hourMs = 3_600_000

/** `3 Nov 2026`, in the reader's own time. @param at epoch ms */
export const dayOf = (at: number) => day.format(at)

/** `3 Nov, 14:03`, in the reader's own time. @param at epoch ms */
export const momentOf = (at: number) => moment.format(at)

/** Time that somebody has played: `245 h`, below two hours in minutes. @param ms milliseconds */
export const playWords = (ms: number) =>
  ms < 2 * hourMs ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / hourMs).toLocaleString('en-GB')} h`
