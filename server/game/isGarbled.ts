/** Whether a reply holds what is no text: bytes that a decoder has replaced, or control characters. */
export const isGarbled = (reply: string): boolean => /[\u{FFFD}]|(?![\r\n\t])\p{Cc}/u.test(reply)
