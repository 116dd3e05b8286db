import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

export const Look = z.object({
  name: z.string(),
  /** Live on the map, or in the replay. */
  at: z.enum(['map', 'replay']),
  from: z.number(),
})
export type Look = z.infer<typeof Look>

/** Who is looking at all positions now, by `<account> <where>`: so that what a crash cuts short is written down all the same. */
export const Looks = z.object({ open: z.record(z.string(), Look).default({}) })
export type Looks = z.infer<typeof Looks>

export const looks = defineDocument({ kind: 'looks', schema: Looks, readableBy: nobody, memory: 'journaled' })
