/** All permissions. Every signed-in user has `play`; only the hub itself has `hub`, never a person. */
export const permissions = [
  'look',
  'play',
  'slayPlayers',
  'healPlayers',
  'kickPlayers',
  'banPlayers',
  'teleportPlayers',
  'changeDinosaurs',
  'messagePlayers',
  'broadcast',
  'addCurrency',
  'settleEconomy',
  'viewPendingCommands',
  'bulkOperations',
  'viewAllPositions',
  'runConsole',
  'readChat',
  'manageChallenges',
  'manageEvents',
  'ownerPanel',
  'manageAdmins',
  'hub',
] as const
export type Permission = (typeof permissions)[number]

export const roles = ['owner', 'admin', 'moderator', 'player'] as const
export type Role = (typeof roles)[number]

const moderator: readonly Permission[] = [
  'look',
  'play',
  'healPlayers',
  'kickPlayers',
  'messagePlayers',
  'viewPendingCommands',
  'readChat',
]
const owner: readonly Permission[] = permissions.filter((permission) => permission !== 'hub')
const admin = owner.filter((permission) => permission !== 'ownerPanel' && permission !== 'manageAdmins')

/** The table that both sides go by. A guest, who holds no role, may only look. */
export const permissionsOf: Readonly<Record<Role | 'guest', readonly Permission[]>> = {
  owner,
  admin,
  moderator,
  player: ['look', 'play'],
  guest: ['look'],
}

/** What a call needs: its permission, and those of everything else that it gives out. */
export interface Needing {
  readonly permission: Permission
  /** A token may hold some permissions of its owner alone: one of them must not open what the others keep. */
  readonly alsoNeeds?: readonly Permission[]
}
export const missingOf = (
  { permission, alsoNeeds = [] }: Needing,
  can: (permission: Permission) => boolean,
): readonly Permission[] => [permission, ...alsoNeeds].filter((one) => !can(one))

/** Staff who give currency, and staff who settle what was paid, read the wallets and ledgers of others: either is enough. */
export const moneyPermissions: readonly Permission[] = ['addCurrency', 'settleEconomy']
export const readsMoneyOfOthers = (can: (permission: Permission) => boolean): boolean => moneyPermissions.some(can)

const ranks: Readonly<Record<Role, number>> = { owner: 3, admin: 2, moderator: 1, player: 0 }

const isBelow = (one: Role, other: Role) => ranks[one] < ranks[other]

/** Staff act only on users of a lower role; a guest, who holds no role, acts on no user. */
export const mayActOn = (actor: Role | null, target: Role) => actor !== null && isBelow(target, actor)

export const higherOf = (one: Role, other: Role): Role => (isBelow(one, other) ? other : one)
