import { z } from 'zod'
import { Port } from './port.ts'

/** "host:port" or a host alone, an IPv6 address in brackets. */
export const GameAddress = z
  .string()
  .regex(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/, 'host:port, as play.example.org:16006')
  .transform((address, context) => {
    const [, host = '', given = '16006'] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
    const port = Port.safeParse(given)
    if (port.success) return { host, port: port.data }
    context.addIssue('host:port with a port from 1 to 65535, as play.example.org:16006')
    return z.NEVER
  })
