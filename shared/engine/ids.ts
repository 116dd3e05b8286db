import { z } from 'zod'

/** In UTF-16 units. */
export const longestId = 64
/** What a call names something by: an account, an order, an event and the like. What has an id of its own form has a schema of its own. */
export const Id = z.string().min(1).max(longestId)

export const PlayerId = Id.brand<'PlayerId'>()
export type PlayerId = z.infer<typeof PlayerId>

export const PackId = z.uuid().brand<'PackId'>()
export type PackId = z.infer<typeof PackId>

export const ServerId = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/)
  .brand<'ServerId'>()
export type ServerId = z.infer<typeof ServerId>

/** The community's only game server, until there are more. */
export const mainServer = ServerId.parse('main')

/** Names one attempt of one person: repeated unchanged until it is answered, and answered once. UUID version 7. */
export const CommandId = z.uuidv7().brand<'CommandId'>()
export type CommandId = z.infer<typeof CommandId>

/** @param now server time in epoch ms @param random 10 random bytes */
export function newCommandId(now: number, random: Uint8Array): CommandId {
  const time = Math.floor(now).toString(16).padStart(12, '0')
  let noise = ''
  for (const byte of random) noise += (byte < 16 ? '0' : '') + byte.toString(16)
  const variant = ((random[2] ?? 0) & 0x3f) | 0x80
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-${variant.toString(16)}${noise.slice(6, 8)}-${noise.slice(8, 20)}` as CommandId
}

/** The time is written in hexadecimal digits at these places of an id, without the dash between them. */
const timeDigits = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12]

/** The epoch ms at which a command id says that it was made; NaN for a text that is not such an id. Digit by digit: each command asks several times. */
export function madeAt(id: CommandId): number {
  let at = 0
  for (const place of timeDigits) at = at * 16 + hexDigit(id.charCodeAt(place))
  return at
}

const hexDigit = (code: number) => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}
