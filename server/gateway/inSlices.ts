/** Does `act` for each, so many in one turn of the event loop: the first of them now. */
export function inSlices<One>(all: readonly One[], size: number, act: (one: One) => void): void {
  for (const one of all.slice(0, size)) act(one)
  if (all.length > size) setImmediate(() => inSlices(all.slice(size), size, act))
}
