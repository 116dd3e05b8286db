/** What is to be put on a hub. */
export interface LoadWish {
  /** Origin: http://127.0.0.1:8080 */
  readonly url: string
  readonly token: string | null
  /** Guests who look at what everybody may see. */
  readonly viewers: number
  /** Signed in: they watch everyone's positions and give commands. */
  readonly players: number
  /** So long with all of them, after they have come. */
  readonly seconds: number
  /** So many come in a second. */
  readonly rampPerSecond: number
  /** Each player gives a command this often; 0 for never. */
  readonly commandEverySeconds: number
  /** Of what staff see on the map: all of it, or the places alone. */
  readonly playersSee: 'map' | 'places'
}
