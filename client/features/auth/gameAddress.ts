import { z } from 'zod'

const Told = z.object({
  /** A name, or an IPv6 address in brackets. */
  ip: z
    .string()
    .regex(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/)
    .nullable(),
  port: z.int().min(1).max(65_535).nullable(),
})

export type GameAddress =
  | { readonly state: 'here'; readonly address: string }
  /** `untold`: the owner has not told it. */
  | { readonly state: 'loading' }
  | { readonly state: 'untold' }
  | { readonly state: 'unanswered' }

/** Where the game is joined, from the hub's status for everyone. @param body as it came */
export function gameAddressIn(body: unknown): GameAddress {
  const { data: told } = Told.safeParse(body)
  if (!told) return { state: 'unanswered' }
  return told.ip === null || told.port === null
    ? { state: 'untold' }
    : { state: 'here', address: `${told.ip}:${told.port}` }
}

/** What the game's own launcher opens. */
export const connectAddress = (address: string) => `steam://connect/${address}`
