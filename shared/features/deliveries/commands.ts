import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { mainServer, ServerId } from '../../engine/ids.ts'
import { ActionDetail, gameToggles, permissionFor } from './kinds.ts'
import { wishRefusals } from './refusals.ts'

/** Which game server; there is one. */
export const OneServer = ServerId.default(mainServer).refine(
  (server) => server === mainServer,
  'There is no game server of that name.',
)
export const Given = z.object({ id: z.string() })

/** As typed: a SteamID64, or the name of somebody who is in the game. */
const Named = z.string().max(200)
const Reason = ActionDetail.shape.reason.unwrap().default('')
const Text = ActionDetail.shape.text.unwrap()
const longestBanMs = 100 * 366 * 24 * 3_600_000

const OnPlayer = z.object({ server: OneServer, target: Named, reason: Reason })
const OnServer = z.object({ server: OneServer })

/** The output names the delivery whose life tells what becomes of it. */
export const slayPlayer = defineCommand({
  name: 'deliveries.slayPlayer',
  permission: permissionFor.slay,
  input: OnPlayer,
  output: Given,
  refusals: wishRefusals,
})

export const healPlayer = defineCommand({
  name: 'deliveries.healPlayer',
  permission: permissionFor.heal,
  input: OnPlayer,
  output: Given,
  refusals: wishRefusals,
})

/** One's own dinosaur: that of the linked player. */
export const slayMyself = defineCommand({
  name: 'deliveries.slayMyself',
  permission: 'play',
  input: OnServer,
  output: Given,
  refusals: wishRefusals,
})

export const healMyself = defineCommand({
  name: 'deliveries.healMyself',
  permission: 'play',
  input: OnServer,
  output: Given,
  refusals: wishRefusals,
})

export const kickPlayer = defineCommand({
  name: 'deliveries.kickPlayer',
  permission: permissionFor.kick,
  input: OnPlayer,
  output: Given,
  refusals: wishRefusals,
})

/** Holds here from the moment that it is answered, whatever the game makes of it. */
export const banPlayer = defineCommand({
  name: 'deliveries.banPlayer',
  permission: permissionFor.ban,
  input: OnPlayer.extend({ durationMs: z.int().min(60_000).max(longestBanMs).nullable().default(null) }),
  output: Given,
  refusals: wishRefusals,
})

/** Lifts ours at once. The game has no such command: what must be done by hand waits there. */
export const unbanPlayer = defineCommand({
  name: 'deliveries.unbanPlayer',
  permission: permissionFor.unban,
  input: OnPlayer.omit({ reason: true }),
  output: Given,
  refusals: wishRefusals,
})

export const teleportPlayer = defineCommand({
  name: 'deliveries.teleportPlayer',
  permission: permissionFor.teleport,
  input: OnPlayer.omit({ reason: true }).extend({ destination: Named }),
  output: Given,
  refusals: wishRefusals,
})

export const messagePlayer = defineCommand({
  name: 'deliveries.messagePlayer',
  permission: permissionFor.message,
  input: OnPlayer.omit({ reason: true }).extend({ text: Text }),
  output: Given,
  refusals: wishRefusals,
})

export const broadcast = defineCommand({
  name: 'deliveries.broadcast',
  permission: permissionFor.broadcast,
  input: OnServer.extend({ text: Text }),
  output: Given,
  refusals: wishRefusals,
})

export const saveGame = defineCommand({
  name: 'deliveries.saveGame',
  permission: permissionFor.save,
  input: OnServer,
  output: Given,
  refusals: wishRefusals,
})

export const wipeCorpses = defineCommand({
  name: 'deliveries.wipeCorpses',
  permission: permissionFor.wipeCorpses,
  input: OnServer,
  output: Given,
  refusals: wishRefusals,
})

/** On the list of those who are let in, or off it. */
export const setWhitelist = defineCommand({
  name: 'deliveries.setWhitelist',
  permission: permissionFor.whitelist,
  input: OnPlayer.omit({ reason: true }).extend({ on: z.boolean() }),
  output: Given,
  refusals: wishRefusals,
})

export const setToggle = defineCommand({
  name: 'deliveries.setToggle',
  permission: permissionFor.toggle,
  input: OnServer.extend({ toggle: z.enum(gameToggles), on: z.boolean() }),
  output: Given,
  refusals: wishRefusals,
})

export const runConsole = defineCommand({
  name: 'deliveries.runConsole',
  permission: permissionFor.console,
  input: OnServer.extend({ text: Text }),
  output: Given,
  refusals: wishRefusals,
})
