import type { Role } from '../../../shared/engine/permissions.ts'

export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  moderator: 'Moderator',
  player: 'Player',
}

/** What a visitor of the demo gets to see in each role. */
export const demoWords: Readonly<Record<Role, string>> = {
  player: 'Sees their own dinosaur and their pack',
  moderator: 'Keeps the peace; sees numbers, not places',
  admin: 'Sees every dinosaur on the map',
  owner: 'Sees and may do everything',
}
