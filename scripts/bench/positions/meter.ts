import { codeStep } from '../../../shared/protocol/positions/codeStep.ts'
import { bitsWritten, createCoder, startWriting } from '../../../shared/protocol/positions/rangeCoder.ts'
import { createStream, placeTrack, trackAt } from '../../../shared/protocol/positions/stream.ts'
import type { Recording } from './movement.ts'

/** What the positions codec spends on each animal, in bits a tick from `from` on: whole frames tell only the sum. */
export function meterHerd({ x, y }: Recording, from: number): Float64Array {
  const stream = createStream()
  const { counts, levels } = stream
  const spent = new Float64Array(x[0]?.length ?? 0)
  const coder = createCoder()
  for (const [tick, xs] of x.entries()) {
    const ys = y[tick] as Int32Array
    startWriting(coder, 0)
    for (let slot = 0; slot < spent.length; slot++) {
      const track = trackAt(stream, slot)
      const before = bitsWritten(coder)
      if (tick === 0) placeTrack(track, xs[slot] as number, ys[slot] as number, 0)
      else codeStep(coder, counts, levels, track, xs[slot] as number, ys[slot] as number)
      if (tick >= from) spent[slot] = (spent[slot] as number) + bitsWritten(coder) - before
    }
  }
  return spent.map((bits) => bits / (x.length - from))
}
