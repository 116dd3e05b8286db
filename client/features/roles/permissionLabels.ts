import { type Permission, permissionsOf, type Role, roles } from '../../../shared/engine/permissions.ts'

/** The permissions of people: the hub's own is never given to a person. */
export type PersonalPermission = Exclude<Permission, 'hub'>

interface PermissionLabel {
  /** The action that it allows: `Kick players`. */
  readonly name: string
  /** What that means for others. */
  readonly description: string
}

/** The label of each permission. */
export const permissionLabels: Readonly<Record<PersonalPermission, PermissionLabel>> = {
  look: { name: 'Look around', description: 'See what every visitor sees' },
  play: { name: 'Take part', description: 'One’s own dinosaur, packs and settings' },
  slayPlayers: { name: 'Slay players', description: 'End the life of a player’s dinosaur' },
  healPlayers: { name: 'Heal players', description: 'Restore a player’s dinosaur' },
  kickPlayers: { name: 'Kick players', description: 'Send a player off the game server' },
  banPlayers: { name: 'Ban players', description: 'Keep a player off the game server' },
  messagePlayers: { name: 'Message players', description: 'Write to one player in the game' },
  broadcast: { name: 'Broadcast', description: 'Write to everyone in the game' },
  teleportPlayers: { name: 'Teleport players', description: 'Move a player’s dinosaur to another place' },
  viewPendingCommands: { name: 'See pending commands', description: 'What still waits to be done in the game' },
  addCurrency: { name: 'Add currency', description: 'Credit pearls, talons and shards' },
  manageChallenges: { name: 'Manage challenges', description: 'Make and judge challenges' },
  manageEvents: { name: 'Manage events', description: 'Plan events and start them' },
  viewAllPositions: { name: 'See all positions', description: 'Every dinosaur on the map; each look is logged' },
  bulkOperations: { name: 'Act on many at once', description: 'One command for many players' },
  runConsole: { name: 'Use the console', description: 'Any command that the game server knows' },
  ownerPanel: { name: 'Open the owner panel', description: 'How the hub and the server are set up' },
  manageAdmins: { name: 'Manage admins', description: 'Give rights to others and take them' },
}

interface PermissionGroup {
  readonly name: string
  readonly permissions: readonly PersonalPermission[]
}

/** In the order of the controls on a page. */
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

interface PermissionStatus {
  readonly held: boolean
  /** Where it comes from, or what would give it. */
  readonly reason: string
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The roles that have it, from the lowest. */
const rolesWith = (permission: Permission) =>
  roles.filter((role) => permissionsOf[role].includes(permission)).toReversed()

/** The roles that have it, in the plural: `moderators, admins and owners`. */
export const holdersOf = (permission: Permission) => all.format(rolesWith(permission).map((role) => `${role}s`))

/** Whether the holder has the permission, and why or what is missing. */
export function permissionStatus(permission: Permission, { role, may }: Holder): PermissionStatus {
  const byRole = permissionsOf[role].includes(permission)
  if (may.includes(permission)) return { held: true, reason: byRole ? 'By your role.' : 'Given to your account.' }
  if (byRole) return { held: false, reason: 'Your role has it; it was taken from your account.' }
  return {
    held: false,
    reason: `Comes with ${either.format(rolesWith(permission))}.`,
  }
}

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  moderator: 'Moderator',
  player: 'Player',
}

/** What the demo shows in each role. */
export const demoRoleLabels: Readonly<Record<Role, string>> = {
  player: 'Sees their own dinosaur and their pack',
  moderator: 'Keeps the peace; sees numbers, not places',
  admin: 'Sees every dinosaur on the map',
  owner: 'Sees and may do everything',
}

/** `a moderator`, `an admin`. */
export const withArticle = (role: Role) => `${/^[ao]/.test(role) ? 'an' : 'a'} ${role}`
