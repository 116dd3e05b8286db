/** The refusals that any command or query may meet before its own rule is asked. */
export const engineRefusals = {
  unknownCommand: 'This hub does not know that command. Reload the page to get the current version.',
  badId: 'The command id is not fresh: make a new one (UUID version 7, from the server time) and send again.',
  readOnly: 'You are viewing the site as a role, and nothing can be changed meanwhile. Stop viewing first.',
  signedOut: 'You are not signed in any more.',
  forbidden: 'You do not have permission for this action.',
  badInput: 'The command does not have the right form.',
  tooFast: 'Too many requests: wait a moment and try again.',
  tooManyGuesses: 'Too many wrong guesses: wait a minute and try again.',
  failed: 'The hub met a fault of its own. Nothing was changed; the fault has been reported.',
  unavailable: 'The hub cannot store anything right now. Nothing was changed; its log and /health say why.',
  fateUnknown:
    'The hub lost its journal while it kept this: it may or may not have been done. Look again when it is back.',
  storageFull: "The hub's disk is full. Nothing was changed; try again when the owner has made room.",
} as const
export type EngineRefusal = keyof typeof engineRefusals
