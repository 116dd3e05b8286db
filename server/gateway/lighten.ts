import type { HubSocket } from './line.ts'

const noHandshake = {} as HubSocket['handshake']

/**
 * Lets go of what Socket.IO keeps for every connection and nobody here asks for: a copy of the handshake, and a room
 * for each socket alone. About a tenth of what a viewer weighs.
 */
export function lighten(socket: HubSocket) {
  // Typed as unchangeable, and only ever read by code of the application.
  ;(socket as { handshake: HubSocket['handshake'] }).handshake = noHandshake
  socket.nsp.adapter.delAll(socket.id)
}
