/** Whether a version of Redis, as it says it itself, is this one or newer. */
export const isAtLeast = (version: string, [major, minor]: readonly [number, number]) => {
  const [has = 0, after = 0] = version.split('.').map(Number)
  return has > major || (has === major && after >= minor)
}
