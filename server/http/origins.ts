/**
 * Whether a page of this origin may talk to the hub. A page is ours when it came from the host that it asks,
 * or from the public address. @param host the request's Host header
 */
export const isOurOrigin = (publicUrl: string | null) => (origin: string | undefined, host: string | undefined) => {
  if (!origin) return false
  try {
    const { origin: asked, host: askedHost } = new URL(origin)
    return askedHost === host || (publicUrl !== null && asked === new URL(publicUrl).origin)
  } catch {
    return false
  }
}
export type OriginCheck = ReturnType<typeof isOurOrigin>
