import type { Notice } from '../../shared/protocol/notice.ts'
import type { Allowance, Ask, Verdict } from './allowance.ts'
import type { Delivery } from './delivery.ts'
import { disconnect } from './line.ts'
import { wordParcel } from './parcel.ts'
import type { Viewer } from './viewer.ts'

export interface Doorman {
  /** Whether this may be asked now. If not: told once why, and shown out if it goes on. */
  admits(viewer: Viewer, what: Ask): boolean
  /** A message that was none. */
  garbled(viewer: Viewer, code: 'malformed' | 'tooLarge'): void
}

const messages = {
  tooFast: 'Too many requests: those above the limit are not carried out. If it goes on, the connection is closed.',
  malformed: 'A message did not have the right form and was not read. Reload the page to get the current version.',
  tooLarge: 'A message was too large and was not read: send less at once.',
} as const satisfies Partial<Record<Notice['code'], string>>

/** Keeps the rates: one clear notice, then the door. */
export function createDoorman(allowance: Allowance, delivery: Pick<Delivery, 'sendNow'>): Doorman {
  const notify = (viewer: Viewer, code: keyof typeof messages) => {
    if (viewer.noticed.includes(code)) return
    viewer.noticed.push(code)
    delivery.sendNow(viewer, wordParcel(['notice', { code, message: messages[code] }]))
  }
  const rebuke = (viewer: Viewer, verdict: Verdict, code: keyof typeof messages) => {
    if (verdict !== 'fine') notify(viewer, code)
    if (verdict === 'enough') disconnect(viewer.line)
    return verdict === 'fine'
  }
  return {
    admits: (viewer, what) => rebuke(viewer, allowance.ask(viewer.spent, what), 'tooFast'),
    garbled: (viewer, code) => void rebuke(viewer, allowance.garble(viewer.spent), code),
  }
}
