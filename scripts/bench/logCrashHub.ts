// A hub that records the game's log, in its own process, to be killed: `node logCrashHub.ts STORE LOGS`. Says when it reads, and ends by
// itself once it has recorded the last line.

import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { startLogWorker } from '../../server/features/gameLog/worker.ts'
import { openLocalFolder } from '../../server/game/files/localFolder.ts'
import { createLogSource } from '../../server/game/log/logSource.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { logFeed } from '../../shared/features/gameLog/gameLog.ts'

/** The text after which nothing is written any more. */
export const lastText = 'this was all'
/** Few, so that a kill often meets one between two of them. */
const linesABatch = 25
const everyMs = 5

async function record(store: string, logs: string) {
  const storage = await openSqliteStorage({ folder: store })
  const onFault = (what: string, error: unknown) => console.error(`fault in ${what}:`, error)
  const hub = await createHub({ storage, features: allFeatures, clock: systemClock, onFault, checkpointEntries: 40 })
  const source = createLogSource({
    folder: openLocalFolder({ path: logs }),
    zone: 'UTC',
    startAt: 'start',
    everyMs,
    mostLines: linesABatch,
    now: Date.now,
  })
  const stop = startLogWorker({ hub, server: mainServer, source, keepsChat: true, clock: systemClock, onFault })
  hub.onPublish(() => {
    const isLast = Object.values(hub.read(logFeed, mainServer).lines).some(
      (line) => line.kind === 'chat' && line.text === lastText,
    )
    if (!isLast) return
    stop()
    setImmediate(() => void hub.close().then(() => process.exit()))
  })
  console.log('reading')
}

const [store, logs] = process.argv.slice(2)
if (import.meta.main && store && logs) await record(store, logs)
