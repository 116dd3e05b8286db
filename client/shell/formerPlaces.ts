const storageKey = 'waterhole.places'

/** The paths of the places that the rail showed last; none on a first visit. */
export function formerPaths(): readonly string[] {
  try {
    return localStorage.getItem(storageKey)?.split(' ') ?? []
  } catch {
    return []
  }
}

export function keepPaths(paths: string) {
  try {
    localStorage.setItem(storageKey, paths)
  } catch {
    // The next visit begins with the places of a guest.
  }
}

/** Whether the rail was last that of a signed-in user: before the hub says who the user is, pages keep the room of what will come. */
export const wasSignedIn = () => formerPaths().includes('/inventory')
