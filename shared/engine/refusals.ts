/** The refusals that any command or query may meet before its own rule is asked. */
export const engineRefusals = {
  unknownCommand: 'This hub does not know that command. Reload the page to get the current version.',
  badId: "The command id is not new. Make a new one (UUID version 7, from the server's time) and send it again.",
  otherContents: 'This command id was used for another command. Nothing was changed. Send it again with a new id.',
  readOnly: "You're viewing the site as a role, so you can't change anything. Stop viewing first.",
  signedOut: "You're no longer signed in.",
  forbidden: "You don't have permission for this action.",
  featureOff: 'This feature is switched off on this server.',
  badInput: "The command isn't in the right format.",
  tooFast: 'Too many requests. Wait a moment and try again.',
  tooManyGuesses: 'Too many wrong guesses. Wait a minute and try again.',
  failed: 'The hub had an internal error. Nothing was changed. The error is in its log.',
  unavailable: "The hub can't save anything right now. Nothing was changed. Its log and /health say why.",
  fateUnknown:
    "The hub couldn't reach its journal while it saved this, so it may or may not have been done. Check again when the hub is back.",
  storageFull: "The hub's disk is full. Nothing was changed. Try again when the owner has made room.",
} as const
export type EngineRefusal = keyof typeof engineRefusals

/**
 * What a refusal of a command or a query says: what was sent is wrong, in this field of the input where one is named; what it names does
 * not exist; the user may not do it; or it is in conflict with what is there now, and may pass a moment later.
 */
export type RefusalKind = 'input' | { readonly input: string } | 'missing' | 'forbidden' | 'conflict'
