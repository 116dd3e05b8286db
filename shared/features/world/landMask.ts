import { mapSize, type Point } from './frame.ts'

/** Cells per side; a cell is 16 map units (about 43 metres) wide. */
export const landMaskCells = 256

/**
 * Where the drawn island is dry, or shallow enough to walk through: rivers are, lakes and the sea are not. Lengths of runs in base 36, row by
 * row from the north-west corner, beginning with water. A test compares it with the island.
 */
const runs =
  '3wf 2 b 2 48 3 2d 2 8 8 1 2 1 1 40 7 29 6 3 g e 1 3j 9 14 6 x s 3v a 12 a r x 3t c w h p x 3t c s m o y 3s b r ' +
  'p n y 3s b p s l 10 3r a o v l z 3r a o w h 13 3r 8 k 2 2 x g 15 2x 1 t 5 l 12 g 16 3 3 2q 2 1 2 q 4 l 12 g 16 ' +
  '1 7 2o 6 18 19 f 1e 2o 7 16 1c d 1e 2m a 13 1g 8 1 1 1f 2m a 12 1h 7 1h 2m c 11 35 2l d 10 36 2k f z 36 2f m k ' +
  '2 a 34 4 2 2b o j 3 2 3b 4 3 2a o j 3 1 3c 3 7 26 p j 3f 4 2 1 2 20 1 4 t i 2m 2 r 3 3 22 1 4 v h 2e 6 1 4 q ' +
  '28 2 1 y i 2a e o 2a 1 1 z h 29 f n 2a 13 f 29 i l 29 15 e 27 k k 29 1 1 15 2 1 a 26 o g 29 1 1 19 9 27 o e 2b ' +
  '1b 9 25 p e 2c 1c 8 24 n 3 1 b 2d 1c 8 25 m 5 1 9 r 2 1k 1e 7 25 r a l 1 3 4 1k 1f 5 26 m 1 1 c m 8 1k 3s j e ' +
  'n 5 1q 3p i g k 5 1r 3r i h 2c 3t i h 2b 3u h j 28 3w f l 27 3x 6 v 25 3z 4 y 23 3z 3 13 1z 3z 2 15 1y 59 1r ' +
  '5i 1l 5j 1j 5m 1i 5m 1h 5o 1g 5m 1i 5m 1j 5k 1k 5k 1k 5k 1k 5k z 3 j 5k x 7 g 5k w a f 2s 4 2o v a i 2p 4 2p u ' +
  'a j 2n 6 2p t a k 7 1 2 2 2a 9 2n 1 2 q 6 s 2 5 28 b 2q q 4 y 1 2 27 d 2o r 4 x 1 3 28 d 2o r 2 12 29 c 2p 1t ' +
  '2b b 2p 1t 2b c 2q 1s 2a b 2r 19 3 g 2b 9 2s 17 6 1 1 d 2c 7 2u 14 h 6 2d 4 2v 13 j 6 2g 1 2v 12 l 5 5c 10 o 1 ' +
  '5f z 5g 1 p y 4g 2 x 4 n x 1l 3 2s 3 u 7 n w 1m 3 2s 4 r 9 n w 1l 3 2s 6 q 9 n w 1l 2 2t 5 r b l x 4g 4 s a l ' +
  'w 4i 3 s a k w 5e b j w 5e b j v 5f b j u 5g c i u 5h b i u 5h b i v 5h a i v 5i 9 j u 5j 6 l u 5k 4 m s 6c s ' +
  '6c t 6c s 6a v 5z 4 1 10 5x 17 5t 1 1 19 5t 1b 5r 1d 5q 1e 5q 1f 5p 1e 5p 1e 5p 1g 5 1 5i 1g 4 2 5i 1e 5 7 5d ' +
  '1h 3 8 5d 1r 5e 1q 5f 1p 5h 3 1 1j 5o 1g 5p 1f 5q 1e 5r 1e 5q 1e 5q 1e 5q 1e 5r 1e 5q 1f 5p 1h 5o 1h 5n 1i 5m ' +
  '1k 5k 1n 5i 1p 5f 1q 5e 1n 2 2 5e 1n 1 4 5c 1s 5c 1p 4c 1 2 3 x 1p 4c 6 w 12 2 k 4e 6 v 12 4 j 4d 7 t 13 6 i ' +
  '4h 3 t 12 7 h 5e 12 7 f 5g 11 8 d 5i 12 7 b 5k 12 7 9 5n 1h 5n 1h 5m 1i 5n 1g 5o 1h 58 1 e 1h 57 3 d 1h 58 3 c ' +
  '1i 57 2 c 1i 59 2 8 1 1 1j 59 3 7 1i 5c 1r 5c 1r 5d 1r 5c 1r 5c 1q 5d 1r 5d 1q 5d 1r 5c 1s 5d 1p 5e 1q 5d 1s ' +
  '5d 1s 5b 1u 5a 1u 5b 1t 44 2 1 2 12 1t 1e 1 1 2 2k 1 1 5 15 1q 1e 4 1l 1 x 8 16 1p 1e 3 1k 4 s e 14 1q 1b 6 1k ' +
  '4 r f 13 1q 1b 5 1k 6 q j 10 1o 1d 4 1l 6 p l y 1o 1d 3 1o 5 p m x 1o 1c 1 2j n x 1o 3x m w 1q 3s r m 1 7 1s ' +
  '3r r l 3 5 1z 3l r l 1 3 24 3k r l 1 1 28 3i s l 2a 3k q k 2a 26 5 19 r k 2a 25 4 1a s l 27 25 5 1a t l 27 24 ' +
  '5 19 v k 27 24 5 16 1 1 z g 28 24 3 16 15 f 27 1e 3 1v 17 a 2 1 28 1d 5 1t 19 9 2c 1b 7 1r 1h 1 2d 19 9 1r 3v ' +
  '19 a 1q 3x 17 a 1q 3x 17 b 1p 1i 4 2c 16 b 1o 1j 3 2d 15 c 1p 1j 2 2d 15 d 2 2 g 1 12 1k 4 7 1 24 14 h 1 1 2 2 ' +
  '9 3 3 1 w 1i 7 7 1 25 13 n 8 a u 1i 3 1 3 2d 13 n 8 a u 1j 2 2 5 2c a 1 q o 9 8 u 1f 1 1 1 6 4 2d 4 9 m p 9 5 ' +
  '2 4 r 1f 1 9 4 2q k r b 3 1 4 5 4 h 1n 2 2 2 2u 7 5 5 s 6 d 1 7 h 1n 3 1 2 2w 1 a 3 u 4 7 3 f f 1g 1 5 5 39 1 ' +
  'v 1 2 1 4 2 2 2 j a 1h 1 5 3 54 a 1n 4 54 3 1 3 1r 3 70 2 71 2 2u 2 45 3 71 2 3 1 6x 7 6x 6 6y 3 1 2 70 1 2eh'

let cells: Uint8Array | undefined
function decoded(): Uint8Array {
  if (cells) return cells
  const made = new Uint8Array(landMaskCells * landMaskCells)
  let at = 0
  for (const [nth, run] of runs.split(' ').entries()) {
    const length = Number.parseInt(run, 36)
    if (nth % 2 === 1) made.fill(1, at, at + length)
    at += length
  }
  cells = made
  return made
}

/** Whether an animal that does not swim can stand here, on the island that the hub draws itself. In map units; false outside the map. */
export function isDryLand({ x, y }: Point): boolean {
  if (!(x >= 0 && y >= 0 && x <= mapSize && y <= mapSize)) return false
  const cell = (units: number) => Math.min(landMaskCells - 1, Math.floor((units / mapSize) * landMaskCells))
  return decoded()[cell(y) * landMaskCells + cell(x)] === 1
}
