const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address',
  ECONNRESET: 'the game server dropped the connection',
  ENOTFOUND: 'the name of the host is not known',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
}

/** Why a connection failed, for people. */
export const networkWords = ({ code, message }: NodeJS.ErrnoException): string =>
  reasons[code ?? ''] ?? (code === undefined ? message : `network: ${code}`)
