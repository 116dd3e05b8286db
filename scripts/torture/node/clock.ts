/** Sets the clock of this whole process: whatever asks for the time is told a wrong one. */
export function createWrongClock() {
  const right = Date.now
  let shift = 0
  Date.now = () => right() + shift
  return {
    shift(ms: number) {
      shift = ms
    },
  }
}
