import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { OneServer } from '../deliveries/commands.ts'
import { logLink } from './gameLog.ts'
import { LogLine } from './lines.ts'

/** Most lines of one command. */
export const mostLines = 500

const Position = z.string().max(4_000)

/**
 * Records lines and moves the kept position, in one change: so each line is recorded once, even over a crash or a change of leader. A
 * batch that does not begin at the kept position is refused.
 */
export const recordLines = defineCommand({
  name: 'gameLog.record',
  permission: 'hub',
  input: z.object({
    server: OneServer,
    from: Position.nullable(),
    to: Position,
    lines: z.array(LogLine).max(mostLines),
  }),
  output: z.object({}),
  refusals: { moved: 'The log was recorded further already.' },
  // The archives hold them; the journal would hold each line twice.
  secrets: ['lines'],
})

export const reportLogLink = defineCommand({
  name: 'gameLog.reportLink',
  permission: 'hub',
  input: z.object({
    server: OneServer,
    state: logLink.schema.shape.state.unwrap(),
    why: z.string().max(1_000).nullable(),
    place: z.string().max(1_000).nullable(),
    chat: z.boolean(),
    lostAt: logLink.schema.shape.lostAt.unwrap(),
    unreadable: logLink.schema.shape.unreadable.unwrap(),
  }),
  output: z.object({}),
  refusals: {},
})

/** Makes the code with which a user links their player by typing `!link CODE` in the game's chat. A new code ends the one before. */
export const makeLinkCode = defineCommand({
  name: 'gameLog.makeLinkCode',
  permission: 'play',
  input: z.object({ server: OneServer }),
  /** `endsAt`: epoch ms. */
  output: z.object({ code: z.string(), endsAt: z.number() }),
  refusals: {
    notASession: 'You can do this only on a page, not with a token.',
    linkedAlready: 'You already have a Steam account linked. Unlink it first.',
    noChat: "The hub can't read the game's chat right now. Sign in with Steam instead.",
    tooMany: 'Too many codes are waiting. Try again in a few minutes.',
  },
})
