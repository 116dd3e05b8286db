const tooManyCommands =
  'COMMANDS_PER_SECOND: the players of the load share one account, whose commands count together. Give fewer --players, or raise COMMANDS_PER_SECOND for the time of the test.'

/** Known faults with their cause and remedy. Other codes are shown as they are. */
const advice: Readonly<Record<string, string>> = {
  crowded:
    'SOCKETS_PER_ADDRESS: the hub takes no more connections from the address of this machine. Run the load from several addresses, or on the hub’s own machine, whose connections are not counted, or set SOCKETS_PER_ADDRESS=0 for the time of the test.',
  asksTooOften:
    'HANDSHAKES_PER_SECOND: this machine asks for connections faster than the hub lets one address. Give a lower --ramp, or set HANDSHAKES_PER_SECOND=0 for the time of the test.',
  accountFull:
    'SOCKETS_PER_ACCOUNT: the players of the load share one account, which may have no more connections. Give fewer --players, or set SOCKETS_PER_ACCOUNT=0 for the time of the test.',
  accountTooOften:
    'The players of the load share one account, which opens connections too often: 40 at once and 2 a second. Give fewer --players, or a lower --ramp.',
  foreign: 'Messages that are not of this protocol: is a hub of this version at the address?',
  refused: 'Something was not allowed to be watched: with --token it takes the permission viewAllPositions.',
  lost: 'Connections that were open ended without a word, and were opened again.',
  unanswered: 'Commands were not answered within 20 s, or their connection ended first.',
  timeout: 'Connections were not open within 20 s.',
  ECONNREFUSED: 'Nothing listened at the address.',
  ECONNRESET: 'Connections were cut while they were being opened.',
  EMFILE: 'This machine lets one program open no more files: raise `ulimit -n`.',
  EADDRNOTAVAIL:
    'This machine has no more ports for connections to one address: some 28,000. Run the load from several machines.',
  'notice closing': 'The hub has closed connections: it was stopped, or they were too slow.',
  'notice tooFast': tooManyCommands,
  'command tooFast': tooManyCommands,
  'command unavailable': 'The hub could keep nothing: see its log and /health.',
  'command storageFull': 'The disk of the hub is full.',
  'command forbidden': 'With --token it takes the permission play.',
  'http 403': 'Turned away. Is --url the address that people use (PUBLIC_URL)?',
  'http 429': 'The web server in front limits how often this address may come.',
  'http 502': 'The web server in front could not reach the hub.',
  'http 503': 'The web server in front has no more room, or no hub behind it.',
  'http 504': 'The web server in front waited too long for the hub.',
  'http 200': 'What answers there speaks HTTP and no WebSocket: does the web server in front pass them on?',
  'http 404': 'What answers there knows no /socket.io/: is it a hub?',
}

export const adviceFor = (code: string) => advice[code] ?? code

/** Whether reconnecting is useless. */
export const isFull = (code: string) =>
  ['crowded', 'accountFull', 'accountTooOften', 'EMFILE', 'EADDRNOTAVAIL'].includes(code)

/** The fault code of a refused handshake. */
export const faultOfRefusal = (status: number, body: string) => {
  if (body.includes('Too many connections from this address')) return 'crowded'
  if (body.includes('Too many connections were opened by this account')) return 'accountTooOften'
  return body.includes('Too many connections are asked for') ? 'asksTooOften' : `http ${status}`
}

export const faultOfError = (error: Error) =>
  (error as NodeJS.ErrnoException).code ??
  (error.message.includes('timed out') ? 'timeout' : error.message.slice(0, 60))
