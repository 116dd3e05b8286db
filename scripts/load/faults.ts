const tooManyCommands =
  'COMMANDS_PER_SECOND: the players of the load share one account, whose commands count together. Use fewer --players, or raise COMMANDS_PER_SECOND during the test.'

/** Known faults with their cause and remedy. Other codes are shown as they are. */
const advice: Readonly<Record<string, string>> = {
  crowded:
    "SOCKETS_PER_ADDRESS: the hub accepts no more connections from this machine's address. Run the load from several addresses, or on the hub's own machine, whose connections are not counted, or set SOCKETS_PER_ADDRESS=0 during the test.",
  asksTooOften:
    'HANDSHAKES_PER_SECOND: this machine asks for connections faster than the hub lets one address. Use a lower --ramp, or set HANDSHAKES_PER_SECOND=0 during the test.',
  accountFull:
    'SOCKETS_PER_ACCOUNT: the players of the load share one account, which can have no more connections. Use fewer --players, or set SOCKETS_PER_ACCOUNT=0 during the test.',
  accountTooOften:
    'The players of the load share one account, which opens connections too often: 40 at once and 2 a second. Use fewer --players, a lower --ramp, or set SOCKETS_PER_ACCOUNT=0 during the test.',
  foreign: 'Messages that are not of this protocol: is a hub of this version at the address?',
  refused: 'A watch was not allowed: --token needs the permission viewAllPositions.',
  lost: 'Open connections ended without a notice, and were opened again.',
  unanswered: 'Commands were not answered within 20 s, or their connection ended first.',
  timeout: 'Connections were not open within 20 s.',
  ECONNREFUSED: 'Nothing is listening at the address.',
  ECONNRESET: 'Connections were cut while they were being opened.',
  EMFILE: 'This program can open no more files: raise `ulimit -n`.',
  EADDRNOTAVAIL:
    'This machine has no more ports for connections to one address: some 28,000. Run the load from several machines.',
  'notice closing': 'The hub has closed connections: it was stopped, or they were too slow.',
  'notice tooFast': tooManyCommands,
  'command tooFast': tooManyCommands,
  'command unavailable': 'The hub could not save anything: see its log and /health.',
  'command storageFull': "The hub's disk is full.",
  'command forbidden': '--token needs the permission play.',
  'http 403': 'Refused. Is --url the address that people use (PUBLIC_URL)?',
  'http 429': 'The web server in front limits requests from this address.',
  'http 502': 'The web server in front could not reach the hub.',
  'http 503': 'The web server in front is full, or has no hub behind it.',
  'http 504': 'The web server in front waited too long for the hub.',
  'http 200': 'The answer is plain HTTP, not WebSocket: does the web server in front forward WebSockets?',
  'http 404': 'There is no /socket.io/ at that address: is it a hub?',
}

export const adviceFor = (code: string) => advice[code] ?? code

/** Whether reconnecting is useless. */
export const isFull = (code: string) =>
  ['crowded', 'accountFull', 'accountTooOften', 'EMFILE', 'EADDRNOTAVAIL'].includes(code)

/** The fault code of a refused handshake. */
export const faultOfRefusal = (status: number, body: string) => {
  if (body.includes('Too many connections from this address')) return 'crowded'
  if (body.includes('This account or address opened too many connections')) return 'accountTooOften'
  return body.includes('Too many connection requests') ? 'asksTooOften' : `http ${status}`
}

export const faultOfError = (error: Error) =>
  (error as NodeJS.ErrnoException).code ??
  (error.message.includes('timed out') ? 'timeout' : error.message.slice(0, 60))
