/** The server's own naive time, which most replies begin with. */
const timestamp = /^\[\d{4}\.\d{2}\.\d{2}-\d{2}\.\d{2}\.\d{2}(?::\d{1,3})?\][ \t]*/

/** Removes what may stand before a reply: a frame type as one byte (0 to 4) and a time. Each may be missing. */
export const withoutPreamble = (reply: string): string =>
  (reply.charCodeAt(0) <= 4 ? reply.slice(1) : reply).replace(timestamp, '')

/** Removes the name of the reply's type, which is glued to what follows it. */
export const withoutType = (reply: string, type: string): string => {
  const body = withoutPreamble(reply)
  return body.startsWith(type) ? body.slice(type.length) : body
}
