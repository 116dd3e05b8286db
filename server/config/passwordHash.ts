import { z } from 'zod'

/** As npm run hash-secret prints it: scrypt$N$r$p$salt$hash, the last two in base64url. */
export const PasswordHash = z
  .string()
  .regex(
    /^scrypt\$\d{1,8}\$\d{1,3}\$\d{1,3}\$[\w-]{16,}\$[\w-]{32,}$/,
    'what npm run hash-secret prints for a password, beginning with scrypt$, in single quotes because of its $',
  )
