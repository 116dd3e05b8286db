/**
 * Of one address, and of each way apart: a household sets out and comes back through one. A HEAD request is answered by
 * nobody: it would use up what the browser brings back.
 */
export const signInLimit = (perMinute: number) => ({
  exposeHeadRoute: false,
  config: { rateLimit: { max: perMinute, timeWindow: '1 minute' } },
})
