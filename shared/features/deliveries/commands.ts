import { z } from 'zod'
import { type Command, defineCommand } from '../../engine/command.ts'
import { mainServer, ServerId } from '../../engine/ids.ts'
import { longestBanMs } from './banLength.ts'
import { ActionDetail, gameToggles, permissionFor } from './kinds.ts'
import { orderRefusals } from './refusals.ts'

/** The id of the game server; there is one. */
export const OneServer = ServerId.default(mainServer).refine(
  (server) => server === mainServer,
  'There is no game server with that name.',
)
export const IssuedOrder = z.object({ id: z.string() })
/** A command that answers with the id of its delivery. */
export type DeliveryCommand = Command<z.ZodType, typeof IssuedOrder>

export const longestTarget = 200
/** As typed: a SteamID64, or the name of a player in the game. */
const TypedTarget = z.string().max(longestTarget)
const Reason = ActionDetail.shape.reason.unwrap().default('')
const Text = ActionDetail.shape.text.unwrap()

const OnPlayer = z.object({ server: OneServer, target: TypedTarget, reason: Reason })
const OnServer = z.object({ server: OneServer })

/** The output is the id of the delivery, whose state shows the outcome. */
export const slayPlayer = defineCommand({
  name: 'deliveries.slayPlayer',
  permission: permissionFor.slay,
  input: OnPlayer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const healPlayer = defineCommand({
  name: 'deliveries.healPlayer',
  permission: permissionFor.heal,
  input: OnPlayer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** The user's own dinosaur: that of the linked player. */
export const slayMyself = defineCommand({
  name: 'deliveries.slayMyself',
  permission: 'play',
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const healMyself = defineCommand({
  name: 'deliveries.healMyself',
  permission: 'play',
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const kickPlayer = defineCommand({
  name: 'deliveries.kickPlayer',
  permission: permissionFor.kick,
  input: OnPlayer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** The hub's ban is in force from the answer on, whatever becomes of the delivery. The length has no default: null is a permanent ban. */
export const banPlayer = defineCommand({
  name: 'deliveries.banPlayer',
  permission: permissionFor.ban,
  input: OnPlayer.extend({ durationMs: z.int().min(60_000).max(longestBanMs).nullable() }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Lifts the hub's ban at once. The game has no such command, so the delivery becomes manual. */
export const unbanPlayer = defineCommand({
  name: 'deliveries.unbanPlayer',
  permission: permissionFor.unban,
  input: OnPlayer.omit({ reason: true }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const teleportPlayer = defineCommand({
  name: 'deliveries.teleportPlayer',
  permission: permissionFor.teleport,
  input: OnPlayer.omit({ reason: true }).extend({ destination: TypedTarget }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Confirmed when the game shows the growth. */
export const growPlayer = defineCommand({
  name: 'deliveries.growPlayer',
  permission: permissionFor.grow,
  /** Whole percent. */
  input: OnPlayer.omit({ reason: true }).extend({ growth: z.int().min(1).max(100) }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const longestSkinName = 100
/** The game shows no skins: confirmed by the word of the mod. */
export const skinPlayer = defineCommand({
  name: 'deliveries.skinPlayer',
  permission: permissionFor.skin,
  input: OnPlayer.omit({ reason: true }).extend({ skin: z.string().max(longestSkinName) }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const longestMutations = 200
/** Confirmed when the game shows the mutations. */
export const mutatePlayer = defineCommand({
  name: 'deliveries.mutatePlayer',
  permission: permissionFor.mutate,
  /** One to three as the game names them, separated by commas. */
  input: OnPlayer.omit({ reason: true }).extend({ mutations: z.string().max(longestMutations) }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const messagePlayer = defineCommand({
  name: 'deliveries.messagePlayer',
  permission: permissionFor.message,
  input: OnPlayer.omit({ reason: true }).extend({ text: Text }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const broadcast = defineCommand({
  name: 'deliveries.broadcast',
  permission: permissionFor.broadcast,
  input: OnServer.extend({ text: Text }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const saveGame = defineCommand({
  name: 'deliveries.saveGame',
  permission: permissionFor.save,
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const wipeCorpses = defineCommand({
  name: 'deliveries.wipeCorpses',
  permission: permissionFor.wipeCorpses,
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Adds a player to the whitelist or removes them. */
export const setWhitelist = defineCommand({
  name: 'deliveries.setWhitelist',
  permission: permissionFor.whitelist,
  input: OnPlayer.omit({ reason: true }).extend({ on: z.boolean() }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const setToggle = defineCommand({
  name: 'deliveries.setToggle',
  permission: permissionFor.toggle,
  input: OnServer.extend({ toggle: z.enum(gameToggles), on: z.boolean() }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

export const runConsole = defineCommand({
  name: 'deliveries.runConsole',
  permission: permissionFor.console,
  input: OnServer.extend({ text: Text }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Through the host of the game server. Confirmed when the game server runs and the game answers. */
export const startServer = defineCommand({
  name: 'deliveries.startServer',
  permission: permissionFor.start,
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Confirmed when the game server runs for a shorter time than before. All players are disconnected. */
export const restartServer = defineCommand({
  name: 'deliveries.restartServer',
  permission: permissionFor.restart,
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Confirmed when the host says that the game server is off and the game does not answer. */
export const shutDownServer = defineCommand({
  name: 'deliveries.shutDownServer',
  permission: permissionFor.shutdown,
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** By the backups of the host; of a folder only while the game server is off. Confirmed when the backup is complete. */
export const backUpGame = defineCommand({
  name: 'deliveries.backUpGame',
  permission: permissionFor.backupGame,
  input: OnServer,
  output: IssuedOrder,
  refusals: orderRefusals,
})
