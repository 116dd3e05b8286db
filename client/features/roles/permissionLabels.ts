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
  play: { name: 'Take part', description: 'Your own dinosaur, packs and settings' },
  slayPlayers: { name: 'Slay players', description: "Kill a player's dinosaur" },
  healPlayers: { name: 'Heal players', description: "Restore a player's dinosaur" },
  kickPlayers: { name: 'Kick players', description: 'Remove a player from the game server' },
  banPlayers: { name: 'Ban players', description: 'Keep a player off the game server' },
  messagePlayers: { name: 'Message players', description: 'Send a private message to a player' },
  broadcast: { name: 'Broadcast', description: 'Send a message to everyone in the game' },
  teleportPlayers: { name: 'Teleport players', description: "Move a player's dinosaur to another place" },
  changeDinosaurs: { name: 'Change dinosaurs', description: 'Grow them, and change their skin and mutations' },
  viewPendingCommands: { name: 'See pending commands', description: 'See commands that wait for the game' },
  addCurrency: { name: 'Add currency', description: 'Give players pearls, talons and shards' },
  settleEconomy: {
    name: 'Settle trades',
    description: "Settle redemptions and sales whose outcome is unknown, and read players' ledgers",
  },
  manageChallenges: { name: 'Manage challenges', description: 'Make and judge challenges' },
  manageEvents: { name: 'Manage events', description: 'Plan events and start them' },
  viewAllPositions: { name: 'See all positions', description: 'Every dinosaur on the map; each view is logged' },
  bulkOperations: { name: 'Bulk commands', description: 'Send one command to many players' },
  readChat: { name: 'Read the game log', description: 'Kills, chat, joins and admin commands in the game' },
  runConsole: { name: 'Use the console', description: 'Send any command to the game server' },
  ownerPanel: { name: 'Open the owner panel', description: 'Set up the hub and the server' },
  manageAdmins: { name: 'Manage admins', description: 'Change roles and permissions of others' },
}

interface PermissionGroup {
  readonly name: string
  readonly permissions: readonly PersonalPermission[]
}

/** In the order of the controls on a page. */
export const permissionGroups: readonly PermissionGroup[] = [
  { name: 'Self actions', permissions: ['look', 'play'] },
  {
    name: 'Admin controls',
    permissions: ['slayPlayers', 'healPlayers', 'changeDinosaurs', 'kickPlayers', 'banPlayers'],
  },
  { name: 'Communication', permissions: ['messagePlayers', 'broadcast'] },
  { name: 'Teleportation', permissions: ['teleportPlayers'] },
  { name: 'Pending commands', permissions: ['viewPendingCommands'] },
  { name: 'Economy and games', permissions: ['addCurrency', 'settleEconomy', 'manageChallenges', 'manageEvents'] },
  { name: 'Server', permissions: ['viewAllPositions', 'readChat', 'bulkOperations', 'runConsole'] },
  { name: 'Ownership', permissions: ['ownerPanel', 'manageAdmins'] },
]

interface Holder {
  readonly role: Role
  readonly may: readonly Permission[]
}

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The roles that have it, from the lowest. */
const rolesWith = (permission: Permission) =>
  roles.filter((role) => permissionsOf[role].includes(permission)).toReversed()

/** The roles that have it, in the plural: `moderators, admins and owners`. */
export const holdersOf = (permission: Permission) => all.format(rolesWith(permission).map((role) => `${role}s`))

/** Whether an owner has allowed the permission to the account beside its role. */
export const isAllowedBesides = (permission: Permission, { role, may }: Holder) =>
  may.includes(permission) && !permissionsOf[role].includes(permission)
