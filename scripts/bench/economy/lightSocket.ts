import { connect } from 'node:net'

// A client of Socket.IO over a bare TCP connection: on two cores, whatever the clients use is missing to the shop.

interface LightSocketParts {
  readonly port: number
  readonly cookie: string
  /** Called with every text message of Socket.IO: `43…[…]` is an acknowledgement. */
  hear(text: string): void
  readonly closed: () => void
}

/** All sockets read into it in turn: nothing is kept in it beyond the call. */
const readInto = Buffer.allocUnsafe(256 * 1_024)

export function openLightSocket({ port, cookie, hear, closed }: LightSocketParts) {
  let rest: Buffer = Buffer.alloc(0)
  let isUpgraded = false

  const take = (bytes: Buffer) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let at = 0
    if (!isUpgraded) {
      const end = all.indexOf('\r\n\r\n')
      isUpgraded = end >= 0
      at = isUpgraded ? end + 4 : 0
    }
    for (let frame = isUpgraded ? frameAt(all, at) : null; frame; frame = frameAt(all, at)) {
      at = frame.end
      hearMessage(all.toString('utf8', frame.begin, frame.end))
    }
    rest = at < all.length ? Buffer.from(all.subarray(at)) : Buffer.alloc(0)
  }
  const hearMessage = (text: string) => {
    if (text.startsWith('4')) hear(text)
    else if (text.startsWith('0')) send('40')
    else if (text === '2') send('3')
  }
  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer: readInto,
      callback(length) {
        take(readInto.subarray(0, length))
        return true
      },
    },
  })
  socket.on('error', () => {})
  socket.on('close', closed)
  const send = (text: string) => void socket.write(maskedFrame(text))
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      `Cookie: ${cookie}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  return { send, cut: () => socket.destroy() }
}

const extended = 126
/** The client masks with zeros, which leaves the text as it is; a server does not care. */
function maskedFrame(text: string) {
  const length = Buffer.byteLength(text)
  const head = length < extended ? 2 : 4
  const frame = Buffer.allocUnsafe(head + 4 + length)
  frame[0] = 0x81
  frame[1] = 0x80 | Math.min(length, extended)
  if (head === 4) frame.writeUInt16BE(length, 2)
  frame.writeUInt32BE(0, head)
  frame.write(text, head + 4)
  return frame
}

/** Where the payload of the whole frame begins and ends that begins here; null if not all of it has arrived. */
function frameAt(bytes: Buffer, at: number) {
  if (bytes.length < at + 2) return null
  const short = (bytes[at + 1] ?? 0) & 0x7f
  const begin = at + (short < extended ? 2 : short === extended ? 4 : 10)
  if (bytes.length < begin) return null
  const length = short < extended ? short : short === extended ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
  const end = begin + length
  return bytes.length < end ? null : { begin, end }
}
