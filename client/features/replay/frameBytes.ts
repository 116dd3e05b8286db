/** The bytes of a frame that came as base64; null if that is not what it is. */
export function frameBytes(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
