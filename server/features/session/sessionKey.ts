import { createHash } from 'node:crypto'

/** The name under which a session, or a token, is kept: from it nobody can get back to what opens it. */
export const sessionKey = (token: string) => createHash('sha256').update(token).digest('hex')
