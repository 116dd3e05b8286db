const refusing =
  /\b(?:not found|no such|unknown|invalid|fail(?:ed|ure)?|errors?|denied|not online|unable|cannot|usage)\b/i

/** Whether a reply reads like a no. What we sent ourselves may come back in it, and says nothing. */
export const soundsRefused = (reply: string, sent: string): boolean =>
  refusing.test(sent === '' ? reply : reply.replaceAll(sent, ''))
