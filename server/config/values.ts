import { z } from 'zod'

export const Flag = z
  .enum(['0', '1', 'true', 'false'], 'one of 1, true, 0, false')
  .transform((flag) => flag === '1' || flag === 'true')

/** How long a stopping node spends on moving its connections to other nodes. */
export const DrainSeconds = z.coerce.number('seconds from 0 to 300').min(0).max(300)

/** Used when DRAIN_SECONDS is not set and the store is shared with other nodes. */
export const sharedDrainMs = 3_000

export const SteamIds = z.string().transform((text, context) => {
  const ids = text.split(/[\s,;]+/).filter((id) => id !== '')
  if (ids.every((id) => /^7656\d{13}$/.test(id))) return ids
  context.addIssue('SteamID64 numbers of 17 digits, separated by commas')
  return z.NEVER
})

/** Output of npm run hash-secret: scrypt$N$r$p$salt$hash, the last two in base64url. */
export const PasswordHash = z
  .string()
  .regex(
    /^scrypt\$\d{1,8}\$\d{1,3}\$\d{1,3}\$[\w-]{16,}\$[\w-]{32,}$/,
    'what npm run hash-secret prints for a password, beginning with scrypt$, in single quotes because of its $',
  )

/** Prefix of all Redis keys. Redis keys have it in braces as their hash tag, so it may not contain braces. */
export const RedisPrefix = z
  .string()
  .regex(/^[\w.-]{1,60}$/, 'a word of up to 60 letters, digits, dots, hyphens and underscores')
