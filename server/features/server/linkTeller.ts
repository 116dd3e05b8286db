/**
 * Tells the states of a link one after the other, in the order in which they came. One that is refused is kept and told
 * before the next, or by `again`; when several wait by then, only the last is still true and the others are dropped.
 * @param report resolves to whether the state was taken
 */
export function createLinkTeller<State>(report: (state: State) => Promise<boolean>) {
  let untold: State[] = []
  let isTelling = false

  const again = async () => {
    if (isTelling) return
    isTelling = true
    for (let [next] = untold; next !== undefined; [next] = untold) {
      if (await report(next)) untold.shift()
      else {
        untold = untold.slice(-1)
        break
      }
    }
    isTelling = false
  }
  return {
    tell(state: State): Promise<void> {
      untold.push(state)
      return again()
    },
    again,
  }
}
