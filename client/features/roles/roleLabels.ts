import type { Role } from '../../../shared/engine/permissions.ts'

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  moderator: 'Moderator',
  player: 'Player',
}

/** What the demo shows in each role. */
export const demoRoleLabels: Readonly<Record<Role, string>> = {
  player: 'Sees their own dinosaur and their pack',
  moderator: 'Moderates players; sees names, not places',
  admin: 'Sees every dinosaur on the map',
  owner: 'Can see and do everything',
}
