import type { Role } from '../../../shared/engine/permissions.ts'

/** `a moderator`, `an admin`. */
export const inRole = (role: Role) => `${/^[ao]/.test(role) ? 'an' : 'a'} ${role}`
