// A test server in its own process, to be killed: `node testServerProcess.ts FOLDER`. Prints its address when it serves.
import { openSqliteStorage } from '../storage/sqlite/sqlite.ts'
import { startTestServer } from './testServer.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder? node testServerProcess.ts FOLDER')
const { address } = await startTestServer(await openSqliteStorage({ folder }), 60)
console.log(address)
