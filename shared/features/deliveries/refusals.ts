import type { RefusalKind } from '../../engine/refusals.ts'
import { mostBans, mostOpen, mostOpenOwn, mostOpenPerAccount } from './delivery.ts'

/** The text of the engine's `forbidden` on the screens and HTTP endpoints of deliveries. */
export const forbiddenText = '❌ You do not have permission for this action'
export const noBroadcastText = '❌ You do not have broadcast permission'
export const longestBroadcast = 200

/** Why an order is not issued. */
export const orderRefusals = {
  noTarget: '❌ Please enter a target player name',
  unknownPlayer: "No player online has that name. For a player who isn't online, enter their SteamID64.",
  notReadYet: "The hub hasn't read who is online yet. Try again in a few seconds, or enter the SteamID64.",
  ambiguous: 'Several players online have that name. Enter the SteamID64 of one.',
  above: forbiddenText,
  yourself: "You can't kick or ban yourself.",
  offline: 'That player is not in the game.',
  noAnimal: 'No dinosaur to slay or dinosaur is already dead.',
  notLinked: 'Link your Steam account first, so that we know which dinosaur is yours.',
  noDestination: '❌ Please enter destination player name',
  noMessage: '❌ Please enter a message',
  noCommand: 'Enter a command.',
  noSkin: 'Enter the name of a skin.',
  noMutations: 'Enter one to three mutations, separated by commas.',
  incompleteLine: 'Write it as “{form}”. {why}',
  tooLong: `A broadcast can have at most ${longestBroadcast} characters.`,
  tooMany: `${mostOpen} commands are open already. Wait until some finish, or settle those with an unknown outcome.`,
  tooManyYours: `${mostOpenPerAccount} of your commands are open already. Wait until some finish, or settle those with an unknown outcome.`,
  tooManyOwn: `${mostOpenOwn} commands for your own dinosaur are open already. Wait until they finish, or ask staff to settle them.`,
  askedAlready: "You've already asked for that. Wait for its outcome.",
  hostBusy:
    "Another command for the game server's host is open. Wait for its outcome, or settle it under Open commands.",
  bansFull: `${mostBans} players are banned already, which is the limit. Lift some bans first.`,
} as const

/**
 * What each of them says of the order. Too many open orders are a conflict: many programs repeat 429 by themselves, and a broadcast may have
 * been sent in part. Commands with these refusals alone leave it out, since pages load them first.
 */
export const orderRefusalKinds = {
  noTarget: 'input',
  noDestination: 'input',
  noMessage: 'input',
  noCommand: 'input',
  noSkin: 'input',
  noMutations: 'input',
  incompleteLine: 'input',
  tooLong: 'input',
  above: 'forbidden',
  yourself: 'forbidden',
  notLinked: 'forbidden',
  unknownPlayer: 'missing',
  notReadYet: 'conflict',
  ambiguous: 'conflict',
  offline: 'conflict',
  noAnimal: 'conflict',
  tooMany: 'conflict',
  tooManyYours: 'conflict',
  tooManyOwn: 'conflict',
  askedAlready: 'conflict',
  bansFull: 'conflict',
  hostBusy: 'conflict',
} as const satisfies Record<keyof typeof orderRefusals, RefusalKind>

/** Why a command on an earlier delivery is refused. */
export const followUpRefusals = {
  gone: 'That command no longer exists.',
  mayNot: forbiddenText,
  stillOpen: "That command isn't finished yet.",
  happened: 'That command was carried out.',
  noRetry: 'Ask the player to try again: their dinosaur is where it was before.',
  retried: 'That command has already been retried. Wait for its outcome.',
  begun: "It's already on its way to the game and can't be cancelled.",
  notManual: 'That command no longer waits to be done by hand.',
  otherAnimal:
    "The player isn't playing the dinosaur that was redeemed. Wait until they are, do it by hand in the game, or drop it.",
  noLink: 'No link can send this command now. It still waits to be done by hand.',
  notUnknown: 'The outcome of that command is already known.',
  noUndo: "That can't be undone.",
  undoOver: 'You can undo it only within a minute.',
  undone: 'It has already been undone.',
} as const
