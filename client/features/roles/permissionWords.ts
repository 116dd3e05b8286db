import type { Permission } from '../../../shared/engine/permissions.ts'

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
