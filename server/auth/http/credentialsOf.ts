import type { IncomingHttpHeaders } from 'node:http'
import type { Credentials } from '../../engine/credentials.ts'

/** What a request shows: its cookies, and `Authorization: Bearer …`. */
export const credentialsOf = ({ cookie, authorization }: IncomingHttpHeaders): Credentials => ({
  cookie,
  token: /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1],
})
