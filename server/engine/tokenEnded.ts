/** To a program whose token opens nothing any more, or never did. */
export const tokenEnded = 'This token has ended or was revoked: make a new one.'
