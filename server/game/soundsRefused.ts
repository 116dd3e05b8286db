const refusing =
  /\b(?:not found|no such|unknown|invalid|fail(?:ed|ure)?|errors?|denied|not online|unable|cannot|usage)\b/i

/** Whether a reply reads like a no. Give it without what people chose: that says nothing. */
export const soundsRefused = (reply: string): boolean => refusing.test(reply)
