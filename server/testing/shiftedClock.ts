import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded before the hub by a test (`node --import`). At the start and at SIGUSR2 the wall time of the process is set by as many ms as the file says,
// as an administrator sets the clock of a machine. Timers and the monotonic clock are not affected.

const right = Date.now
const inFile = () => Number(readFileSync(process.env.SHIFT_FILE ?? '', 'utf8'))
let shiftMs = inFile()
Date.now = () => right() + shiftMs
if (isMainThread)
  process.on('SIGUSR2', () => {
    shiftMs = inFile()
  })
