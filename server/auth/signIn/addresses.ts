interface BaseAddressDeps {
  readonly publicUrl: string | null
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
}

/**
 * Makes a function that gives the origin under which browsers reach the hub: the configured one, otherwise that of the request if
 * its host name cannot have been pointed here by others. Null if neither is known.
 */
export function createBaseAddress({ publicUrl, isOurOrigin }: BaseAddressDeps) {
  const configured = publicUrl === null ? null : new URL(publicUrl).origin
  return (host: string | undefined): string | null => {
    if (configured !== null) return configured
    const origin = URL.parse(`http://${host}`)?.origin
    return origin !== undefined && isOurOrigin(origin, host) ? origin : null
  }
}

/** The query as sent, with duplicate fields. */
export const queryOf = (url: string) => new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '')

/** Stands for the hub's origin while a path is parsed. */
const anyOrigin = 'http://here.invalid'
const mostLength = 500

/** Not pages: another sign-in, the API, and endpoints for programs. */
const notPages = ['/auth/', '/api/', '/socket.io/', '/.netlify/']

/** A page of this hub as path, query and fragment. Anything else becomes '/', so that no link leads to another site. */
export function returnPathOf(wanted: string | null): string {
  if (wanted === null || wanted.length > mostLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)) return '/'
  const url = URL.parse(wanted, anyOrigin)
  if (url === null || url.origin !== anyOrigin) return '/'
  const path = url.pathname + url.search + url.hash
  // Parsing resolves dots: '/.//elsewhere' has become '//elsewhere', which a browser takes for another host.
  if (path.startsWith('//') || path.length > mostLength || !isPage(url.pathname)) return '/'
  return path
}

function isPage(path: string) {
  try {
    const plain = decodeURIComponent(path)
    return !notPages.some((start) => plain.startsWith(start))
  } catch {
    return false
  }
}

/** The page with the result of the sign-in in its query, without the user's identity. */
export function arrivalAt(path: string, result: Readonly<Record<'auth' | 'provider', string>> & { reason?: string }) {
  const url = new URL(returnPathOf(path), anyOrigin)
  for (const name of ['auth', 'provider', 'reason']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}
