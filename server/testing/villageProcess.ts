// A village in a process of its own, to be killed: `node villageProcess.ts FOLDER`. Prints its address when it serves.
import { openSqliteStorage } from '../storage/sqlite.ts'
import { startVillageServer } from './villageServer.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder? node villageProcess.ts FOLDER')
const { address } = await startVillageServer(await openSqliteStorage({ folder }), 60)
console.log(address)
