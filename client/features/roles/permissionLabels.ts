import { type Permission, permissionsOf, type Role, roles } from '../../../shared/engine/permissions.ts'

/** What a person may be given: the hub's own permission is never a person's. */
export type PersonalPermission = Exclude<Permission, 'hub'>

interface PermissionPhrase {
  /** What one does with it: `Kick players`. */
  readonly name: string
  /** What that means for others. */
  readonly words: string
}

/** A phrase for each permission, wherever one is named to people. */
export const permissionWords: Readonly<Record<PersonalPermission, PermissionPhrase>> = {
  look: { name: 'Look around', words: 'See what every visitor sees' },
  play: { name: 'Take part', words: 'One’s own dinosaur, packs and settings' },
  slayPlayers: { name: 'Slay players', words: 'End the life of a player’s dinosaur' },
  healPlayers: { name: 'Heal players', words: 'Restore a player’s dinosaur' },
  kickPlayers: { name: 'Kick players', words: 'Send a player off the game server' },
  banPlayers: { name: 'Ban players', words: 'Keep a player off the game server' },
  messagePlayers: { name: 'Message players', words: 'Write to one player in the game' },
  broadcast: { name: 'Broadcast', words: 'Write to everyone in the game' },
  teleportPlayers: { name: 'Teleport players', words: 'Move a player’s dinosaur to another place' },
  viewPendingCommands: { name: 'See pending commands', words: 'What still waits to be done in the game' },
  addCurrency: { name: 'Add currency', words: 'Credit pearls, talons and shards' },
  manageChallenges: { name: 'Manage challenges', words: 'Make and judge challenges' },
  manageEvents: { name: 'Manage events', words: 'Plan events and start them' },
  viewAllPositions: { name: 'See all positions', words: 'Every dinosaur on the map; each look is logged' },
  bulkOperations: { name: 'Act on many at once', words: 'One command for many players' },
  runConsole: { name: 'Use the console', words: 'Any command that the game server knows' },
  ownerPanel: { name: 'Open the owner panel', words: 'How the hub and the server are set up' },
  manageAdmins: { name: 'Manage admins', words: 'Give rights to others and take them' },
}

interface PermissionGroup {
  readonly name: string
  readonly permissions: readonly PersonalPermission[]
}

/** In the order in which the controls stand on a page. */
export const permissionGroups: readonly PermissionGroup[] = [
  { name: 'Self actions', permissions: ['look', 'play'] },
  { name: 'Admin controls', permissions: ['slayPlayers', 'healPlayers', 'kickPlayers', 'banPlayers'] },
  { name: 'Communication', permissions: ['messagePlayers', 'broadcast'] },
  { name: 'Teleportation', permissions: ['teleportPlayers'] },
  { name: 'Pending commands', permissions: ['viewPendingCommands'] },
  { name: 'Economy and games', permissions: ['addCurrency', 'manageChallenges', 'manageEvents'] },
  { name: 'The server', permissions: ['viewAllPositions', 'bulkOperations', 'runConsole'] },
  { name: 'The house', permissions: ['ownerPanel', 'manageAdmins'] },
]

interface Holder {
  readonly role: Role
  readonly may: readonly Permission[]
}

interface PermissionStanding {
  readonly held: boolean
  /** Where it comes from, or what would give it. */
  readonly words: string
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The roles that bring it, from the lowest. */
const rolesWith = (permission: Permission) =>
  roles.filter((role) => permissionsOf[role].includes(permission)).toReversed()

/** Who has it by their role: `moderators, admins and owners`. */
export const holdersOf = (permission: Permission) => all.format(rolesWith(permission).map((role) => `${role}s`))

/** Whether somebody may, and why or what is missing. */
export function permissionStanding(permission: Permission, { role, may }: Holder): PermissionStanding {
  const byRole = permissionsOf[role].includes(permission)
  if (may.includes(permission)) return { held: true, words: byRole ? 'By your role.' : 'Given to your account.' }
  if (byRole) return { held: false, words: 'Your role has it; it was taken from your account.' }
  return {
    held: false,
    words: `Comes with ${either.format(rolesWith(permission))}.`,
  }
}

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

/** `a moderator`, `an admin`. */
export const inRole = (role: Role) => `${/^[ao]/.test(role) ? 'an' : 'a'} ${role}`
