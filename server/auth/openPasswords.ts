import { type Config, ConfigError } from '../config.ts'
import { createPasswords } from './passwords/passwords.ts'

const variables = {
  ownerKey: 'OWNER_KEY_HASH',
  owner: 'ROLE_PASSWORD_HASH_OWNER',
  admin: 'ROLE_PASSWORD_HASH_ADMIN',
  moderator: 'ROLE_PASSWORD_HASH_MODERATOR',
} as const

/** The passwords of the configuration. @throws ConfigError that names the variable whose hash cannot be worked out here */
export function openPasswords({ ownerKey, owner, admin, moderator }: Config['passwords']) {
  try {
    const { check } = createPasswords({
      [variables.ownerKey]: ownerKey,
      [variables.owner]: owner,
      [variables.admin]: admin,
      [variables.moderator]: moderator,
    })
    return { check: (name: keyof typeof variables, secret: string) => check(variables[name], secret) }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}
