/** RFC 6455, section 5.2: one unfragmented, unmasked frame, as a server sends it. */
const final = 0x80
const text = 0x1
const binary = 0x2

const header = (opcode: number, length: number) => {
  if (length < 126) return Buffer.from([final | opcode, length])
  if (length < 65_536) return Buffer.from([final | opcode, 126, length >> 8, length & 0xff])
  const long = Buffer.alloc(10)
  long[0] = final | opcode
  long[1] = 127
  long.writeUIntBE(length, 4, 6)
  return long
}

const framed = (opcode: number, payload: Uint8Array) => Buffer.concat([header(opcode, payload.length), payload])

export const textFrame = (words: string) => framed(text, Buffer.from(words))
export const binaryFrame = (bytes: Uint8Array) => framed(binary, bytes)
