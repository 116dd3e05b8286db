import { z } from 'zod'

export const PlayerId = z.string().min(1).max(64).brand<'PlayerId'>()
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

/** The epoch ms at which a command id says that it was made. */
export const madeAt = (id: CommandId) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
