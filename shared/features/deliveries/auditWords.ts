import { DeliveryKind } from './kinds.ts'

/** An order and what was done: `kick {target}`, `kicked {target}`. */
type Words = readonly [order: string, did: string]

const words: Readonly<Record<Exclude<DeliveryKind, 'whitelist' | 'toggle'>, Words>> = {
  slay: ['slay {target}', 'slew {target}'],
  heal: ['heal {target}', 'healed {target}'],
  kick: ['kick {target}', 'kicked {target}'],
  ban: ['ban {target} {durationMs}', 'banned {target} {durationMs}'],
  unban: ['unban {target}', 'unbanned {target}'],
  teleport: ['teleport {target} to {destinationName}', 'teleported {target} to {destinationName}'],
  message: ['send {target} the message {text}', 'sent {target} the message {text}'],
  broadcast: ['broadcast {text}', 'broadcast {text}'],
  save: ['save the game', 'saved the game'],
  wipeCorpses: ['wipe all corpses', 'wiped all corpses'],
  console: ['run {text} in the console', 'ran {text} in the console'],
  gameConsole: ['run {text} in the console', 'ran {text} in the console'],
  grow: ['grow {target} to {growth}', 'grew {target} to {growth}'],
  spawn: ['give {target} the dinosaur {text}', 'gave {target} the dinosaur {text}'],
  weather: ['change the weather to {text}', 'changed the weather to {text}'],
  start: ['start the game server', 'started the game server'],
  restart: ['restart the game server', 'restarted the game server'],
  shutdown: ['shut down the game server', 'shut down the game server'],
  backupGame: ["back up the game's saves", "backed up the game's saves"],
  skin: ['give {target} the skin {text}', 'gave {target} the skin {text}'],
  park: ["park {target}'s dinosaur", "parked {target}'s dinosaur"],
  redeem: ['redeem a parked dinosaur for {target}', 'redeemed a parked dinosaur for {target}'],
  mutate: ['give {target} the mutation {text}', 'gave {target} the mutation {text}'],
}

function ofKind(kind: string, on: boolean): Words {
  const known = DeliveryKind.safeParse(kind)
  if (!known.success) return ['carry out a command', 'carried out a command']
  if (known.data === 'whitelist')
    return on
      ? ['put {target} on the whitelist', 'put {target} on the whitelist']
      : ['take {target} off the whitelist', 'took {target} off the whitelist']
  if (known.data !== 'toggle') return words[known.data]
  return [`turn {toggle} ${on ? 'on' : 'off'}`, `turned {toggle} ${on ? 'on' : 'off'}`]
}

/** What staff did to an earlier order. */
const followUps: Readonly<Partial<Record<string, (order: string) => string>>> = {
  retry: (order) => `tried again to ${order}`,
  undo: (order) => `undid the command to ${order}`,
  cancel: (order) => `cancelled the command to ${order}`,
  markDone: (order) => `marked as done by hand: ${order}`,
  markRefused: (order) => `marked as refused by the game: ${order}`,
  sendNow: (order) => `sent the waiting command to ${order}`,
  drop: (order) => `dropped the command to ${order}`,
  settleHappened: (order) => `settled that this happened: ${order}`,
  settleNot: (order) => `settled that this did not happen: ${order}`,
}

/**
 * How the audit words an order to several players at once. Each of them has a delivery with its own outcome, so the wording claims only the
 * order.
 */
export function wordsOfMany(kind: string, players: number): { readonly did: string } {
  const whom = players === 1 ? '1 player' : '{players} players'
  return { did: kind === 'message' ? `asked to send ${whom} the message {text}` : `asked to ${kind} ${whom}` }
}

/** How the audit words an act on a delivery of this kind. */
export function wordsOf(act: string, kind: string, on: boolean): { readonly did: string; readonly order?: string } {
  const [order, did] = ofKind(kind, on)
  const followUp = Object.hasOwn(followUps, act) ? followUps[act] : undefined
  return followUp ? { did: followUp(order) } : { did, order }
}
