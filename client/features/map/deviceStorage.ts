import type { z } from 'zod'

/** What this device keeps under a key; null if there is nothing, or something that does not fit. */
export function readStored<Schema extends z.ZodType>(key: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema
      .nullable()
      .catch(null)
      .parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Local storage may be unavailable: then the value lasts until the page is closed. */
export function writeStored(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Unavailable or full.
  }
}
