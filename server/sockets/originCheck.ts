/**
 * Whether a page of this very hub is asking, or one of `publicUrls` behind a proxy. Browsers always name the origin of a
 * WebSocket and nothing else protects it; a program that names none is let in only if that is wanted.
 */
export function createOriginCheck(publicUrls: readonly string[], admitsNone: boolean) {
  const known = new Set(publicUrls.map((url) => new URL(url).origin))
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined) return admitsNone
    return known.has(origin) || (host !== undefined && URL.parse(origin)?.host === host)
  }
}
