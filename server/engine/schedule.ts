import { z } from 'zod'
import { defineDocument, nobody, notPersonal } from '../../shared/engine/document.ts'
import type { Transaction } from './transaction.ts'

const Timer = z.object({ at: z.number(), command: z.string(), input: z.unknown() })
export type Timer = z.infer<typeof Timer>

/** Commands to be run later. Split over buckets, so that setting one stays cheap among thousands. */
export const timers = defineDocument({
  kind: 'timers',
  schema: z.object({ due: z.record(z.string(), Timer).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('holds commands to be run later; they find erased persons gone'),
})

const buckets = 64

export function bucketOf(id: string) {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return String(sum % buckets)
}

export interface Scheduler {
  /** Runs `command` at epoch ms `at`. Replaces an earlier timer of the same id. */
  set(id: string, at: number, command: string, input: unknown): void
  cancel(id: string): void
}

export const schedulerOn = ({ edit }: Pick<Transaction, 'edit'>): Scheduler => ({
  set(id, at, command, input) {
    edit(timers, bucketOf(id)).due[id] = { at, command, input }
  },
  cancel(id) {
    delete edit(timers, bucketOf(id)).due[id]
  },
})
