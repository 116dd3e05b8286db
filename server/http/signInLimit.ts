/** Of one address. A HEAD request is answered by nobody: it would use up what the browser brings back. */
export const signInLimit = { exposeHeadRoute: false, config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }
